#ifndef USHER_CRE2_H
#define USHER_CRE2_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled RE2 pattern.
typedef struct cre2_pattern cre2_pattern;

/// Compiles `length` bytes of UTF-8 pattern. Where it is none, returns NULL and writes why, NUL-terminated, to
/// `error`, and to `is_too_large` whether it would be one if it took less memory.
cre2_pattern *cre2_compile(const char *pattern, size_t length, char *error, size_t error_capacity, bool *is_too_large);

/// Whether the pattern matches in the text (anywhere, or as a whole); linear in the length of the text.
bool cre2_matches(const cre2_pattern *pattern, const char *text, size_t length, bool whole);

/// How many instructions the pattern has; matching takes at most that many steps a byte.
int cre2_size(const cre2_pattern *pattern);

void cre2_free(cre2_pattern *pattern);

#ifdef __cplusplus
}
#endif

#endif
