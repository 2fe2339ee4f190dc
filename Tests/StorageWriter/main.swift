import FlowRuntime
import FlowStorageSQLite
import Glibc
import StorageSamples
import Synchronization

// Writes numbered entries to a database, and prints each number once it is committed; the tests kill it, or let its files
// reach a limit of size. Arguments: the file, the first number, how many, and the limit in bytes, if any.

guard CommandLine.arguments.count >= 4, let first = Int(CommandLine.arguments[2]),
  let count = Int(CommandLine.arguments[3])
else {
  print("usage: StorageWriter FILE FIRST COUNT [LIMIT]")
  exit(2)
}

func limitFiles(to size: rlim_t) {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = min(size, limit.rlim_max)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

/// Writes a line at once, so that a killed process has either written it or not.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

let storage: SQLiteStorage
do {
  storage = try await SQLiteStorage(path: CommandLine.arguments[1])
} catch {
  say("\(error)")
  exit(3)
}
if CommandLine.arguments.count > 4, let size = UInt(CommandLine.arguments[4]) { limitFiles(to: size) }

let next = Atomic(first)
let end = first + count
await withTaskGroup { group in
  for _ in 0..<16 {
    group.addTask {
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < end else { return }
        do {
          try await storage.transact { try Entry.write(number, in: $0) }
          say("\(number)")
        } catch {
          return say("\(error)")
        }
      }
    }
  }
}

limitFiles(to: .max)
do {
  try await storage.transact { try Entry.write(end, in: $0) }
  say("\(end)")
} catch {
  say("\(error)")
}
await storage.close()
