#define _GNU_SOURCE
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <linux/openat2.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Between `fork` and `exec` only what signal-safety(7) allows is called: other threads may have held any lock.

static void end_group(int signal) {
  (void)signal;
  kill(0, SIGKILL);
}

/// Lets no program have the files from a number on.
static void keep_from_programs(unsigned from) {
  if (syscall(SYS_close_range, from, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (unsigned number = from; number < 65536; number++) fcntl((int)number, F_SETFD, FD_CLOEXEC);
}

/// The process becomes the command. Returns only with an error.
static int become(const struct command *command) {
  if (dup2(command->input, 0) < 0 || dup2(command->output, 1) < 0 || dup2(command->errors, 2) < 0) return errno;
  keep_from_programs(3);
  if (command->changes_user) {
    if (setgroups(0, NULL) || setresgid(command->group, command->group, command->group) ||
        setresuid(command->user, command->user, command->user))
      return errno;
    // No program that it starts gives the rights back.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
  }
  // Only now, as another user's process forgets it. The guardian may be ended by the system alone.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (chdir(command->folder)) return errno;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGTERM, SIG_DFL);
  execvpe(command->words[0], command->words, command->variables);
  return errno;
}

/// Waits for the command and ends as it does.
static _Noreturn void follow(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  struct rlimit nothing = {0, 0};
  setrlimit(RLIMIT_CORE, &nothing);
  signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

/// The guardian: of this process's memory it has a copy, so nobody may look into it, and it keeps the server's user.
static _Noreturn void guard(struct command command, pid_t server, int report) {
  setpgid(0, 0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  struct sigaction ending = {.sa_handler = end_group};
  sigaction(SIGTERM, &ending, NULL);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != server) _exit(127);
  // Above what they become, so that none is written over before its turn.
  int *ends[] = {&command.input, &command.output, &command.errors};
  for (int index = 0; index < 3; index++) *ends[index] = fcntl(*ends[index], F_DUPFD_CLOEXEC, 3);
  pid_t child = fork();
  int error = child < 0 ? errno : 0;
  if (child == 0) error = become(&command);
  if (error) {
    ssize_t written = write(report, &error, sizeof error);
    _exit(written == sizeof error ? 127 : 126);
  }
  // Sockets, databases and the command's own pipes are not the guardian's to hold.
  if (syscall(SYS_close_range, 0, ~0U, 0) != 0) {
    for (int number = 0; number < 65536; number++) close(number);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  follow(child);
}

int command_start(const struct command *command, pid_t *guardian) {
  int report[2];
  if (pipe2(report, O_CLOEXEC)) return errno;
  pid_t server = getpid();
  // A handler of this process's must not run in its copy.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  int error = child < 0 ? errno : 0;
  if (child == 0) guard(*command, server, report[1]);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (child > 0) {
    // Ends with the start of the program, which has no copy of it, or says why there is none.
    ssize_t count;
    do count = read(report[0], &error, sizeof error);
    while (count < 0 && errno == EINTR);
    if (count != sizeof error) error = 0;
    if (error) {
      kill(-child, SIGKILL);
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    }
  }
  close(report[0]);
  *guardian = child;
  return error;
}

int open_beneath(int folder, const char *name) {
  struct open_how how = {
      .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  int file = (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
  if (file < 0 && (errno == ENOSYS || errno == EPERM)) file = openat(folder, name, (int)how.flags | O_NOFOLLOW);
  return file;
}
