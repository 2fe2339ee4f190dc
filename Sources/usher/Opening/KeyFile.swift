import FlowModel
import FlowRuntime
import Glibc

/// The file of the server's key: 32 bytes as 64 hexadecimal digits, readable by its owner alone.
enum KeyFile {
  /// Reads the key, or makes one where there is no file yet.
  static func load(_ path: String) throws(Failure) -> ServerKey {
    if access(path, F_OK) != 0, errno == ENOENT, let made = try create(path) { return made }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .impossible("the key file \(path) cannot be read: \(reason(errno))") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    let digits = bytes.prefix(max(0, count)).filter { $0 > 0x20 }
    guard let master = Hexadecimal.bytes(digits, count: ServerKey.size), let key = ServerKey(master) else {
      throw .impossible("the key file \(path) does not hold 64 hexadecimal digits")
    }
    return key
  }

  /// Makes a key and its file; nil if somebody else has made one meanwhile. Whoever finds the file finds all of it: it is
  /// written and made durable under another name first.
  private static func create(_ path: String) throws(Failure) -> ServerKey? {
    var name = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .impossible("the key file \(path) cannot be written: \(reason(errno))") }
    defer {
      close(descriptor)
      unlink(name)
    }
    let master = SystemRandomness().bytes(ServerKey.size)
    let text = Array((master.hex + "\n").utf8)
    guard Glibc.write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0, let key = ServerKey(master)
    else { throw .impossible("the key file \(path) cannot be written: \(reason(errno))") }
    guard link(name, path) == 0 else {
      if errno == EEXIST { return nil }
      throw .impossible("the key file \(path) cannot be written: \(reason(errno))")
    }
    syncFolder(of: path)
    return key
  }
}
