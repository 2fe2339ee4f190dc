import FlowModel
import FlowSource

/// U301: an attribute, parameter or secret is read only where it was collected on every way.
@Sendable func collectedBeforeRead(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    guard let collected = flow.collected else { continue }
    var ways = TraceBudget()
    for read in collected.unsureReads(flow.graph, tenant.analysis) where !read.isAccountFact {
      let syntax = tenant.analysis.scope.flows[flow.graph.root]
      let name = tenant.analysis.scope.name(of: Slot(read.slot), in: syntax)
      let isNever = !collects(flow.graph, Slot(read.slot), tenant.analysis)
      let (labels, notes) = ways.trace(to: read, in: flow, tenant.analysis)
      problems.report(
        Diagnostic(
          "U301", .error,
          isNever
            ? "\(name.quoted) is read here, and never collected before"
            : "\(name.quoted) is read here, and may not have been collected",
          at: read.span, labels: labels, notes: notes, help: help(read, name)))
    }
  }

  /// Whether some page asks for a slot, or some transition sets it.
  func collects(_ graph: FlowGraph, _ slot: Slot, _ analysis: Analysis) -> Bool {
    Set(graph.nodes.map(StatePlace.init)).contains { place in
      let state = analysis.flows[Int(place.flow)].states[Int(place.state)]
      if state.transitions.contains(where: { $0.assignments.contains { $0.slot == slot } }) { return true }
      guard case .page(let page) = state.kind else { return false }
      return page.events.contains { $0.fields.contains { $0.slot == slot } }
    }
  }

  func help(_ read: UnsureRead, _ name: String) -> String {
    if Int(read.slot) < SecretField.allCases.count {
      return "collect it on every way here: `fields: { \(name): required }`"
    }
    if name.hasPrefix("input.") { return "make the parameter `required: true`, or ask `has(\(name))` first" }
    return "collect it on every way here: `fields: { \(name): required }`, or ask `has(attributes.\(name))` first"
  }
}

extension UnsureRead {
  /// Whether it is about the bound account.
  var isAccountFact: Bool { AccountFact.allCases.contains { Int($0.slot) == slot } }
}

/// Traces for the first findings of a flow: each takes time in proportion to the flow, and nobody reads hundreds.
struct TraceBudget {
  private var left = 50

  mutating func trace(
    to read: UnsureRead, in flow: JudgedFlow, _ analysis: Analysis
  ) -> (labels: [Label], notes: [String]) {
    guard left > 0, let collected = flow.collected else { return ([], []) }
    left -= 1
    let way = collected.way(without: read.slot, to: read.node)
    if way.isEmpty, let start = analysis.scope.flows[flow.graph.root].start {
      return ([Label(start.span, "a run starts here")], [])
    }
    return flow.graph.trace(way, analysis.flows)
  }
}
