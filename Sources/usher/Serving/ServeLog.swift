import FlowCompiler
import FlowHTTP
import FlowJSON
import FlowRuntime
import FlowSource
import FlowTooling
import Glibc

/// The log of a server: one line of JSON for each request and for each thing the operator shall read. It stops nothing,
/// whoever reads it or does not.
struct ServeLog: OperatorLog {
  private let writer: LineWriter
  private let isFile: Bool

  /// A log at the end of a file; nil: on standard error.
  init(file: String?) throws(Failure) {
    isFile = file != nil
    writer = try LineWriter(to: file.map { .file($0) } ?? .descriptor(STDERR_FILENO)) { count in
      Self.line(LogEntry(.warning, "\(count) lines of the log were dropped, as they were not taken in time"))
    } reopened: { error in
      Self.line(
        error == 0
          ? LogEntry(.info, "the log was opened again")
          : LogEntry(.error, "the log cannot be opened again, and goes on where it was: \(reason(error))"))
    }
  }

  /// Whether it cannot be written, or nobody takes it.
  var isStuck: Bool { writer.isStuck }

  /// Writes an entry. Its `id` is the one of its request's own line.
  func write(_ entry: LogEntry) { writer.add(Self.line(entry)) }

  /// Writes the line of a request.
  func write(_ record: AccessRecord) { writer.add(record.line) }

  /// Writes what is to be told of flows, a line each.
  func write(_ findings: ServingFindings) {
    switch findings {
    case .compiled(let compilation): write(compilation)
    case .refused(let entries): for entry in entries { write(entry) }
    }
  }

  private func write(_ compilation: Compilation) {
    for problem in compilation.diagnostics {
      for line in render([problem], in: compilation.sources, as: .short).split(separator: "\n") {
        write(LogEntry(problem.severity == .error ? .error : .warning, String(line)))
      }
    }
  }

  /// Goes on in what is at the file's path now, if it is one.
  func reopen() {
    if isFile { writer.reopen() }
  }

  /// Waits for what was written, for a while.
  func flush() async { await writer.flush() }

  private static func line(_ entry: LogEntry) -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var object: JSONObject = [
      "time": .int(Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000),
      "level": .string("\(entry.level)"),
    ]
    object["event"] = (entry.event?.kind.rawValue).map(JSON.string)
    object["message"] = .string(entry.message)
    object["flow"] = (entry.event?.flow).map(JSON.string)
    object["reason"] = (entry.event?.reason).map(JSON.string)
    object["account"] = (entry.event?.account).map(JSON.string)
    object["tenant"] = entry.tenant.map(JSON.string)
    object["run"] = entry.run.map(JSON.string)
    object["id"] = entry.request.map(JSON.string)
    return JSON.object(object).text
  }
}
