import FlowModel
import FlowSource

/// U301: an attribute, parameter or secret is read only where it was collected on every path.
@Sendable func collectedBeforeRead(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  fieldsOfNothing(tenant, &problems)
  for flow in tenant.flows {
    let reads = flow.unassignedReads.filter { !$0.isAccountFact }
    if reads.isEmpty { continue }
    let everCollected = everCollected(flow.graph, tenant.resolved)
    var paths = TraceBudget()
    for read in reads {
      let syntax = tenant.resolved.scope.flows[flow.graph.root]
      let name = tenant.resolved.scope.name(of: Slot(read.slot), in: syntax)
      let doubt =
        name.hasPrefix("input.")
        ? "may not have been given"
        : everCollected.contains(Slot(read.slot))
          ? "may not have been collected" : "is never collected before"
      let path = paths.path(to: read, in: flow, .reads(name), tenant.resolved)
      problems.report(
        Diagnostic(
          "U301", .error, "\(name.quoted) is read here, and \(doubt)", at: read.span, help: help(read, name),
          counterexample: path))
    }
  }

  /// The slots that some page asks for, some transition sets, or some effect fills from the account.
  func everCollected(_ graph: FlowGraph, _ resolved: ResolvedTenant) -> Set<Slot> {
    var slots = Set<Slot>()
    for node in graph.nodes.indices {
      for transition in graph.transitions(node, resolved.flows) {
        slots.formUnion(transition.assignments.map(\.slot))
      }
      switch graph.kind(node, resolved.flows) {
      case .page(let page): for event in page.events { slots.formUnion(event.fields.map(\.slot)) }
      case .effect(let effect):
        for outcome in effect.outcomes.indices {
          switch effect.write(by: outcome) {
          case (.accountValue, let slot)?, (.invitedAddress, let slot)?: slots.insert(slot)
          case (.nothing, _)?, nil: break
          }
        }
      default: break
      }
    }
    return slots
  }

  func help(_ read: UnassignedRead, _ name: String) -> String {
    if Int(read.slot) < SecretField.allCases.count {
      return "collect it on every path here: `fields: { \(name): required }`"
    }
    if name.hasPrefix("input.") { return "make the parameter `required: true`, or ask `has(\(name))` first" }
    return
      "collect it on every path here: `fields: { \(name): required }`, or ask `has(attributes.\(name))` first; what an account holds is taken over by `account.read`"
  }
}

extension UnassignedRead {
  /// Whether it is about the bound account.
  var isAccountFact: Bool { AccountFact.allCases.contains { Int($0.slot) == slot } }
}

/// Paths for the first findings of a flow: each takes time in proportion to the flow, and nobody reads hundreds.
struct TraceBudget {
  private var left = 50

  /// A shortest path on which what is read is not there; `fact` is what is so at its end.
  mutating func path(
    to read: UnassignedRead, in flow: AnalyzedFlow, _ fact: TraceFact, _ resolved: ResolvedTenant
  ) -> Counterexample? {
    guard left > 0, let collected = flow.collected else { return nil }
    left -= 1
    let path = collected.path(without: read.slot, to: read.node)
    return flow.graph.counterexample(
      path: path, attack: "", remarks: TraceRemarks(facts: [path.count: [fact]]), resolved)
  }
}
