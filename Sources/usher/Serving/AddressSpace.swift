import CMalloc
import Glibc

/// The address space that a server may have, held against what its limits can come to need. With less, memory is refused in the
/// middle of things, and a program in this language ends then.
enum AddressSpace {
  /// The program, its libraries and what it has in memory.
  private static let base: UInt64 = 256 << 20
  /// Threads of functions, and of all else but hashing and serving.
  private static let threads: UInt64 = 64 + 8
  /// What hashing a password takes on each processor, beside the stacks of its threads.
  private static let perProcessor: UInt64 = 32 << 20
  /// A connection with its request, its answer and its run.
  private static let perConnection: UInt64 = 80 << 10

  /// Throws where the process may have less than it can come to need. Where it is limited at all, malloc sets less aside: 64 MiB
  /// for each thread would be most of it.
  static func demand(connections: Int, bodies: Int) throws(Failure) {
    guard let limit = limit(RLIMIT_AS) else { return }
    let processors = UInt64(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    // Of an unlimited stack the system makes one of two megabytes.
    let stack = Self.limit(RLIMIT_STACK) ?? 2 << 20
    let least =
      base + (threads + 3 * processors) * stack + perProcessor * processors + perConnection * UInt64(connections)
      + UInt64(bodies)
    guard limit < least else {
      _ = limit_arenas(2)
      return
    }
    throw .impossible(
      "the address space is limited to \(limit >> 20) MiB (`ulimit -v`), and a server of \(connections) connections needs "
        + "\((least + 0xF_FFFF) >> 20) MiB; with fewer `--connections` it needs less")
  }

  private static func limit(_ resource: __rlimit_resource) -> UInt64? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur != .max else { return nil }
    return UInt64(limit.rlim_cur)
  }
}
