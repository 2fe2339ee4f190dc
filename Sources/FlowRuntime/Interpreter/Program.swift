import FlowExpression
import FlowModel

/// A flow behind one reference.
final class FlowCode: Sendable {
  let flow: Flow

  init(_ flow: Flow) { self.flow = flow }
}

/// A table made ready to run: its hash and its compiled patterns beside it. Shared by all runs that are pinned to it.
public final class Program: Sendable {
  /// The table.
  public let table: FlowTable
  /// The hash of its content.
  public let hash: ContentHash
  /// The table's flows, each behind one reference, so that a step copies none of their arrays.
  let flows: [FlowCode]
  /// The patterns of the attributes, by index.
  let patterns: [LinearPattern?]

  /// Makes a table ready; fails where a pattern is none, which the compiler never lets pass.
  public init(_ table: FlowTable, hash: ContentHash) throws(TableFileError) {
    self.table = table
    self.hash = hash
    flows = table.flows.map(FlowCode.init)
    var patterns: [LinearPattern?] = []
    for attribute in table.attributes {
      do {
        patterns.append(try attribute.pattern.map { text throws(PatternError) in try LinearPattern(text) })
      } catch {
        throw .invalid(DecodingFailure(offset: 0, message: "the pattern of \(attribute.name): \(error.message)"))
      }
    }
    self.patterns = patterns
  }

  /// Reads a table's file and makes it ready.
  public convenience init(file: [UInt8]) throws(TableFileError) {
    let (table, hash) = try TableFile.read(file)
    try self.init(table, hash: hash)
  }
}
