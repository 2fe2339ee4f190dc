import Glibc

/// The system's words for an error number.
func describe(errno code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
