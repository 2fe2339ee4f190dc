// What glibc offers for starting processes beyond POSIX; its headers hide it without _GNU_SOURCE, which Swift does not set.
#include <spawn.h>
#include <sys/prctl.h>

int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

extern char **environ;
/// No core dump of this process, and nobody but root reads its memory.
static inline int process_hide(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

static inline char **process_environment(void) { return environ; }
