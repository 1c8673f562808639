#include "costmodel/operators/einsum_equation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace roofline {
namespace {

// One side of a comma: labels in order, kEllipsisLabel where "..." stands.
using Term = std::vector<int>;

absl::StatusOr<Term> ParseTerm(const NodeView& node, std::string_view text) {
  Term term;
  for (size_t i = 0; i < text.size(); ++i) {
    if (std::isalpha(static_cast<unsigned char>(text[i])) != 0) {
      term.push_back(text[i]);
    } else if (text.substr(i, 3) == "..." &&
               std::find(term.begin(), term.end(), kEllipsisLabel) == term.end()) {
      term.push_back(kEllipsisLabel);
      i += 2;
    } else {
      return node.Conflict(fmt::format("equation term '{}': expected letters and at most one '...'",
                                       text.substr(0, 80)));
    }
  }
  return term;
}

absl::StatusOr<std::vector<Term>> ParseTerms(const NodeView& node, std::string_view text) {
  std::vector<Term> terms;
  for (;;) {
    const size_t comma = text.find(',');
    ASSIGN_OR_RETURN(Term term, ParseTerm(node, text.substr(0, comma)));
    terms.push_back(std::move(term));
    if (comma == std::string_view::npos) return terms;
    text.remove_prefix(comma + 1);
  }
}

// "..." replaced by one label per dimension it stands for, aligned to the right.
Term ExpandEllipsis(const Term& term, int ellipsis_rank) {
  Term expanded;
  for (const int label : term) {
    if (label != kEllipsisLabel) {
      expanded.push_back(label);
      continue;
    }
    for (int k = ellipsis_rank - 1; k >= 0; --k) expanded.push_back(kEllipsisLabel + k);
  }
  return expanded;
}

absl::Status BindOperand(const NodeView& node, int i, const Term& term, EinsumEquation& equation) {
  const Shape& shape = node.shape(i);
  LabelExtents& own = equation.operands.emplace_back();
  for (size_t d = 0; d < term.size(); ++d) {
    const auto [first, inserted] = own.emplace(term[d], shape[d]);
    if (!inserted && first->second != shape[d])
      return node.Conflict(fmt::format("operand {} has no diagonal over a repeated label", i));
  }
  for (const auto& [label, extent] : own) {
    int64_t& common = equation.extents.emplace(label, extent).first->second;
    if (common != extent && common != 1 && extent != 1) {
      return node.Conflict(
          fmt::format("operand {} has extent {} where another has {}", i, extent, common));
    }
    if (common == 1) common = extent;
  }
  return absl::OkStatus();
}

// Without "->": the dimensions of "...", then the labels that occur once, in alphabetical order.
Term ImplicitOutput(const std::vector<Term>& terms) {
  std::map<int, int> occurrences;
  for (const Term& term : terms) {
    for (const int label : term) ++occurrences[label];
  }
  Term output;
  if (occurrences.count(kEllipsisLabel) != 0) output.push_back(kEllipsisLabel);
  for (const auto& [label, times] : occurrences) {
    if (label != kEllipsisLabel && times == 1) output.push_back(label);
  }
  return output;
}

absl::Status CheckOutput(const NodeView& node, const EinsumEquation& equation) {
  std::set<int> seen;
  for (const int label : equation.output) {
    if (equation.extents.count(label) == 0 || !seen.insert(label).second)
      return node.Conflict("an output label is repeated or occurs in no operand");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<EinsumEquation> ReadEinsum(const NodeView& node) {
  std::string text(node.attr_string("equation", ""));
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  const size_t arrow = text.find("->");
  ASSIGN_OR_RETURN(const std::vector<Term> terms,
                   ParseTerms(node, std::string_view(text).substr(0, arrow)));
  if (terms.size() != static_cast<size_t>(node.num_inputs())) {
    return node.Conflict(
        fmt::format("the equation has {} terms for {} operands", terms.size(), node.num_inputs()));
  }
  Term output = ImplicitOutput(terms);
  if (arrow != std::string::npos) {
    ASSIGN_OR_RETURN(output, ParseTerm(node, std::string_view(text).substr(arrow + 2)));
  }
  EinsumEquation equation;
  int ellipsis_rank = 0;
  for (size_t i = 0; i < terms.size(); ++i) {
    const Term& term = terms[i];
    const bool ellipsis = std::find(term.begin(), term.end(), kEllipsisLabel) != term.end();
    const int letters = static_cast<int>(term.size()) - (ellipsis ? 1 : 0);
    const int left = Rank(node.shape(static_cast<int>(i))) - letters;
    if (left < 0 || (left > 0 && !ellipsis)) {
      return node.Conflict(
          fmt::format("term {} of the equation does not fit the rank of operand {}", i, i));
    }
    ellipsis_rank = std::max(ellipsis_rank, left);
    RETURN_IF_ERROR(BindOperand(node, static_cast<int>(i), ExpandEllipsis(term, left), equation));
  }
  equation.output = ExpandEllipsis(output, ellipsis_rank);
  RETURN_IF_ERROR(CheckOutput(node, equation));
  return equation;
}

}  // namespace roofline
