// glibc's own settings of malloc, which Swift does not import by itself.
#include <malloc.h>

/// Lets malloc have no more than so many arenas, each of which sets 64 MiB of address space aside.
static inline int limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }
