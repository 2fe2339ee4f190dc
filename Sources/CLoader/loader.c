#include "loader.h"

#include <dlfcn.h>
#include <string.h>

const char *library_load(const char *library, const char *const names[], void *functions, size_t count) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return "it is not installed";
  for (size_t index = 0; index < count; index++) {
    void *symbol = dlsym(handle, names[index]);
    if (!symbol) return "it lacks a function that is needed";
    // POSIX lets a function's address stand in a `void *`; C lets it be read as a function only from its own bytes.
    memcpy((char *)functions + index * sizeof symbol, &symbol, sizeof symbol);
  }
  return NULL;
}
