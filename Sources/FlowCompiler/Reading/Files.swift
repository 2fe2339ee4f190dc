import Glibc

/// Why something could not be read.
public struct ReadFailure: Error, Hashable, Sendable {
  /// The path, as it was given or found.
  public let path: String
  /// The reason, as a clause.
  public let reason: String
}

/// The compiler's only access to the file system.
enum Files {
  enum Kind {
    case file, folder, other
  }

  /// What more than this is no flow file, and is not read into memory to be told so.
  static let limit = 256 << 20

  /// What is at a path, links followed.
  static func kind(_ path: String) throws(ReadFailure) -> Kind {
    var info = stat()
    guard stat(path, &info) == 0 else { throw failure(path) }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// A number that is the same for all paths to a folder, so that a circle of links is walked once.
  static func identity(_ path: String) -> [UInt64] {
    var info = stat()
    guard stat(path, &info) == 0 else { return [] }
    return [UInt64(info.st_dev), UInt64(info.st_ino)]
  }

  /// A path from the root, without parts that lead back, its links as they are.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    let start = path.hasPrefix("/") ? "" : resolved(".") ?? ""
    for part in (start + "/" + path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether a folder is of whom another one is, and nobody else may put a file into it.
  static func isOfSameOwner(_ folder: String, as other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(folder, &one) == 0 && stat(other, &two) == 0 && one.st_uid == two.st_uid && one.st_mode & S_IWOTH == 0
  }

  /// The path behind all symbolic links; nil where there is nothing.
  static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The names in a folder, in order, without hidden ones.
  static func names(_ path: String) throws(ReadFailure) -> [String] {
    guard let folder = opendir(path) else { throw failure(path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// All bytes of a regular file.
  static func bytes(_ path: String) throws(ReadFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw failure(path) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw ReadFailure(path: path, reason: "it is no file") }
    return try bytes(of: descriptor, path, expecting: Int(info.st_size))
  }

  /// All bytes that a descriptor has to give, such as standard input's; `expecting` about so many.
  static func bytes(
    of descriptor: Int32, _ path: String, expecting size: Int = 1 << 16
  ) throws(ReadFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(max(size + 1, 512), 1 << 16))
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path)
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= limit else { throw ReadFailure(path: path, reason: "it is larger than \(limit >> 20) MiB") }
    }
  }

  private static func failure(_ path: String) -> ReadFailure {
    let reason =
      switch errno {
      case ENOENT: "there is no such file or folder"
      case EACCES, EPERM: "reading it is not permitted"
      case ELOOP: "its symbolic links lead in a circle"
      case ENOTDIR: "a part of the path is no folder"
      case EMFILE, ENFILE: "too many files are open"
      case EIO: "the disk could not be read"
      default: "the system's error number is \(errno)"
      }
    return ReadFailure(path: path, reason: reason)
  }
}
