import CSpawn
import Glibc

/// A running command in a process group of its own, with pipes to its standard streams.
struct ChildProcess: ~Copyable {
  private let id: pid_t
  /// Its standard input.
  var input: PipeEnd
  /// Its standard output.
  var output: PipeEnd
  /// Its standard error.
  var complaints: PipeEnd

  /// Starts a command with some of this process's environment variables; its first word is looked for in `PATH` unless it has
  /// a slash.
  init(words: [String], folder: String, environment: [String]) throws(CallFailure) {
    guard !words.isEmpty else { throw CallFailure("has no command") }
    var inputPipe = try Pipe()
    var outputPipe = try Pipe()
    var complaintsPipe = try Pipe()

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputPipe.read.number, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputPipe.write.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, complaintsPipe.write.number, STDERR_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, folder)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var variables =
      environment.compactMap { name in getenv(name).map { strdup("\(name)=\(String(cString: $0))") } } + [nil]
    defer { for variable in variables { free(variable) } }
    var id = pid_t()
    let code = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, &variables)
    // Closed here and not before: the command has them now, and holds their last copies.
    inputPipe.read.close()
    outputPipe.write.close()
    complaintsPipe.write.close()
    guard code == 0 else { throw CallFailure("could not be started: \(String(cString: strerror(code)))") }
    self.id = id
    input = inputPipe.write
    output = outputPipe.read
    complaints = complaintsPipe.read
    input.stopWaiting()
    output.stopWaiting()
    complaints.stopWaiting()
  }

  /// Whether the command has ended. It stays a zombie until `wait`, so that its number cannot become somebody else's.
  var hasEnded: Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 ? information.si_signo != 0 : errno == ECHILD
  }

  /// Kills what is left of the process group. Only before `wait`.
  func killGroup() { kill(-id, SIGKILL) }

  /// Waits for the end and takes the exit status; nil if it is not ours to take.
  func wait() -> Int32? {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status
  }
}
