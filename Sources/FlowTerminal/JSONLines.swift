import FlowJSON
public import FlowRuntime
import FlowThreads
public import Glibc

/// The JSON-lines transport: one reply object a line on the output, one event object a line on the input.
///
/// The first reply comes without an event. A line that is no event is answered with the standing state and the error
/// `invalid_request`; blank lines are passed over.
public struct JSONLines: Sendable {
  /// How the conversation came to its end.
  public enum Ending: Hashable, Sendable {
    /// There is no more input.
    case endOfInput
    /// Nobody reads the output any more.
    case outputClosed
    /// The output cannot be written, with the system's number of the error.
    case outputFailed(Int32)
  }

  /// The greatest length of a line, in bytes without its line break.
  public static let lineLimit = 1 << 20

  private let service: any FlowService
  private let input: Int32
  private let output: Int32

  /// A transport over two open file descriptors, which stay open.
  public init(service: any FlowService, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    self.service = service
    self.input = input
    self.output = output
  }

  /// Talks until the input ends or the output is closed. Ignores SIGPIPE for the whole process.
  public func run(_ entry: RunEntry) async -> Ending {
    signal(SIGPIPE, SIG_IGN)
    // A reply is written before the next event is read.
    let thread = WorkerPool(threads: 1)
    let lines = LineInput(LineReader(descriptor: input, limit: Self.lineLimit), on: thread)
    let replies = LineOutput(output, on: thread)
    var reply = await entry.reply(of: service)
    var conversation = Conversation(reply)
    while true {
      let failure = await replies.write(reply.json.utf8() + [UInt8(ascii: "\n")])
      if failure != 0 { return failure == EPIPE ? .outputClosed : .outputFailed(failure) }
      switch await nextEvent(lines) {
      case .success(let event)?: reply = await conversation.send(event, to: service)
      case .failure(let problem)?: reply = conversation.refusal(problem.view)
      case nil: return .endOfInput
      }
    }
  }

  /// What the next line that is not blank holds; nil at the end of the input.
  private func nextEvent(_ lines: LineInput) async -> Result<ClientEvent, InvalidRequest>? {
    while true {
      switch await lines.next() {
      case .line(let bytes):
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        return ClientEvent.parse(bytes)
      case .tooLong: return .failure(InvalidRequest("A line has at most \(Self.lineLimit) bytes."))
      case .interrupted, .end: return nil
      }
    }
  }
}
