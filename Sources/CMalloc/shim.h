// glibc's own settings of malloc, which Swift does not import by itself.
#include <malloc.h>

/// Lets malloc have no more than so many arenas, each of which sets 64 MiB of address space aside.
static inline int limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }

/// Lets each arena have so much memory at once, of which only what is used is real. By itself glibc asks the system for a few pages
/// of an arena at a time.
static inline int grow_arenas_by(int bytes) { return mallopt(M_TOP_PAD, bytes); }
