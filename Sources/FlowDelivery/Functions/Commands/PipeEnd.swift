import CSpawn
import Glibc

/// One end of a pipe, closed with its owner.
struct PipeEnd: ~Copyable {
  /// The file descriptor; -1 once closed.
  private(set) var number: Int32

  fileprivate init(_ number: Int32) { self.number = number }

  deinit { if number >= 0 { Glibc.close(number) } }

  /// Whether it is closed.
  var isClosed: Bool { number < 0 }

  /// Closes it early.
  mutating func close() {
    if number >= 0 { Glibc.close(number) }
    number = -1
  }

  /// Makes reads and writes return at once.
  func stopWaiting() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }

  /// Reads what is there, at most `limit` bytes; closes at the end of the data.
  mutating func readAll(limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var result = 0
      let part = [UInt8](unsafeUninitializedCapacity: min(4096, limit - bytes.count)) { buffer, count in
        result = Glibc.read(number, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      if result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR) { close() }
      if result <= 0 { break }
      bytes += part
    }
    return bytes
  }

  /// Writes what fits and returns how many bytes that were; closes when nobody reads any more.
  mutating func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    if count < 0, errno != EAGAIN, errno != EINTR { close() }
    return max(0, count)
  }
}

/// A new pipe that other programs do not inherit.
struct Pipe: ~Copyable {
  /// Where it is read.
  var read: PipeEnd
  /// Where it is written.
  var write: PipeEnd

  init() throws(CallFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw CallFailure("could not be started: \(String(cString: strerror(errno)))")
    }
    read = PipeEnd(ends[0])
    write = PipeEnd(ends[1])
  }
}
