// What Swift cannot do between `fork` and `exec`, and what glibc has no function for.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// A program to start, and what it gets.
struct command {
  /// Its words and variables, each ended by a null pointer; the first word is looked for in `PATH` unless it has a slash.
  char *const *words, *const *variables;
  const char *folder;
  /// Its standard input, output and error.
  int input, output, errors;
  /// Whether it runs as another user, without the groups of this one.
  bool changes_user;
  uid_t user;
  gid_t group;
};

/// Starts a command in a process group of its own, beneath a guardian that leads the group, ends as the command does, and
/// ends all of the group when this process ends, however it does. The thread that calls must live as long as the process.
///
/// 0, and the guardian's id; else the error's number.
int command_start(const struct command *command, pid_t *guardian);

/// Opens a file of a folder to read it; no link leads out of the folder. A negative number: see `errno`.
int open_beneath(int folder, const char *name);
