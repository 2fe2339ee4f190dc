import FlowModel

/// What people read of a program in one language: made once, when its table is loaded.
final class ProgramWords: Sendable {
  /// The table, which differs from that of the program in its words alone.
  let table: FlowTable
  /// What clients see of each flow's pages.
  let templates: [[PageTemplate]]
  /// What the software says by itself.
  let standard: StandardWords
  /// The region of the language, by which telephone numbers without `+` are read where the tenant names none; empty: none.
  let region: String

  init(_ table: FlowTable) {
    region = table.regionOfLanguage
    let table = table.dialling(in: region)
    self.table = table
    standard = table.standardWords
    templates = table.flows.map { flow in flow.pages.map { PageTemplate($0, in: flow, of: table) } }
  }
}

extension FlowTable {
  /// The region that the table's language names, if there are telephone numbers to be read by it.
  fileprivate var regionOfLanguage: String {
    guard
      attributes.contains(where: \.lacksRegion) || flows.contains(where: { $0.inputs.contains(where: \.lacksRegion) })
    else { return "" }
    return language.region.flatMap { PhoneNumber.knows(region: $0) ? $0 : nil } ?? ""
  }

  /// The table with a region for telephone numbers whose attribute names none.
  fileprivate func dialling(in region: String) -> FlowTable {
    if region.isEmpty { return self }
    var table = self
    for index in table.attributes.indices where table.attributes[index].lacksRegion {
      table.attributes[index].region = region
    }
    for flow in table.flows.indices {
      for index in table.flows[flow].inputs.indices where table.flows[flow].inputs[index].lacksRegion {
        table.flows[flow].inputs[index].region = region
      }
    }
    return table
  }
}

extension AttributeDefinition {
  fileprivate var lacksRegion: Bool { type == .phone && numbers != .any && region.isEmpty }
}
