import FlowRuntime
import Glibc
import Synchronization

/// Runs an actor's jobs on a thread of its own, so that reads and writes that block never hold a thread of Swift's
/// cooperative pool. The actor calls `stop` when it goes.
final class ThreadExecutor: SerialExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var isStopped = false
  }

  private let queue = Mutex(Queue())
  private let wakeUp = WakeUpPipe()

  init() {
    startNeededThread { self.work() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append(job) }
    wakeUp.signal()
  }

  func stop() {
    queue.withLock { $0.isStopped = true }
    wakeUp.signal()
  }

  private func work() {
    while true {
      let (jobs, isStopped) = queue.withLock { queue in
        defer { queue.jobs = [] }
        return (queue.jobs, queue.isStopped)
      }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
      if jobs.isEmpty {
        if isStopped { return }
        wakeUp.wait()
      }
    }
  }
}

/// Wakes a thread that waits: it stays signalled until a thread has waited. A pipe, so that `poll` can wait for it, too.
final class WakeUpPipe: Sendable {
  /// Readable while it is signalled.
  let descriptor: Int32
  private let input: Int32

  init() {
    guard let ends = makePipe() else { preconditionFailure("The process has no file descriptor left.") }
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

  func wait() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) < 0, errno == EINTR {}
  }
}

/// A pipe that commands the process starts do not inherit; nil where there are no descriptors left.
func makePipe() -> (output: Int32, input: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Starts a detached thread that this module cannot do without.
func startNeededThread(_ body: @escaping @Sendable () -> Void) {
  let failure = startThread(body)
  // Like memory that has run out: Swift's own pool stops the process in the same place.
  precondition(failure == 0, "The system has no thread left.")
}
