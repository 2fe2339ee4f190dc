import FlowModel
import Testing

/// A table that a file brings is one that the interpreter may follow blindly.
@Suite struct TableValidationTests {
  private static func table() -> FlowTable {
    var flow = Flow(name: "flow")
    flow.transitions = [Transition(target: 0)]
    flow.pages = [Page(title: "Page", skip: .never, events: [PageEvent(name: "submit", fields: [], transition: 0)])]
    flow.states = [FlowState(name: "page", kind: .page, payload: 0)]
    var table = FlowTable(tenant: "tenant")
    table.functions = [FunctionDefinition(name: "function", target: .command(["true"]))]
    table.flows = [flow]
    return table
  }

  @Test func `a sound table is read`() throws {
    #expect(try TableFile.read(TableFile.write(Self.table()).bytes).table.flows.count == 1)
  }

  @Test(arguments: [Int.min, 0, 3, 13, 18, Int.max])
  func `codes of other lengths than the compiler allows are refused`(_ digits: Int) {
    var table = Self.table()
    table.codes.digits = digits
    #expect(throws: TableFileError.self) { try TableFile.read(TableFile.write(table).bytes) }
  }

  /// Milliseconds are a thousand times as many, attempts are multiplied by rates, and prefixes cannot be negative.
  @Test(
    arguments: [
      \FlowTable.codes.lifetime, \.codes.attempts, \.codes.resendAfter, \.codes.perIdentifier.count,
      \.codes.perIdentifier.seconds, \.links.lifetime, \.links.perIdentifier.count, \.links.perIdentifier.seconds,
      \.passwords.minLength, \.passwords.maxLength, \.passwords.remember, \.passwords.attempts.count,
      \.passwords.attempts.seconds, \.functions[0].timeout, \.flows[0].lifetime, \.flows[0].pages[0].timeout,
    ] as [NumberPath], [Int.min, -1, Int.max, Int.max / 1000])
  func `numbers that could not be computed with are refused`(
    _ place: NumberPath, _ number: Int
  ) throws {
    var table = Self.table()
    table[keyPath: place] = number
    #expect(throws: TableFileError.self) { try TableFile.read(TableFile.write(table).bytes) }
  }
}

/// A number of a table.
typealias NumberPath = any WritableKeyPath<FlowTable, Int> & Sendable
