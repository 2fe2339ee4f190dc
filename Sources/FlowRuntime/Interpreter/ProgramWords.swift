import FlowModel

/// What people read of a program in one language: made once, when its table is loaded.
final class ProgramWords: Sendable {
  /// The table, which differs from that of the program in its words alone.
  let table: FlowTable
  /// What clients see of each flow's pages.
  let templates: [[PageTemplate]]
  /// What the software says by itself.
  let standard: StandardWords

  init(_ table: FlowTable) {
    self.table = table
    standard = StandardWords(for: table.language)
    templates = table.flows.map { flow in flow.pages.map { PageTemplate($0, in: flow, of: table) } }
  }
}
