import FlowExpression
import FlowModel
import FlowSource

/// U301, of fields: what a condition of a field asks for may have a value on some way to its page. One that is missing makes
/// no comparison true, so nothing fails, and the field would be hidden, or free, for good. A sub-flow is judged by all its calls.
func fieldsOfNothing(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  var (missing, found): ([SourceSpan: Slot], Set<SourceSpan>) = ([:], [])
  for flow in tenant.flows where flow.collected != nil && flow.isComplete {
    let asking = flow.asking(tenant.resolved)
    if asking.isEmpty { continue }
    let filled = DataFlow(flow.graph, SlotFlow(filledIn: flow.graph, tenant.resolved))
    for (node, reads) in asking where flow.reached[node] {
      for read in reads where filled[node].contains(Int(read.slot)) { found.insert(read.place) }
      for read in reads { missing[read.place] = read.slot }
    }
  }
  let scope = tenant.resolved.scope
  for (place, slot) in missing.sorted(by: { $0.key < $1.key }) where !found.contains(place) {
    guard let name = scope.attribute(of: slot)?.name.text else { continue }
    problems.report(
      Diagnostic(
        "U301", .error, "\(name.quoted) is asked for here, and is never collected before", at: place,
        labels: scope.attribute(of: slot).map { [Label($0.name.span, "declared here")] } ?? [],
        notes: ["what is missing makes no comparison true, so this comes out the same for everybody"],
        help: "collect it on this page before the field, or on a page before; what an account holds is taken over by "
          + "`account.read`"))
  }
}

extension AnalyzedFlow {
  /// The pages whose fields ask for attributes by conditions, with the places; but for fields of the same event.
  fileprivate func asking(_ resolved: ResolvedTenant) -> [(node: Int, reads: [(slot: Slot, place: SourceSpan)])] {
    var found: [(node: Int, reads: [(slot: Slot, place: SourceSpan)])] = []
    for node in graph.nodes.indices {
      guard let page = graph.page(node, resolved.flows) else { continue }
      var reads: [(slot: Slot, place: SourceSpan)] = []
      for event in page.events {
        let own = Set(event.fields.map(\.slot))
        for condition in event.fields.flatMap(\.conditions) {
          let code = resolved.expressions[Int(condition.index)]
          for read in code.reads + code.tests where !own.contains(Slot(read.slot)) {
            guard resolved.scope.attribute(of: Slot(read.slot)) != nil else { continue }
            reads.append((Slot(read.slot), condition.syntax.place(read.range)))
          }
        }
      }
      if !reads.isEmpty { found.append((node, reads)) }
    }
    return found
  }
}

extension SlotFlow {
  /// Which slots may have a value: whatever writes one may have been there.
  fileprivate init(filledIn graph: FlowGraph, _ resolved: ResolvedTenant) {
    var written: [Int: [Write]] = [:]
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        let edge = graph.edges[index]
        var slots = graph.assignments(edge, resolved.flows).map(\.slot)
        if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
          slots += page.events[Int(edge.branch)].fields.map(\.slot)
        } else if edge.branch >= 0, let effect = graph.effect(node, resolved.flows) {
          if let (_, slot) = effect.write(by: Int(edge.branch)) { slots.append(slot) }
        }
        if !slots.isEmpty { written[index] = slots.map { Write(slot: Int($0), isSource: true) } }
      }
    }
    self.init(start: Int(graph.start), atStart: SlotSet(), writes: written)
  }
}
