#include "server/errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/limits.h"

namespace roofline {
namespace {

google::rpc::Status DetailsOf(const grpc::Status& status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details;
}

TEST(ErrorsTest, EveryReasonComesBackAsItWasSent) {
  for (int i = 0; i <= static_cast<int>(Reason::kInternal); ++i) {
    const absl::Status sent = Error(static_cast<Reason>(i), "line 3: expected a number");
    const absl::Status received = FromGrpcStatus(ToGrpcStatus(sent));
    EXPECT_EQ(ReasonOf(received), static_cast<Reason>(i)) << ReasonName(static_cast<Reason>(i));
    EXPECT_EQ(received.code(), sent.code());
    EXPECT_EQ(MessageOf(received), "line 3: expected a number");
  }
  EXPECT_TRUE(FromGrpcStatus(ToGrpcStatus(absl::OkStatus())).ok());
}

TEST(ErrorsTest, ErrorInfoIsTheFirstDetail) {
  const grpc::Status sent = ToGrpcStatus(Error(Reason::kUnboundDimension, "bind N"));
  EXPECT_EQ(sent.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  const google::rpc::Status details = DetailsOf(sent);
  EXPECT_EQ(details.code(), 9);  // google.rpc.Code.FAILED_PRECONDITION
  EXPECT_EQ(details.message(), "bind N");
  ASSERT_EQ(details.details_size(), 1);
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(details.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "UNBOUND_DIMENSION");
  EXPECT_EQ(info.domain(), "roofline");
}

TEST(ErrorsTest, FieldBecomesABadRequestDetail) {
  const grpc::Status sent =
      ToGrpcStatus(WithField(Error(Reason::kInvalidArgument, "page_size is -1"), "page_size"));
  const google::rpc::Status details = DetailsOf(sent);
  ASSERT_EQ(details.details_size(), 2);
  google::rpc::BadRequest bad_request;
  ASSERT_TRUE(details.details(1).UnpackTo(&bad_request));
  ASSERT_EQ(bad_request.field_violations_size(), 1);
  EXPECT_EQ(bad_request.field_violations(0).field(), "page_size");
}

TEST(ErrorsTest, LongMessageIsCutBetweenCharacters) {
  std::string message;
  while (message.size() < 3 * kMaxErrorMessageBytes) message += "\u00e4";  // two bytes each
  const grpc::Status sent = ToGrpcStatus(Error(Reason::kShapeConflict, message));
  EXPECT_LE(sent.error_message().size(), kMaxErrorMessageBytes);
  EXPECT_GE(sent.error_message().size(), kMaxErrorMessageBytes - 1);
  EXPECT_TRUE(sent.error_message().ends_with("\u00e4..."));
}

TEST(ErrorsTest, DetailsStaySmall) {
  google::rpc::ResourceInfo huge;
  huge.set_resource_name(std::string(kMaxErrorDetailBytes, 'x'));
  const grpc::Status sent = ToGrpcStatus(WithDetail(Error(Reason::kUnknownDevice, "no"), huge));
  EXPECT_LE(sent.error_details().size(), kMaxErrorDetailBytes);
  EXPECT_EQ(ReasonOf(FromGrpcStatus(sent)), Reason::kUnknownDevice);
}

TEST(ErrorsTest, BytesThatAreNotUtf8DoNotSpoilTheDetails) {
  const grpc::Status sent = ToGrpcStatus(Error(Reason::kMalformedModel, "node '\xff\xc3)'"));
  EXPECT_EQ(sent.error_message(), "node '\\xff\\xc3)'");
  EXPECT_EQ(DetailsOf(sent).message(), "node '\\xff\\xc3)'");
}

TEST(ErrorsTest, ForeignStatusHasTheReasonNearestToItsCode) {
  const auto reason_of = [](grpc::StatusCode code, const std::string& message) {
    return ReasonOf(FromGrpcStatus({code, message}));
  };
  EXPECT_EQ(reason_of(grpc::StatusCode::UNAVAILABLE, "refused"), Reason::kUnavailable);
  EXPECT_EQ(reason_of(grpc::StatusCode::DEADLINE_EXCEEDED, ""), Reason::kDeadlineExceeded);
  EXPECT_EQ(reason_of(grpc::StatusCode::UNIMPLEMENTED, "no method"), Reason::kInternal);
  EXPECT_EQ(reason_of(grpc::StatusCode::RESOURCE_EXHAUSTED, "busy"), Reason::kOverloaded);
  EXPECT_EQ(
      reason_of(grpc::StatusCode::RESOURCE_EXHAUSTED, "Received message larger than max (5 vs. 4)"),
      Reason::kLimitExceeded);
}

TEST(ErrorsTest, CutTextKeepsWhatFits) {
  EXPECT_EQ(CutText("abc", 3), "abc");
  EXPECT_EQ(CutText("abcdefgh", 6), "abc...");
  EXPECT_EQ(CutText("ab\u00e4defgh", 6), "ab...");
}

}  // namespace
}  // namespace roofline
