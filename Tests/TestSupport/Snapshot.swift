// Programs without tests, such as the benchmarks, are linked with libraries that have no such module.
#if canImport(Testing)
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
#endif
