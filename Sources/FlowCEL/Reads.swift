import FlowExpression

/// Finds the slots an expression reads and tests, and which reads it guards by its own tests.
struct ReadCollector {
  private let syntax: Syntax
  private let facts: Facts
  private(set) var reads: [SlotRead] = []
  private(set) var tests: [SlotRead] = []

  /// The slots known to be set where a node is true, and where it is false.
  private struct Knowledge {
    var whenTrue: Set<Int32> = []
    var whenFalse: Set<Int32> = []
  }

  init(_ syntax: Syntax, _ facts: Facts) {
    self.syntax = syntax
    self.facts = facts
  }

  mutating func run() {
    visit(syntax.root, [])
    reads.sort { $0.range.lowerBound < $1.range.lowerBound }
    tests.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func visit(_ node: Int, _ known: Set<Int32>) {
    let at = syntax.nodes[node]
    switch at.kind {
    case .literal: break
    case .name: read(node, known)
    case .select, .test:
      if case .slot = facts.resolutions[node] {
        read(node, known)
      } else if case .none = facts.resolutions[node] {
        visit(Int(at.a), known)
      }
    case .and, .or:
      // The order does not matter: where one operand decides, failures of the others are absorbed.
      let facts = syntax.childIndices(node).map { index in
        let fact = knowledge(Int(syntax.children[index]))
        return at.kind == .and ? fact.whenTrue : fact.whenFalse
      }
      var all = known
      var operandsKnowing: [Int32: Int] = [:]
      for fact in facts where !fact.isEmpty {
        all.formUnion(fact)
        for slot in fact { operandsKnowing[slot, default: 0] += 1 }
      }
      for (own, index) in zip(facts, syntax.childIndices(node)) {
        var inner = all
        // What only this operand tests guards the others, not itself.
        for slot in own where operandsKnowing[slot] == 1 && !known.contains(slot) { inner.remove(slot) }
        visit(Int(syntax.children[index]), inner)
      }
    case .conditional:
      let condition = syntax.child(node, 0)
      let fact = knowledge(condition)
      visit(condition, known)
      visit(syntax.child(node, 1), known.union(fact.whenTrue))
      visit(syntax.child(node, 2), known.union(fact.whenFalse))
    case .call:
      if case .fails = facts.resolutions[node] { return }
      var children = syntax.childIndices(node)
      if case .namespaced = facts.resolutions[node] { children = children.dropFirst() }
      for index in children { visit(Int(syntax.children[index]), known) }
    default:
      for index in syntax.childIndices(node) { visit(Int(syntax.children[index]), known) }
    }
  }

  private mutating func read(_ node: Int, _ known: Set<Int32>) {
    guard case .slot(let slot) = facts.resolutions[node] else { return }
    let isTest = syntax.nodes[node].kind == .test
    let entry = SlotRead(slot: Int(slot), range: syntax.range(node), tested: isTest || known.contains(slot))
    if isTest { tests.append(entry) } else { reads.append(entry) }
  }

  private func knowledge(_ node: Int) -> Knowledge {
    switch syntax.nodes[node].kind {
    case .test:
      guard case .slot(let slot) = facts.resolutions[node] else { return Knowledge() }
      return Knowledge(whenTrue: [slot])
    case .not:
      let inner = knowledge(syntax.child(node, 0))
      return Knowledge(whenTrue: inner.whenFalse, whenFalse: inner.whenTrue)
    case .and, .or:
      let parts = syntax.childIndices(node).map { knowledge(Int(syntax.children[$0])) }
      guard var result = parts.first else { return Knowledge() }
      let isAnd = syntax.nodes[node].kind == .and
      for part in parts.dropFirst() {
        if isAnd {
          result.whenTrue.formUnion(part.whenTrue)
          result.whenFalse.formIntersection(part.whenFalse)
        } else {
          result.whenTrue.formIntersection(part.whenTrue)
          result.whenFalse.formUnion(part.whenFalse)
        }
      }
      return result
    case .conditional:
      let condition = knowledge(syntax.child(node, 0))
      let (yes, no) = (knowledge(syntax.child(node, 1)), knowledge(syntax.child(node, 2)))
      return Knowledge(
        whenTrue: condition.whenTrue.union(yes.whenTrue).intersection(condition.whenFalse.union(no.whenTrue)),
        whenFalse: condition.whenTrue.union(yes.whenFalse).intersection(condition.whenFalse.union(no.whenFalse)))
    default: return Knowledge()
    }
  }
}
