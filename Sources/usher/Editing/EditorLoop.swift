import FlowCases
import FlowCompiler
import FlowEditor
import FlowJSON
import FlowSource
import Glibc

/// Serves one client over standard input and output, on one thread: what it asks is answered in order, and texts are checked when it
/// is quiet, so that a check never runs of a text that has been changed again.
struct EditorLoop {
  /// How long nothing must come before texts are checked, and how long that waits at the most, in milliseconds.
  private static let (quiet, longest) = (10, 250)

  private let output = MessageOutput()
  private var server = EditorServer(version: Usher.version)
  private var framing = MessageFraming()
  /// When the first of the changes came that are not checked yet.
  private var changed: Int?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Goes on until the client says so, or is gone.
  mutating func run() -> ExitCode {
    while true {
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let timeout = changed.map { $0 + Self.longest <= Self.now ? 0 : Self.quiet } ?? -1
      let ready = poll(&waiting, 1, Int32(timeout))
      if ready < 0, errno != EINTR { return .impossible }
      if ready > 0 {
        guard let frames = read() else { return end }
        guard take(frames) else { return end }
      }
      if let first = changed, ready == 0 || first + Self.longest <= Self.now {
        changed = nil
        for message in server.check() where !output.send(message) { return .readerGone }
      }
    }
  }

  private var end: ExitCode {
    switch server.phase {
    case .ended(isClean: true), .shutDown: .clean
    default: .problems
    }
  }

  /// What has come; nil where nothing more will.
  private mutating func read() -> [MessageFraming.Frame]? {
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : framing.take(buffer[..<count])
  }

  /// Answers messages in their order; false where it is over. A request that is cancelled behind it is not answered.
  private mutating func take(_ frames: [MessageFraming.Frame]) -> Bool {
    let cancelled = frames.compactMap { frame -> JSON? in
      guard case .message(let message) = frame, message["method"]?.string == "$/cancelRequest" else { return nil }
      return message["params"]?["id"]
    }
    for frame in frames {
      switch frame {
      case .failure(let failure): output.send(ServerMessage.failure(.null, failure))
      case .message(let message):
        if let id = message["id"], cancelled.contains(id), message["method"] != nil {
          output.send(ServerMessage.failure(id, .cancelled))
          continue
        }
        if play(message) { continue }
        for answer in server.receive(message) where !output.send(answer) { return false }
      }
      if case .ended = server.phase { return false }
    }
    if changed == nil, !server.waiting.isEmpty { changed = Self.now }
    return true
  }

  /// `usher.runTest`: plays cases of the files as they rest, beside what else is asked; false where a message is another one.
  private func play(_ message: JSON) -> Bool {
    guard server.phase == .running, let id = message["id"], message["method"]?.string == "workspace/executeCommand",
      message["params"]?["command"]?.string == EditorCommand.test
    else { return false }
    let arguments = message["params"]?["arguments"]?.array?.compactMap(\.string) ?? []
    guard arguments.count == 2, let folder = arguments.first, let name = arguments.last, server.mayRead(folder) else {
      output.send(
        ServerMessage.failure(
          id, .invalidParameters("`\(EditorCommand.test)` takes a tenant's folder and what cases have in their names")))
      return true
    }
    Task { [output] in
      let (isPassed, text) = await played(folder, name)
      output.send(
        ServerMessage.notification(
          "window/showMessage", ["type": isPassed ? 3 : 1, "message": .string(text)]))
      output.send(ServerMessage.result(id, ["passed": .bool(isPassed), "text": .string(text)]))
    }
    return true
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

/// Whether the cases of a tenant with something in their names pass, and what is told of them.
private func played(_ folder: String, _ name: String) async -> (Bool, String) {
  var suite = CaseSuite(paths: [folder])
  if suite.compilation.hasErrors { return (false, "a tenant with errors has no cases to play") }
  suite.keep(matching: name)
  if suite.items.isEmpty { return (false, "no case has \(name.quoted) in its name, flow or file") }
  let play = await CasePlay(suite)
  return (play.failures.isEmpty, report(play, as: .pretty, CaseReportOptions(tellsTimes: false)))
}
