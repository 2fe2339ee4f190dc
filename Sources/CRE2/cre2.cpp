#include "cre2.h"

#include <re2/re2.h>

#include <cstdio>
#include <new>

struct cre2_pattern {
  re2::RE2 re;
  cre2_pattern(re2::StringPiece text, const re2::RE2::Options &options) : re(text, options) {}
};

cre2_pattern *cre2_compile(const char *pattern, size_t length, char *error, size_t error_capacity,
                           bool *is_too_large) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(1 << 20);
  auto *compiled = new (std::nothrow) cre2_pattern(re2::StringPiece(pattern, length), options);
  if (compiled == nullptr || compiled->re.ok()) return compiled;
  if (error_capacity > 0) std::snprintf(error, error_capacity, "%s", compiled->re.error().c_str());
  *is_too_large = compiled->re.error_code() == re2::RE2::ErrorPatternTooLarge;
  delete compiled;
  return nullptr;
}

bool cre2_matches(const cre2_pattern *pattern, const char *text, size_t length, bool whole) {
  return pattern->re.Match(re2::StringPiece(text, length), 0, length,
                           whole ? re2::RE2::ANCHOR_BOTH : re2::RE2::UNANCHORED, nullptr, 0);
}

int cre2_size(const cre2_pattern *pattern) { return pattern->re.ProgramSize(); }

void cre2_free(cre2_pattern *pattern) { delete pattern; }
