import FlowModel
import FlowSource

/// What is different between the flows of two versions.
struct FlowComparison {
  let old: Side
  let new: Side
  private(set) var changes: [Change] = []

  init(_ old: Side, _ new: Side) {
    (self.old, self.new) = (old, new)
    for flow in old.table.flows {
      if let other = new.flow(flow.name) {
        changes += FlowPair(flow, old, other, new).changes
      } else {
        var change = Change(.clients, .lost, flow.place, "is gone", at: old.span(ofFlow: flow.name))
        change.isOfOld = true
        change.breaks = old.table.applications(playing: flow.name)
        changes.append(change)
      }
    }
    for flow in new.table.flows where old.flow(flow.name) == nil {
      changes.append(Change(.clients, .extended, flow.place, "is new", at: new.span(ofFlow: flow.name)))
    }
  }
}

extension Flow {
  /// Where a change is that is the flow's own.
  var place: String { "flow \(name.named)" }
}

extension FlowTable {
  /// The applications that start a flow, each with its protocol.
  func applications(playing name: String) -> [String] {
    guard let index = flow(named: name) else { return [] }
    return applications.filter { $0.flows.contains(index) || $0.parts.contains { $0.flow == index } }.map {
      "\($0.name) (\($0.spoken.name))"
    }
  }
}
