import Glibc

/// What `poll` can wait for beside input: it stays signalled from the first signal on.
final class WakeUpPipe: Sendable {
  /// Readable once it is signalled.
  let descriptor: Int32
  private let input: Int32

  /// A pipe; nil where there are no descriptors left.
  init?() {
    guard let ends = makePipe() else { return nil }
    (descriptor, input) = ends
    // A full pipe is signalled already.
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(descriptor)
    close(input)
  }

  func signal() {
    var byte: UInt8 = 1
    _ = write(input, &byte, 1)
  }
}

/// A pipe that commands the process starts do not inherit; nil where there are no descriptors left.
func makePipe() -> (output: Int32, input: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
