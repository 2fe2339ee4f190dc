import FlowExpression
import FlowModel

/// What a play knows of where codes go: of each slot whether it holds an address that the client has typed, which is its own
/// then, and whether the code that is out went to one. Slots of their own stand for that.
struct CodeSlots {
  /// The nodes whose codes may go to an address of the client's own; nothing is followed where there are none.
  let nodes: Set<Int>
  /// Stands for the code that is out.
  let code: Int

  init(_ nodes: Set<Int>, base: Int) { (self.nodes, code) = (nodes, base) }

  /// Stands for what a slot holds.
  func address(_ slot: Int) -> Int { code + 1 + slot }

  /// What a node asks for of these.
  func asked(at node: Int, _ graph: FlowGraph, _ resolved: ResolvedTenant) -> SlotSet {
    guard !nodes.isEmpty, let call = graph.effect(node, resolved.flows) else { return SlotSet() }
    if call.definition.sendsCode { return SlotSet(call.address.map { [address(Int($0))] } ?? []) }
    return SlotSet(call.definition.outcomes.contains { $0.mints.contains(.verifiedCodeTarget) } ? [code] : [])
  }

  /// The slots that codes go to.
  func addresses(_ graph: FlowGraph, _ resolved: ResolvedTenant) -> [Int] {
    nodes.compactMap { graph.effect($0, resolved.flows)?.address.map(Int.init) }
  }

  /// What is known behind an edge, before it assigns anything.
  func follow(_ index: Int, of node: Int, _ known: inout Trial, _ graph: FlowGraph, _ resolved: ResolvedTenant) {
    let branch = Int(graph.edges[index].branch)
    guard !nodes.isEmpty, branch >= 0 else { return }
    if let page = graph.page(node, resolved.flows) {
      if branch == 0, page.isSkippable {
        for field in page.events[branch].fields { known.forget(address(Int(field.slot))) }
      } else {
        for field in page.events[branch].fields { known[address(Int(field.slot))] = .bool(true) }
      }
    } else if let call = graph.effect(node, resolved.flows) {
      if let (_, slot) = call.write(by: branch) { known[address(Int(slot))] = .bool(false) }
      let outcome = call.definition.outcomes[branch]
      if outcome.sendsCode, let slot = call.address {
        known[code] = known[address(Int(slot))] ?? .bool(nodes.contains(node))
      }
      // What an account was found by is its own.
      guard call.definition.rebindsAccount, outcome.bindsAccount else { return }
      for (parameter, definition) in call.definition.parameters.enumerated() where definition.kind == .identifier {
        if let slot = call.slot(parameter) { known[address(Int(slot))] = .bool(false) }
      }
    }
  }

  /// What is known where a slot is assigned what code comes to.
  func assign(_ value: Code, to slot: Int, _ known: inout Trial) {
    if nodes.isEmpty { return }
    if let source = value.copied(known), let isOwn = known[address(source)] {
      known[address(slot)] = isOwn
    } else {
      known.forget(address(slot))
    }
  }

  /// Whether the client surely reads the code that is out.
  func isRead(_ known: Trial) -> Bool { known[code] == .bool(true) }
}
