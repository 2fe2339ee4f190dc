/// What a backend does not keep, and where the contract says so.
public struct BrokenPromise: Error, CustomStringConvertible {
  /// The place in the contract.
  public let place: String
  /// What was found there.
  public let finding: String

  /// Place and finding.
  public var description: String { "\(place): \(finding)" }
}

/// Throws unless a condition holds.
func expect(
  _ condition: Bool, _ note: String = "this does not hold", file: String = #fileID, line: Int = #line
) throws(BrokenPromise) {
  guard !condition else { return }
  throw BrokenPromise(place: "\(file):\(line)", finding: note)
}

/// Throws unless two values are the same.
func expect<Value: Equatable>(
  _ found: Value, is expected: Value, _ note: String = "", file: String = #fileID, line: Int = #line
) throws(BrokenPromise) {
  guard found != expected else { return }
  let finding = "\(note) found \(shortened(found)) in place of \(shortened(expected))"
  throw BrokenPromise(place: "\(file):\(line)", finding: finding)
}

/// A value that has to be there.
func require<Value>(_ value: Value?, file: String = #fileID, line: Int = #line) throws(BrokenPromise) -> Value {
  guard let value else { throw BrokenPromise(place: "\(file):\(line)", finding: "found nothing") }
  return value
}

private func shortened(_ value: some Any) -> String {
  let text = String(describing: value)
  return text.utf8.count > 300 ? text.prefix(300) + "…" : text
}
