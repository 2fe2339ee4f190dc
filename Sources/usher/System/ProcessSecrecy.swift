import CSpawn
import Glibc

/// What others on the machine can learn of this process, which has keys and passwords in its memory.
enum ProcessSecrecy {
  /// No core dump is written of it, and only root reads its memory.
  static func begin() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    _ = process_hide()
  }
}
