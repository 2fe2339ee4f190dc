import FlowRuntime
import Glibc

/// A file that only grows, by whole lines. It is opened for each line, so that it may be moved away at any time.
struct AppendOnlyFile {
  let path: String

  /// Appends bytes in one write, which POSIX keeps apart from those of other processes; makes the file if need be, for
  /// its owner alone.
  func append(_ bytes: [UInt8]) throws(DeliveryError) {
    // Not waiting, so that a pipe without a reader is an error and not a hang.
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR)
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    let written = write(file, bytes, bytes.count)
    guard written >= 0 else { throw failure(errno) }
    guard written == bytes.count else {
      takeBack(written, from: file)
      throw failure(ENOSPC)
    }
  }

  /// Throws where it cannot be written to, or, where it is not there, made. A pipe may still find its reader.
  func demand() throws(DeliveryError) {
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    if file >= 0 {
      defer { close(file) }
      var (system, status) = (statvfs(), stat())
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, fstatvfs(file, &system) == 0,
        system.f_blocks > 0, (geteuid() == 0 ? system.f_bfree : system.f_bavail) == 0
      else { return }
      throw failure(ENOSPC)
    }
    if errno == ENXIO { return }
    guard errno == ENOENT else { throw failure(errno) }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(folder, W_OK | X_OK) == 0 else { throw failure(errno) }
  }

  /// Removes the first part of a line that did not fit, unless somebody has written behind it.
  private func takeBack(_ count: Int, from file: Int32) {
    var status = stat()
    let end = lseek(file, 0, SEEK_CUR)
    guard end >= count, fstat(file, &status) == 0, status.st_size == end else { return }
    _ = ftruncate(file, end - count)
  }

  private func failure(_ code: Int32) -> DeliveryError {
    .temporary("the outbox \"\(path)\" cannot be written to: \(String(cString: strerror(code)))")
  }
}
