import FlowModel
import FlowRuntime
import Glibc

/// The file of the server's key: lines of master keys, the newest first. Its owner alone may read it.
enum KeyFile {
  /// Reads the key, or makes one where there is no file yet.
  static func load(_ path: String) throws(Failure) -> ServerKey {
    if access(path, F_OK) != 0, errno == ENOENT, let made = try create(path) { return made }
    guard let key = try lines(path).key else { throw malformed("the key file \(path)") }
    return key
  }

  /// What `rotateMaster` did.
  enum Rotation {
    /// A fresh master key is there for reading.
    case prepared
    /// The one that was prepared is the newest now.
    case newest
  }

  /// Adds a fresh master key for reading; where there is one already, makes it the newest. So in between all processes can be
  /// started anew, and none ever meets what it cannot read. With the fingerprint of the fresh one.
  static func rotateMaster(_ path: String) throws(Failure) -> (rotation: Rotation, fingerprint: String) {
    // Two at once would each announce a key that the file of the other does not have.
    let lock = open(path, O_RDONLY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    guard lock >= 0 else { throw .impossible("the key file \(path) cannot be read: \(reason(errno))") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw .impossible(
        errno == EWOULDBLOCK
          ? "the key file \(path) is being changed by another `usher keys rotate-master`"
          : "the key file \(path) cannot be locked: \(reason(errno))")
    }
    removeLeftovers(path)
    var lines = try self.lines(path)
    let prepared = lines.firstIndex(where: \.isNext)
    let fresh = prepared.map { lines.remove(at: $0).master } ?? LockedSecret.random(ServerKey.size)
    guard let fresh, let fingerprint = ServerKey(ring: [fresh])?.fingerprints.first else { throw noMemory }
    lines.insert(MasterKeyLine(master: fresh, isNext: prepared == nil), at: prepared == nil ? lines.endIndex : 0)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .impossible("the key file \(path) cannot be read: \(reason(errno))") }
    guard let text = lines.text else { throw noMemory }
    try text.read { text throws(Failure) in try replaceFile(path, text, like: status) }
    return (prepared == nil ? .prepared : .newest, fingerprint)
  }

  /// Removes what runs that were killed have left beside the file: each holds all master keys.
  private static func removeLeftovers(_ path: String) {
    let target = resolved(path) ?? path
    let start = target.lastIndex(of: "/").map(target.index(after:)) ?? target.startIndex
    let (folder, name) = (String(target[..<start]), target[start...] + unfinishedMark)
    guard let entries = opendir(folder.isEmpty ? "." : folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let found = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let isOurs =
        found.hasPrefix(name) && found.count == name.count + 6
        && found.suffix(6).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      if isOurs { unlink(folder + found) }
    }
  }

  private static func lines(_ path: String) throws(Failure) -> [MasterKeyLine] {
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
    // One byte more tells whether there is more.
    let capacity = max(4096, Int(clamping: status.st_size) + 1)
    guard capacity <= 1 << 20 else { throw malformed("the key file \(path)") }
    var isRead = false
    let text = LockedSecret(capacity: capacity) { bytes in
      var count = 0
      while count < bytes.count {
        let new = Glibc.read(descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
        if new < 0, errno == EINTR { continue }
        isRead = new == 0
        if new <= 0 { break }
        count += new
      }
      return count
    }
    guard let text else { throw noMemory }
    guard isRead else { throw .impossible("the key file \(path) cannot be read: \(reason(errno))") }
    guard let lines = [MasterKeyLine](text) else { throw malformed("the key file \(path)") }
    return lines
  }

  fileprivate static func malformed(_ name: String) -> Failure {
    .impossible("\(name) does not hold lines of 64 hexadecimal digits")
  }

  fileprivate static let noMemory = Failure.impossible("there is no memory for the server's key")

  /// Makes a key and its file; nil if somebody else has made one meanwhile. Whoever finds the file finds all of it: it is
  /// written and made durable under another name first.
  private static func create(_ path: String) throws(Failure) -> ServerKey? {
    var name = Array((path + unfinishedMark + "XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .impossible("the key file \(path) cannot be written: \(reason(errno))") }
    defer {
      close(descriptor)
      unlink(name)
    }
    guard let master = LockedSecret.random(ServerKey.size), let key = ServerKey(ring: [master]),
      let text = [MasterKeyLine(master: master, isNext: false)].text
    else { throw noMemory }
    let isWritten = text.read { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    guard isWritten, fsync(descriptor) == 0 else {
      throw .impossible("the key file \(path) cannot be written: \(reason(errno))")
    }
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
    let text = LockedSecret(capacity: 4096) { fread($0.baseAddress, 1, $0.count, output) }
    let status = pclose(output)
    guard status == 0 else {
      throw .impossible("the command of `--key-command` failed with the exit code \(status >> 8 & 0xFF)")
    }
    guard let text else { throw KeyFile.noMemory }
    guard let key = [MasterKeyLine](text)?.key else {
      throw KeyFile.malformed("what the command of `--key-command` prints")
    }
    return key
  }
}
