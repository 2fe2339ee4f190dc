import Glibc

/// Tells a table's file from a tenant's folder.
enum TableReading {
  private static let limit = 256 << 20

  /// Whether a path leads to a regular file.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Where the commands of a tenant's functions run: its folder, or the one that its table's file lies in.
  static func functionFolder(_ path: String) -> String {
    guard isFile(path) else { return path }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// The bytes of a regular file that is no YAML; nil for folders and everything else.
  static func file(_ path: String) -> [UInt8]? {
    guard !path.hasSuffix(".yaml"), !path.hasSuffix(".yml") else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got <= 0 { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }
}
