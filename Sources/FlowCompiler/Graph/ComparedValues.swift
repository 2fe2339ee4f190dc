import FlowExpression
import FlowModel

/// Which slots may hold what a client has typed, which what the account holds and is no address, and which what came of
/// comparing the two: a forward may-analysis. A slot that holds the one on some path and the other on another is no
/// comparison. What flows have written to accounts comes back as what it was there.
struct ComparedValues {
  /// A comparison that a condition makes, or that an assignment has made before.
  enum Comparison {
    case made(typed: Int, held: Int)
    case kept(Int)
  }

  private let resolved: ResolvedTenant
  private let kinds: DataFlow<Flow>

  /// `secret`: the one attribute that is looked at as held, whatever else is read; nil: all but addresses, or, with
  /// `ofAddresses`, these alone. Nil where it is not known what is proven.
  init?(
    _ flow: AnalyzedFlow, _ resolved: ResolvedTenant, kept: KeptValues = KeptValues(), ofSecret secret: Slot? = nil,
    ofAddresses: Bool = false
  ) {
    guard let evidence = flow.evidence, flow.graph.start >= 0 else { return nil }
    let graph = flow.graph
    self.resolved = resolved
    var problem = Flow(start: Int(graph.start), changeable: kept.typed)
    for slot in resolved.scope.flows[graph.root].inputs.indices {
      problem.atStart.typed.insert(Int(resolved.scope.inputSlot(slot)))
    }
    for node in graph.nodes.indices {
      for index in graph.edgeIndices(node) {
        let edge = graph.edges[index]
        var step = Step()
        if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
          let fields = page.events[Int(edge.branch)].fields
          step.collected = fields.map { ($0.slot, .typed) }
          // Whether a field is there, and which options it has, tells what its conditions asked.
          step.shown = fields.filter { !$0.conditions.isEmpty }.map { field in
            (Int(field.slot), field.conditions.map { resolved.expressions[Int($0.index)].code })
          }
        } else if let (write, slot) = graph.effect(node, resolved.flows)?.write(by: Int(edge.branch)) {
          let isAddress = resolved.scope.attribute(of: slot)?.definition.tellsPeopleApart ?? true
          if case .accountValue = write, isAddress == ofAddresses {
            let isCompared = kept.compared.contains(Int(slot))
            step.collected = [(slot, isCompared ? .compared : secret ?? slot == slot ? .held : .other)]
          } else {
            step.collected = [(slot, .other)]
          }
        }
        var asked: [Code] = []
        if case .choose(let conditions) = graph.kind(node, resolved.flows), edge.branch >= 0 {
          asked = conditions.prefix(Int(edge.branch) + 1).compactMap { condition in
            condition.map { resolved.expressions[Int($0.index)].code }
          }
        }
        for assignment in graph.assignments(edge, resolved.flows) {
          let expression = resolved.expressions[Int(assignment.expression.index)]
          let reads = SlotSet((expression.reads + expression.tests).map(\.slot))
          // A constant tells what was asked where it is assigned.
          step.assigned.append(
            Assignment(
              slot: Int(assignment.slot), code: expression.code,
              reads: reads.isEmpty ? SlotSet(asked.flatMap(\.slotsRead)) : reads,
              guesses: SlotSet(
                ToldValues.unproven(assignment, by: index, of: node, resolved, evidence)
                  + (reads.isEmpty ? asked.flatMap(\.slotsRead) : [])),
              isPicked: ToldValues.isPicked(assignment, by: edge, of: node, graph, resolved), asked: asked))
        }
        if !step.collected.isEmpty || !step.assigned.isEmpty { problem.steps[index] = step }
      }
    }
    kinds = DataFlow(graph, problem)
  }

  /// What a condition compares on entering a node; nil where it is no guess at what an account holds.
  func comparison(by condition: ResolvedExpression, at node: Int) -> Comparison? {
    let here = kinds[node]
    let code = resolved.expressions[Int(condition.index)].code
    if let (typed, held) = kinds.problem.guess(by: code, here) { return .made(typed: typed, held: held) }
    return code.slotsRead.first(where: here.compared.contains).map(Comparison.kept)
  }

  /// Whether a slot tells on entering a node what came of a comparison.
  func tells(_ slot: Slot, at node: Int) -> Bool { kinds[node].compared.contains(Int(slot)) }

  /// Whether a slot holds on entering a node what was read of the account.
  func isHeld(_ slot: Slot, at node: Int) -> Bool { kinds[node].held.contains(Int(slot)) }

  /// Whether a slot may hold on entering a node what was typed.
  func isTyped(_ slot: Slot, at node: Int) -> Bool { kinds[node].typed.contains(Int(slot)) }

  /// Whether a slot may hold on entering a node what was typed in another run, and rested in the account.
  func wasTyped(_ slot: Slot, at node: Int) -> Bool { kinds[node].changeable.contains(Int(slot)) }
}

extension ComparedValues {
  fileprivate enum Kind { case typed, held, compared, other }

  /// What an assignment writes.
  fileprivate struct Assignment {
    let slot: Int
    let code: Code
    /// What the value is made of.
    let reads: SlotSet
    /// Those of it that nobody has proven.
    let guesses: SlotSet
    /// Whether a client picks it by an event.
    let isPicked: Bool
    /// The conditions that decided that it is assigned.
    let asked: [Code]
  }

  /// What an edge writes: what it collects first, and then what it assigns, one after the other.
  fileprivate struct Step {
    var collected: [(slot: Slot, kind: Kind)] = []
    /// Of what it collects, what is there by conditions.
    var shown: [(slot: Int, asked: [Code])] = []
    var assigned: [Assignment] = []
  }

  /// The lattice: four sets of slots under union.
  struct Kinds {
    var typed = SlotSet()
    var held = SlotSet()
    var compared = SlotSet()
    /// What the account holds, and a client may have typed in another run.
    var changeable = SlotSet()

    fileprivate mutating func set(_ slot: Int, typed: Bool, held: Bool, compared: Bool, changeable: Bool) {
      if typed { self.typed.insert(slot) } else { self.typed.remove(slot) }
      if held { self.held.insert(slot) } else { self.held.remove(slot) }
      if compared { self.compared.insert(slot) } else { self.compared.remove(slot) }
      if changeable { self.changeable.insert(slot) } else { self.changeable.remove(slot) }
    }
  }

  struct Flow: DataFlowProblem {
    static let direction = DataFlowDirection.forward
    let start: Int
    /// What accounts hold that clients have typed, as often as they like: compared with what they cannot change, a guess.
    let changeable: SlotSet
    var atStart = Kinds()
    fileprivate var steps: [Int: Step] = [:]

    fileprivate init(start: Int, changeable: SlotSet) { (self.start, self.changeable) = (start, changeable) }

    func initial(_ node: Int) -> Kinds { node == start ? atStart : Kinds() }

    func transfer(_ fact: Kinds, along edge: Int) -> Kinds {
      guard let step = steps[edge] else { return fact }
      var here = fact
      for (slot, kind) in step.collected {
        here.set(
          Int(slot), typed: kind == .typed, held: kind == .held, compared: kind == .compared,
          changeable: kind == .held && changeable.contains(Int(slot)))
      }
      func compares(_ code: Code, _ guesses: SlotSet? = nil) -> Bool {
        guess(by: code, here, of: guesses) != nil || code.slotsRead.contains(where: here.compared.contains)
      }
      for field in step.shown where field.asked.contains(where: { compares($0) }) {
        here.compared.insert(field.slot)
      }
      for write in step.assigned {
        here.set(
          write.slot, typed: write.isPicked || here.typed.first(in: write.guesses) != nil,
          held: here.held.first(in: write.reads) != nil,
          compared: compares(write.code, write.guesses) || write.asked.contains { compares($0) },
          changeable: here.changeable.first(in: write.reads) != nil)
      }
      return here
    }

    /// What code compares that is a guess: something typed, of `guesses` if these are given, with something held; or what was
    /// typed in another run, and rests in the account.
    fileprivate func guess(
      by code: Code, _ here: Kinds, of guesses: SlotSet? = nil
    ) -> (typed: Int, held: Int)? {
      code.guess(typed: { here.typed.contains($0) && guesses?.contains($0) ?? true }, held: here.held.contains)
        ?? code.guessByTime(held: here.held.contains)
        ?? code.guess(
          typed: here.changeable.contains, held: { here.held.contains($0) && !here.changeable.contains($0) })
    }

    func join(_ other: Kinds, into fact: inout Kinds) -> Bool {
      let changes = [
        fact.typed.formUnion(other.typed), fact.held.formUnion(other.held), fact.compared.formUnion(other.compared),
        fact.changeable.formUnion(other.changeable),
      ]
      return changes.contains(true)
    }
  }
}
