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

  /// Why nothing can be appended; nil where something can. A pipe may still find its reader.
  func complaint() -> String? {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR)
    guard file >= 0 else { return errno == ENXIO ? nil : String(cString: strerror(errno)) }
    close(file)
    return nil
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
