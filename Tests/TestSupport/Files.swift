import Glibc

/// The bytes of a file; nil if it cannot be read.
public func readFile(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&block, 1, block.count, file)
    if count == 0 { return ferror(file) == 0 ? bytes : nil }
    bytes += block[0..<count]
  }
}

/// Writes a file anew; false if that fails.
@discardableResult
public func writeFile(_ path: String, _ bytes: [UInt8]) -> Bool {
  guard let file = fopen(path, "wb") else { return false }
  let written = fwrite(bytes, 1, bytes.count, file)
  return fclose(file) == 0 && written == bytes.count
}

/// The names in a folder, in order, without hidden ones.
public func names(_ folder: String) -> [String] {
  guard let open = opendir(folder) else { return [] }
  defer { closedir(open) }
  var names: [String] = []
  while let entry = readdir(open) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}
