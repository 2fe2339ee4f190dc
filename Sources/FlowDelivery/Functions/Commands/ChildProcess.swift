import CCommand
import Glibc

/// A running command in a process group of its own, with pipes to its standard streams.
///
/// A guardian leads the group: it ends as the command does, and ends the group when this process ends, by itself or by a kill.
struct ChildProcess: ~Copyable {
  private let id: pid_t
  /// Its standard input.
  var input: PipeEnd
  /// Its standard output.
  var output: PipeEnd
  /// Its standard error.
  var complaints: PipeEnd

  /// Starts a command with these variables alone (`NAME=value`); its first word is looked for in this process's `PATH` unless
  /// it has a slash. As `user`, if one is given.
  ///
  /// The thread must live as long as the process: the system takes the thread that started a process for its parent.
  init(words: [String], folder: String, variables: [String], user: CommandUser?) throws(CallFailure) {
    guard !words.isEmpty else { throw CallFailure("has no command") }
    var inputPipe = try Pipe()
    var outputPipe = try Pipe()
    var complaintsPipe = try Pipe()

    let arguments = words.map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    let path = strdup(folder)
    defer {
      for text in arguments + environment + [path] { free(text) }
    }
    // Not captured by a closure: the optimiser of Swift 6.2 ends the life of what a closure has only read there.
    var start = command()
    start.folder = UnsafePointer(path)
    start.input = inputPipe.read.number
    start.output = outputPipe.write.number
    start.errors = complaintsPipe.write.number
    if let user {
      start.changes_user = true
      start.user = user.id
      start.group = user.group
    }
    var id = pid_t()
    let code = arguments.withUnsafeBufferPointer { words in
      environment.withUnsafeBufferPointer { variables in
        start.words = words.baseAddress
        start.variables = variables.baseAddress
        return command_start(&start, &id)
      }
    }
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
