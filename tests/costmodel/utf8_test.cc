#include "costmodel/utf8.h"

#include <gtest/gtest.h>

#include "costmodel/graph/string_table.h"

namespace roofline {
namespace {

TEST(Utf8Test, WellFormedTextStays) {
  for (const std::string text : {"", "conv1", "\u00b5s", "\u5c42/\u5377\u79ef", "\U0001F600"}) {
    EXPECT_TRUE(IsUtf8(text)) << text;
    EXPECT_EQ(EscapeInvalidUtf8(text), text);
  }
}

TEST(Utf8Test, EachStrayByteIsWrittenOut) {
  const struct {
    std::string text;
    std::string escaped;
  } cases[] = {
      {"\xff", "\\xff"},
      {"a\xc3", "a\\xc3"},                           // ends inside a character
      {"\xc3(b", "\\xc3(b"},                         // a continuation is missing
      {"\xc0\x80", "\\xc0\\x80"},                    // an overlong form
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},           // a surrogate
      {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},  // beyond U+10FFFF
      {"\u00b5\xb5\u00b5", "\u00b5\\xb5\u00b5"},
  };
  for (const auto& c : cases) {
    EXPECT_FALSE(IsUtf8(c.text)) << c.escaped;
    EXPECT_EQ(EscapeInvalidUtf8(c.text), c.escaped);
  }
}

TEST(StringTableTest, NamesThatAreNotUtf8StayApart) {
  StringTable names;
  const std::string_view first = names.Intern("conv\xff");
  EXPECT_EQ(first, "conv\\xff");
  EXPECT_EQ(names.Intern("conv\xff").data(), first.data());
  EXPECT_EQ(names.Intern("conv\xfe"), "conv\\xfe");
}

}  // namespace
}  // namespace roofline
