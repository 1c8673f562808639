#include "costmodel/operators/operator_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/nearest.h"
#include "costmodel/operators/registry.h"

namespace roofline {
namespace {

std::string QualifiedName(const OperatorEntry& entry) {
  return fmt::format("{}.{}", entry.domain, entry.op);
}

bool CountedAlike(const OperatorEntry& a, const OperatorEntry& b) {
  return a.domain == b.domain && a.op == b.op && a.op_class == b.op_class &&
         a.precision == b.precision && a.formula == b.formula && a.source == b.source;
}

void AddVersions(const std::vector<int>& versions, OperatorEntry& entry) {
  entry.versions.insert(entry.versions.end(), versions.begin(), versions.end());
  std::sort(entry.versions.begin(), entry.versions.end());
}

std::vector<OperatorEntry> AllEntries() {
  std::vector<OperatorEntry> entries;
  for (const OperatorRule& rule : AllOperatorRules()) {
    entries.push_back({.domain = rule.domain.empty() ? "ai.onnx" : rule.domain,
                       .op = rule.op,
                       .versions = rule.versions,
                       .op_class = rule.op_class,
                       .precision = rule.precision,
                       .formula = rule.formula,
                       .source = rule.source});
  }
  std::sort(entries.begin(), entries.end(), [](const OperatorEntry& a, const OperatorEntry& b) {
    return std::tie(a.domain, a.op, a.versions) < std::tie(b.domain, b.op, b.versions);
  });
  std::vector<OperatorEntry> merged;
  for (OperatorEntry& entry : entries) {
    if (!merged.empty() && CountedAlike(merged.back(), entry)) {
      AddVersions(entry.versions, merged.back());
    } else {
      merged.push_back(std::move(entry));
    }
  }
  return merged;
}

absl::Status UnknownDomain(std::string_view domain, const std::vector<OperatorEntry>& entries) {
  std::set<std::string> domains;
  for (const OperatorEntry& entry : entries) domains.emplace(entry.domain);
  std::string hint = DidYouMean(domain, {domains.begin(), domains.end()});
  if (hint.empty()) hint = fmt::format("; there are {}", fmt::join(domains, ", "));
  return Error(Reason::kUnknownOperator,
               fmt::format("no operators of a domain '{}'{}", domain, hint));
}

absl::Status UnknownOperator(const std::string& name, const OperatorQuery& query,
                             const std::vector<OperatorEntry>& entries) {
  const bool qualified = name.find('.') != std::string::npos;
  std::vector<std::string> candidates;
  candidates.reserve(entries.size());
  for (const OperatorEntry& entry : entries)
    candidates.push_back(qualified ? QualifiedName(entry) : std::string(entry.op));
  const std::string where =
      query.domain.empty() ? "" : fmt::format(" in the domain '{}'", query.domain);
  std::string hint = DidYouMean(name, candidates);
  if (hint.empty()) hint = "; 'roofline ops' lists all, and --rules takes rules of your own";
  return Error(Reason::kUnknownOperator, fmt::format("no operator '{}'{}{}", name, where, hint));
}

}  // namespace

absl::StatusOr<std::vector<OperatorEntry>> ListOperators(const OperatorQuery& query) {
  std::vector<OperatorEntry> entries = AllEntries();
  if (!query.domain.empty()) {
    std::vector<OperatorEntry> of_domain;
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(of_domain),
                 [&query](const OperatorEntry& entry) { return entry.domain == query.domain; });
    if (of_domain.empty()) return UnknownDomain(query.domain, entries);
    entries = std::move(of_domain);
  }
  if (query.ops.empty()) return entries;
  std::vector<bool> wanted(entries.size(), false);
  for (const std::string& name : query.ops) {
    bool found = false;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].op != name && QualifiedName(entries[i]) != name) continue;
      wanted[i] = true;
      found = true;
    }
    if (!found) return UnknownOperator(name, query, entries);
  }
  std::vector<OperatorEntry> chosen;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (wanted[i]) chosen.push_back(std::move(entries[i]));
  }
  return chosen;
}

std::string_view WorkPrecisionName(WorkPrecision precision) {
  switch (precision) {
    case WorkPrecision::kExact:
      return "exact";
    case WorkPrecision::kModel:
      return "model";
    case WorkPrecision::kUnknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace roofline
