import FlowRuntime
import FlowThreads
import Glibc
import Synchronization

/// Cuts what comes from a file descriptor into lines; blocks. Holds at most one line and one chunk.
struct LineReader {
  enum Line: Hashable, Sendable {
    /// A line without its line break.
    case line([UInt8])
    /// A line over the limit; all of it was skipped.
    case tooLong
    /// The interruption was signalled.
    case interrupted
    /// There is no more input.
    case end
  }

  let descriptor: Int32
  /// In bytes.
  let limit: Int
  /// Becomes readable, and stays so, when reading should stop; -1: never.
  var interruption: Int32 = -1

  private var chunk: [UInt8] = []
  private var at = 0
  private var isAtEnd = false

  init(descriptor: Int32, limit: Int, interruption: Int32 = -1) {
    self.descriptor = descriptor
    self.limit = limit
    self.interruption = interruption
  }

  mutating func next() -> Line {
    var line: [UInt8] = []
    var isTooLong = false
    var hasBegun = false
    while true {
      if isInterrupted(waiting: at == chunk.count && !isAtEnd) { return .interrupted }
      if at == chunk.count { fill() }
      if isAtEnd, at == chunk.count { return isTooLong ? .tooLong : hasBegun ? .line(line) : .end }
      hasBegun = true
      let rest = chunk[at...]
      let lineBreak = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(lineBreak ?? rest.endIndex)]
      isTooLong = isTooLong || line.count + part.count > limit
      if isTooLong { line = [] } else { line += part }
      at = lineBreak.map { $0 + 1 } ?? rest.endIndex
      if lineBreak != nil { return isTooLong ? .tooLong : .line(line) }
    }
  }

  /// Whether the interruption came; where `waiting`, waits for it or for input.
  private func isInterrupted(waiting: Bool) -> Bool {
    if interruption < 0, !waiting { return false }
    var polled = [
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      pollfd(fd: waiting ? descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, nfds_t(polled.count), waiting ? -1 : 0) < 0, errno == EINTR {}
    return polled[0].revents != 0
  }

  private mutating func fill() {
    at = 0
    chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      var size = read(descriptor, buffer.baseAddress, buffer.count)
      while size < 0, errno == EINTR || errno == EAGAIN {
        if errno == EAGAIN { wait(for: Int16(POLLIN), on: descriptor) }
        size = read(descriptor, buffer.baseAddress, buffer.count)
      }
      count = max(0, size)
    }
    isAtEnd = chunk.isEmpty
  }
}

/// Waits until a descriptor that does not block by itself is ready.
func wait(for events: Int16, on descriptor: Int32) {
  var polled = pollfd(fd: descriptor, events: events, revents: 0)
  poll(&polled, 1, -1)
}

/// Lines of a descriptor, read on a thread of its own and only when asked for.
final class LineInput: Sendable {
  private let thread: WorkerPool
  private let reader: Mutex<LineReader>

  /// Input that is read on a thread that may do other things in between.
  init(_ reader: LineReader, on thread: WorkerPool = WorkerPool(threads: 1)) {
    self.reader = Mutex(reader)
    self.thread = thread
  }

  /// The next line; the end where the system had no thread to wait for it.
  func next() async -> LineReader.Line {
    await perform { $0.next() } ?? .end
  }

  /// Does what may wait for a line on the thread; nil where the system had none.
  func perform<Result: Sendable>(_ body: @escaping @Sendable (inout LineReader) -> Result) async -> Result? {
    try? await thread.run { [self] in reader.withLock { body(&$0) } }
  }
}
