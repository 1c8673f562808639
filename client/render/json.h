#ifndef ROOFLINE_CLIENT_RENDER_JSON_H_
#define ROOFLINE_CLIENT_RENDER_JSON_H_

#include <nlohmann/json.hpp>

namespace roofline {

// Keys stay in the order they are written in.
using Json = nlohmann::ordered_json;

// A JSON array with convert(item) for each item.
template <class List, class Fn>
Json ArrayOf(const List& list, Fn&& convert) {
  Json array = Json::array();
  for (const auto& item : list) array.push_back(convert(item));
  return array;
}

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_JSON_H_
