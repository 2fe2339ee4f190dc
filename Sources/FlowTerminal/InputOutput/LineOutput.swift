import FlowRuntime
import FlowThreads
import Glibc
import Synchronization

/// Writes all bytes; blocks. The number of the error where that fails, `EPIPE` where nobody reads them any more; else 0.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32 {
  let bytes = Array(bytes)
  return bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let size = write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      if size > 0 {
        written += size
      } else if size < 0, errno == EAGAIN {
        wait(for: Int16(POLLOUT), on: descriptor)
      } else if size == 0 || errno != EINTR {
        return size == 0 ? EIO : errno
      }
    }
    return 0
  }
}

/// A descriptor written on a thread of its own, in the order of asking.
final class LineOutput: Sendable {
  private let thread: WorkerPool
  private let descriptor: Int32
  private let failure = Atomic<Int32>(0)

  /// Output that is written on a thread, which may do other things in between.
  init(_ descriptor: Int32, on thread: WorkerPool = WorkerPool(threads: 1)) {
    self.descriptor = descriptor
    self.thread = thread
  }

  /// Writes once all before is written, unless that failed; the number of the first error, 0 for none. `EAGAIN` where the
  /// system had no thread for it.
  @discardableResult
  func write(_ bytes: [UInt8]) async -> Int32 {
    do {
      return try await thread.run { [self] in
        let earlier = failure.load(ordering: .relaxed)
        if earlier != 0 { return earlier }
        let error = writeAll(bytes, to: descriptor)
        failure.store(error, ordering: .relaxed)
        return error
      }
    } catch {
      return EAGAIN
    }
  }
}
