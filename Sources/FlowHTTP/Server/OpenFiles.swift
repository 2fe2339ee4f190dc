import Glibc

/// The process's limit of open files, held against what connections need.
enum OpenFiles {
  /// What is open besides connections once the server is at work: storage, the log, the outbox, functions.
  private static let reserve = 192
  /// The least that makes sense.
  private static let least = 8

  /// Raises the limit, as far as it may be, to what so many connections need; how many there can be, which is fewer where it
  /// may not. Throws where that is hardly any.
  static func allow(connections: Int) throws(ServerStartError) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
    let wanted = rlim_t(connections + reserve + 64)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(limit.rlim_max, wanted)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    let files = Int(clamping: limit.rlim_cur)
    // Where there are few, most of them are for connections, and some for all else.
    let possible = files - min(reserve, max(24, files / 4)) - open()
    guard possible >= min(least, connections) else {
      throw .library("the process may have \(files) files open (`ulimit -n`), and needs \(files + least - possible)")
    }
    return min(connections, possible)
  }

  /// How many are open now.
  private static func open() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return 16 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return max(0, count - 3)
  }
}
