import Glibc
public import Testing

/// Compares a text with the golden file at `path`, from the repository's root. `SNAPSHOTS=record` rewrites the file where
/// it differs, and the test fails once more, so that nobody records by accident.
public func expectSnapshot(_ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = Repository.root + "/" + path
  let golden = readFile(file).map { String(decoding: $0, as: UTF8.self) }
  if golden == text { return }
  guard getenv("SNAPSHOTS").map({ String(cString: $0) }) == "record" else {
    let difference = firstDifference(golden ?? "", text)
    Issue.record(
      "\(path) \(golden == nil ? "is missing" : "differs"); `make snapshots` records it\n\(difference)",
      sourceLocation: sourceLocation)
    return
  }
  let isWritten = writeFile(file, Array(text.utf8))
  Issue.record("\(path) \(isWritten ? "is recorded anew" : "cannot be written")", sourceLocation: sourceLocation)
}

private func firstDifference(_ golden: String, _ text: String) -> String {
  let old = golden.split(separator: "\n", omittingEmptySubsequences: false)
  let new = text.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
  let expected = line < old.count ? String(old[line]) : "(end)"
  let found = line < new.count ? String(new[line]) : "(end)"
  return "line \(line + 1):\n  expected \(expected)\n  found    \(found)"
}

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
