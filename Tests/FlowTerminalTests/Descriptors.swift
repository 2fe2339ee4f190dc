import Glibc
import Synchronization

/// A pipe for tests; both ends are closed when it goes.
final class TestPipe: Sendable {
  struct NoPipe: Error {}
  let output: Int32
  let input: Int32
  private let open: Mutex<Set<Int32>>

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NoPipe() }
    (output, input) = (ends[0], ends[1])
    open = Mutex(Set(ends))
  }

  func closeInput() { close(input) }
  func closeOutput() { close(output) }

  deinit {
    closeInput()
    closeOutput()
  }

  private func close(_ end: Int32) {
    if open.withLock({ $0.remove(end) }) != nil { _ = Glibc.close(end) }
  }
}

/// A file without a name that holds bytes.
func temporaryFile(_ bytes: [UInt8] = []) -> UnsafeMutablePointer<FILE>? {
  guard let file = tmpfile() else { return nil }
  fwrite(bytes, 1, bytes.count, file)
  rewind(file)
  return file
}

/// All that is in a file.
func contents(_ file: UnsafeMutablePointer<FILE>) -> String {
  rewind(file)
  var bytes = [UInt8](repeating: 0, count: 1 << 24)
  return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
}

/// Reads until a text has come, the descriptor ends, or ten seconds have passed.
func read(_ descriptor: Int32, until text: String) -> String {
  var result: [UInt8] = []
  var bytes = [UInt8](repeating: 0, count: 4096)
  let deadline = time(nil) + 10
  while !String(decoding: result, as: UTF8.self).contains(text), time(nil) < deadline {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 1000) > 0 else { continue }
    let size = Glibc.read(descriptor, &bytes, bytes.count)
    if size <= 0 { break }
    result += bytes[..<size]
  }
  return String(decoding: result, as: UTF8.self)
}
