import FlowModel
import FlowRuntime
import Glibc

/// The file of the server's key: a master key a line, 32 bytes as 64 hexadecimal digits, the newest first. Its owner alone may
/// read it.
enum KeyFile {
  /// Reads the key, or makes one where there is no file yet.
  static func load(_ path: String) throws(Failure) -> ServerKey {
    if access(path, F_OK) != 0, errno == ENOENT, let made = try create(path) { return made }
    var masters = try masters(path)
    defer { wipe(&masters) }
    guard let key = ServerKey(ring: masters) else { throw malformed("the key file \(path)") }
    return key
  }

  /// Puts a fresh master key before those in a file; its fingerprint.
  static func addMaster(_ path: String) throws(Failure) -> String {
    var masters = [SystemRandomness().bytes(ServerKey.size)] + (try self.masters(path))
    defer { wipe(&masters) }
    guard let key = ServerKey(ring: masters), let fingerprint = key.fingerprints.first else {
      throw malformed("the key file \(path)")
    }
    try replaceFile(path, Array(masters.map { $0.hex + "\n" }.joined().utf8), mode: 0o600)
    return fingerprint
  }

  private static func masters(_ path: String) throws(Failure) -> [[UInt8]] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .impossible("the key file \(path) cannot be read: \(reason(errno))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .impossible("the key file \(path) cannot be read: \(reason(errno))")
    }
    // What root lends to a group, as secrets are mounted, is the group's to read.
    let strangers: mode_t = status.st_uid == 0 ? 0o037 : 0o077
    if status.st_mode & S_IFMT == S_IFREG, status.st_mode & strangers != 0 {
      throw .impossible(
        "the key file \(path) can be read or written by others than its owner: `chmod 600 \(ShellWord.quoted(path))`")
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    defer { FlowRuntime.wipe(&bytes) }
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return try self.masters(in: bytes.prefix(max(0, count)), "the key file \(path)")
  }

  /// The master keys in a text of one a line.
  static func masters(in text: ArraySlice<UInt8>, _ name: String) throws(Failure) -> [[UInt8]] {
    var masters: [[UInt8]] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var digits = line.filter { $0 > 0x20 }
      defer { FlowRuntime.wipe(&digits) }
      if digits.isEmpty { continue }
      guard let master = Hexadecimal.bytes(digits, count: ServerKey.size) else { throw malformed(name) }
      masters.append(master)
    }
    guard !masters.isEmpty else { throw malformed(name) }
    return masters
  }

  static func wipe(_ masters: inout [[UInt8]]) {
    for index in masters.indices { FlowRuntime.wipe(&masters[index]) }
  }

  private static func malformed(_ name: String) -> Failure {
    .impossible("\(name) does not hold lines of 64 hexadecimal digits")
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
    var master = SystemRandomness().bytes(ServerKey.size)
    var text = Array((master.hex + "\n").utf8)
    defer {
      FlowRuntime.wipe(&master)
      FlowRuntime.wipe(&text)
    }
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

/// A command that prints the server's key as its file would hold it, such as one that asks a key management service.
enum KeyCommand {
  static func run(_ command: String) throws(Failure) -> ServerKey {
    guard let output = popen(command, "re") else {
      throw .impossible("the command of `--key-command` cannot be run: \(reason(errno))")
    }
    // No buffer of the library's keeps what was read.
    setvbuf(output, nil, _IONBF, 0)
    var bytes = [UInt8](repeating: 0, count: 4096)
    defer { wipe(&bytes) }
    let count = fread(&bytes, 1, bytes.count, output)
    let status = pclose(output)
    guard status == 0 else {
      throw .impossible("the command of `--key-command` failed with the exit code \(status >> 8 & 0xFF)")
    }
    let name = "what the command of `--key-command` prints"
    var masters = try KeyFile.masters(in: bytes.prefix(count), name)
    defer { KeyFile.wipe(&masters) }
    guard let key = ServerKey(ring: masters) else {
      throw .impossible("\(name) is no key")
    }
    return key
  }
}
