import FlowModel
import Glibc

/// A local command, run once: its input given, its output collected, nothing of it left running.
struct Command {
  let words: [String]
  let folder: String
  /// The tenant's variables that it gets besides `PATH`, `HOME` and `LANG`, as `NAME=value`.
  let variables: [String]
  /// The user that it runs as; nil: this process's.
  let user: CommandUser?
  let input: [UInt8]

  /// What each command gets. All else is the server's: keys of other functions, for instance.
  private var basic: [String] {
    ["PATH", "HOME", "LANG"].compactMap { name in
      if name == "HOME", let user { return "HOME=\(user.home)" }
      return getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
  }

  /// How much of what it says on standard error is told, in bytes.
  private static let complaintLimit = 65_536

  /// Runs the command in its folder and returns its standard output; blocks until it ends or the deadline kills it.
  /// Whatever it has started and left in its process group is killed when it ends. `complain` gets each line of its
  /// standard error.
  func run(by deadline: Deadline, complain: (String) -> Void) throws(CallFailure) -> [UInt8] {
    var child = try ChildProcess(words: words, folder: folder, variables: basic + variables, user: user)
    var conversation = Conversation(input: input, outputLimit: answerLimit, complaintLimit: Self.complaintLimit)
    var isOver = false
    while !isOver && !deadline.hasPassed && !conversation.isTooLarge {
      // The end of a process cannot be polled for; it is looked for often once nothing else can happen.
      conversation.go(on: &child, for: min(deadline.remaining, conversation.hasEnded(child) ? 1 : 10))
      isOver = child.hasEnded
    }
    child.killGroup()
    // What the command wrote before its end may still be in the pipe.
    if isOver { conversation.go(on: &child, for: 0) }
    let status = child.wait()
    conversation.tellComplaints(complain)
    if conversation.isTooLarge { throw .tooLarge }
    guard isOver else { throw .late }
    guard let status else { throw CallFailure("ended, but somebody else took its exit status") }
    // As WIFSIGNALED, WTERMSIG and WEXITSTATUS read it.
    let signal = status & 0x7F
    guard signal == 0 else { throw CallFailure("was ended by signal \(signal)") }
    guard status == 0 else { throw CallFailure("ended with exit status \(status >> 8 & 0xFF)") }
    return conversation.output
  }
}

/// What passes through a command's three pipes.
private struct Conversation {
  let input: [UInt8]
  var sent = 0
  var output: [UInt8] = []
  let outputLimit: Int
  private var complaints: [UInt8] = []
  private let complaintLimit: Int
  var isTooLarge: Bool { output.count > outputLimit }

  init(input: [UInt8], outputLimit: Int, complaintLimit: Int) {
    self.input = input
    self.outputLimit = outputLimit
    self.complaintLimit = complaintLimit
  }

  /// Whether no more can be read.
  func hasEnded(_ child: borrowing ChildProcess) -> Bool { child.output.isClosed && child.complaints.isClosed }

  /// Writes and reads what is possible within some milliseconds.
  mutating func go(on child: inout ChildProcess, for milliseconds: Int) {
    // A negative number is ignored by poll.
    var polled = [
      pollfd(fd: child.input.number, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: child.output.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: child.complaints.number, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds)) > 0 else { return }
    if polled[0].revents != 0 {
      sent += child.input.write(input[sent...])
      if sent == input.count { child.input.close() }
    }
    if polled[1].revents != 0 { output += child.output.readAll(limit: outputLimit + 1 - output.count) }
    if polled[2].revents != 0 {
      // What is over the limit is read as well, so that the command does not wait for ever to say it.
      complaints += child.complaints.readAll(limit: complaintLimit).prefix(complaintLimit - complaints.count)
    }
  }

  /// Tells each line of standard error that says something.
  func tellComplaints(_ tell: (String) -> Void) {
    for line in complaints.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      tell(String(decoding: line, as: UTF8.self).escapingDeceptive())
    }
  }
}
