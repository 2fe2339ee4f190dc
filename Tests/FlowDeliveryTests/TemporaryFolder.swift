import Glibc
import Synchronization

/// A folder of files that is gone with its owner.
final class TemporaryFolder: Sendable {
  struct Failure: Error {
    let code: Int32
  }

  let path: String

  init() throws {
    var template = Array("/tmp/usher-delivery-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        unlink("\(path)/\(name)")
      }
      closedir(folder)
    }
    rmdir(path)
  }

  func read(_ name: String) throws -> String {
    guard let file = fopen("\(path)/\(name)", "r") else { throw Failure(code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
