#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens a shared library, and looks up its functions by their names; `functions[i]` becomes that of `names[i]`.
///
/// Null when all are there; else why not, as the end of a sentence. Whoever calls it keeps the functions in one place of one
/// C file: a header's `static` variable is another one in each file that includes it.
const char *library_load(const char *library, const char *const names[], void *functions, size_t count);

#ifdef __cplusplus
}
#endif
