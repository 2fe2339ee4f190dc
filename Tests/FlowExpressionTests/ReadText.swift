import Glibc
import TestSupport

/// A file of the repository as text; empty where there is none.
func readText(_ path: String) -> String {
  guard let file = fopen(Repository.root + "/" + path, "r") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&block, 1, block.count, file)
    if count == 0 { break }
    bytes += block[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}
