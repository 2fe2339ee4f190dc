import FlowModel
import FlowRuntime
import Glibc

/// The file of the server's key: a master key a line, 32 bytes as 64 hexadecimal digits, the newest first. A line that begins
/// with `next` is for reading until it becomes the newest. Its owner alone may read it.
enum KeyFile {
  /// Reads the key, or makes one where there is no file yet.
  static func load(_ path: String) throws(Failure) -> ServerKey {
    if access(path, F_OK) != 0, errno == ENOENT, let made = try create(path) { return made }
    var masters = try masters(path)
    defer { wipe(&masters) }
    guard let key = ServerKey(ring: masters) else { throw malformed("the key file \(path)") }
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
    defer { for index in lines.indices { FlowRuntime.wipe(&lines[index].master) } }
    let prepared = lines.firstIndex(where: \.isNext)
    var fresh =
      prepared.map { lines.remove(at: $0) } ?? Line(master: SystemRandomness().bytes(ServerKey.size), isNext: true)
    defer { FlowRuntime.wipe(&fresh.master) }
    fresh.isNext = prepared == nil
    lines.insert(fresh, at: prepared == nil ? lines.endIndex : 0)
    guard let key = ServerKey(fresh.master), let fingerprint = key.fingerprints.first else {
      throw malformed("the key file \(path)")
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .impossible("the key file \(path) cannot be read: \(reason(errno))") }
    let text = lines.map { ($0.isNext ? "next " : "") + $0.master.hex + "\n" }.joined()
    try replaceFile(path, Array(text.utf8), like: status)
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

  /// A line of the file.
  struct Line {
    var master: [UInt8]
    var isNext: Bool
  }

  private static func masters(_ path: String) throws(Failure) -> [[UInt8]] { masters(of: try lines(path)) }

  /// The master keys of lines, the newest first.
  static func masters(of lines: [Line]) -> [[UInt8]] {
    (lines.filter { !$0.isNext } + lines.filter(\.isNext)).map(\.master)
  }

  private static func lines(_ path: String) throws(Failure) -> [Line] {
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
    return try lines(in: bytes.prefix(max(0, count)), "the key file \(path)")
  }

  /// The master keys in a text of one a line; one of them at least is not for reading alone.
  static func lines(in text: ArraySlice<UInt8>, _ name: String) throws(Failure) -> [Line] {
    var lines: [Line] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var digits = line.filter { $0 > 0x20 }
      defer { FlowRuntime.wipe(&digits) }
      if digits.isEmpty { continue }
      let isNext = digits.starts(with: "next".utf8)
      if isNext { digits.removeFirst(4) }
      guard let master = Hexadecimal.bytes(digits, count: ServerKey.size) else { throw malformed(name) }
      lines.append(Line(master: master, isNext: isNext))
    }
    guard lines.contains(where: { !$0.isNext }) else { throw malformed(name) }
    return lines
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
    var name = Array((path + unfinishedMark + "XXXXXX").utf8CString)
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
    var masters = KeyFile.masters(of: try KeyFile.lines(in: bytes.prefix(count), name))
    defer { KeyFile.wipe(&masters) }
    guard let key = ServerKey(ring: masters) else {
      throw .impossible("\(name) is no key")
    }
    return key
  }
}
