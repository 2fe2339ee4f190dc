import FlowRuntime
import FlowThreads
import Glibc
import Synchronization

/// Lines on their way to a descriptor, or to the end of a file. A thread of its own writes them, so whoever adds one never
/// waits, whoever reads them or does not. Where too many wait, more are dropped and counted.
final class LineWriter: Sendable {
  /// How many lines may wait.
  static let limit = 8192

  private struct Progress {
    /// Since when the lines that were taken are being written; nil: none are.
    var began: ContinuousClock.Instant?
    /// Whether the last could not be.
    var isFailing = false
  }

  private let queue = WorkQueue<[UInt8]>(limit: limit)
  private let descriptor: Int32
  private let path: String?
  private let dropped = Atomic<Int>(0)
  private let written = Atomic<Int>(0)
  private let mustReopen = Atomic<Bool>(false)
  private let progress = Mutex(Progress())
  /// The line that tells how many were dropped.
  private let tellDropped: @Sendable (Int) -> String
  /// The line that tells how it went to open the file again: 0, or the error's number.
  private let tellReopened: @Sendable (Int32) -> String

  /// A writer to a descriptor, which stays the caller's; or to a file, which is made where there is none.
  init(
    to target: Target, dropped tell: @escaping @Sendable (Int) -> String,
    reopened: @escaping @Sendable (Int32) -> String = { _ in "" }
  ) throws(Failure) {
    tellDropped = tell
    tellReopened = reopened
    switch target {
    case .descriptor(let open): (descriptor, path) = (open, nil)
    case .file(let file):
      path = file
      descriptor = Self.open(file)
      guard descriptor >= 0 else {
        throw .impossible("cannot write \(file.quoted): \(errno == ENXIO ? "nobody reads the pipe" : reason(errno))")
      }
    }
    let code = startThread { [self] in
      while let lines = queue.take(atMost: 256) { write(lines) }
    }
    guard code == 0 else { throw .impossible("the log has no thread: \(reason(code))") }
  }

  enum Target {
    case descriptor(Int32)
    case file(String)
  }

  /// Adds a line without its line break, or drops it.
  func add(_ line: String) {
    if queue.add(Array((line + "\n").utf8)) != .added { dropped.add(1, ordering: .relaxed) }
  }

  /// Writes what comes from now on to what is at the file's path then, as after it was renamed.
  func reopen() {
    mustReopen.store(true, ordering: .relaxed)
    // So that it is done now, and not with the next line.
    _ = queue.add([])
  }

  /// Whether lines cannot be written, or nobody has taken them for five seconds.
  var isStuck: Bool {
    progress.withLock { $0.isFailing || $0.began.map { .now - $0 > .seconds(5) } ?? false }
  }

  /// Waits until all that was added is written, but no longer than a second.
  func flush() async {
    let added = queue.added
    for _ in 0..<100 where written.load(ordering: .relaxed) < added { try? await Task.sleep(for: .milliseconds(10)) }
  }

  private func write(_ lines: [[UInt8]]) {
    var lines = lines
    let count = lines.count
    if let path, mustReopen.exchange(false, ordering: .relaxed) {
      lines.insert(Array((tellReopened(openAgain(path)) + "\n").utf8), at: 0)
    }
    progress.withLock { $0.began = .now }
    var rest = Array(lines.joined())
    var error = write(&rest)
    // Where the disk is full, lines wait for room.
    while error == ENOSPC || error == EDQUOT {
      progress.withLock { $0.isFailing = true }
      sleep(1)
      if let path, mustReopen.exchange(false, ordering: .relaxed) { _ = openAgain(path) }
      error = write(&rest)
    }
    progress.withLock { $0 = Progress(isFailing: error != 0) }
    // What cannot be written, as the reader is gone, is lost like what was dropped.
    if error != 0 { dropped.add(rest.count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed) }
    written.add(count, ordering: .relaxed)
    guard error == 0, case let count = dropped.exchange(0, ordering: .relaxed), count > 0 else { return }
    var line = Array((tellDropped(count) + "\n").utf8)
    _ = write(&line)
  }

  /// Writes whole lines and leaves those that could not be written; the error's number then, else 0.
  private func write(_ lines: inout [UInt8]) -> Int32 {
    let (error, left) = lines.withUnsafeBytes { bytes in
      var rest = bytes[...]
      let error = usher.write(&rest, to: descriptor)
      return (error, rest.count)
    }
    let count = lines.count - left
    let whole = lines[..<count].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // The first part of a line is taken back, or ended where that cannot be: the next line stands alone.
    if whole < count, !takeBack(count - whole) { lines.insert(UInt8(ascii: "\n"), at: whole) }
    lines.removeFirst(whole)
    return error
  }

  /// Removes the last bytes of the file, unless somebody has written behind them.
  private func takeBack(_ count: Int) -> Bool {
    var status = stat()
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= count, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == end
    else {
      return false
    }
    return ftruncate(descriptor, end - count) == 0
  }

  /// Opens what is at the path now; 0, or the error's number, and then what was open goes on.
  private func openAgain(_ path: String) -> Int32 {
    let file = Self.open(path)
    guard file >= 0 else { return errno }
    // The descriptor keeps its number: nobody meets a closed one.
    dup2(file, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    close(file)
    return 0
  }

  private static func open(_ path: String) -> Int32 {
    // Not waiting, so that a pipe without a reader is an error and not a hang.
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o640)
    if file >= 0 { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) }
    return file
  }
}
