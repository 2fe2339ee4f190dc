import FlowExpression
import FlowModel

/// Plays a flow in two worlds at once, as far as a client can get who has proven nothing: one in which an account exists,
/// and one in which it does not. What the client sees must be the same: states, errors, values, and each deed that takes
/// time (hashing, sending, asking functions), with the same arguments.
///
/// The worlds part where an account is looked for by an identifier that the client has not proven to control. Where the
/// client comes to prove just that, it may know, and nothing is compared any more. What outcomes tell of accounts is in the
/// effect catalogue.
struct Bisimulation {
  /// A step of both, by their edges; -1 for the one that waits.
  struct Step {
    var left: Int32
    var right: Int32

    static let none = Step(left: -1, right: -1)
  }

  /// A pair of states that was reached.
  private struct Record {
    var worlds: Worlds
    var before: Int32
    var step: Step
    /// The node at which the worlds parted first; -1: they did not.
    var origin: Int32
  }

  let graph: FlowGraph
  let analysis: Analysis
  /// The identifiers by which accounts are looked for; of further ones nothing is ever proven.
  let subjects: [Slot]
  private var records: [Record] = []
  private var known: Set<Worlds> = []
  /// What the client can see, at most once for each place at which the worlds part; with the way there.
  private(set) var differences: [(difference: Difference, origin: Int, way: [Step])] = []
  /// Whether there was too much to compare.
  private(set) var isCut = false
  /// Whether something was left out, because another rule forbids it.
  private(set) var isPartial = false
  private var judged: Set<StatePlace> = []

  /// Whether the client can see nothing, and nothing was left out.
  var hasConcealed: Bool { differences.isEmpty && !isCut && !isPartial }

  init(_ graph: FlowGraph, _ analysis: Analysis) {
    self.graph = graph
    self.analysis = analysis
    var subjects: [Slot] = []
    for node in graph.nodes.indices {
      guard case .effect(let effect) = graph.state(node, analysis.flows).kind, let slot = effect.soughtSlot else {
        continue
      }
      if !subjects.contains(slot) { subjects.append(slot) }
    }
    self.subjects = Array(subjects.prefix(8))
    // Who looks for no account learns of none.
    guard !subjects.isEmpty, graph.start >= 0 else { return }
    note(Record(worlds: Worlds(start: graph.start), before: -1, step: .none, origin: -1))
    let limit = 64 * graph.nodes.count + 4096
    var next = 0
    while next < records.count {
      guard next < limit else {
        isCut = true
        return
      }
      advance(next)
      next += 1
    }
  }

  func subject(_ slot: Slot) -> Int? { subjects.firstIndex(of: slot) }

  func state(_ world: World) -> ResolvedState { graph.state(Int(world.node), analysis.flows) }

  // MARK: Records

  func worlds(_ at: Int) -> Worlds { records[at].worlds }

  private mutating func note(_ record: Record) {
    if known.insert(record.worlds).inserted { records.append(record) }
  }

  /// Takes a step of one world or of both; `change` is what it does beside where it leads.
  mutating func take(_ at: Int, left: Int?, right: Int?, _ change: (inout Worlds) -> Void = { _ in }) {
    var worlds = records[at].worlds
    if let left, !move(&worlds.left, left) { return }
    if let right, !move(&worlds.right, right) { return }
    change(&worlds)
    assign(&worlds, left, right)
    let here = records[at]
    let origin = here.origin >= 0 || left == right ? here.origin : here.worlds.left.node
    let step = Step(left: Int32(left ?? -1), right: Int32(right ?? -1))
    note(Record(worlds: worlds, before: Int32(at), step: step, origin: origin))
  }

  /// Goes on without a step: a world comes to rest.
  mutating func settle(_ at: Int, _ change: (inout Worlds) -> Void) {
    var record = records[at]
    change(&record.worlds)
    record.before = Int32(at)
    record.step = .none
    note(record)
  }

  /// Keeps what can be seen at a pair of states.
  mutating func report(_ difference: Difference, _ at: Int) {
    let origin = Int(records[at].origin)
    // Each way takes time in proportion to the flow, and nobody reads hundreds.
    guard differences.count < 50, origin >= 0, judged.insert(StatePlace(graph.nodes[origin])).inserted else { return }
    var way: [Step] = []
    var record = at
    while records[record].before >= 0 {
      let step = records[record].step
      if step.left >= 0 || step.right >= 0 { way.append(step) }
      record = Int(records[record].before)
    }
    differences.append((difference, origin, way.reversed()))
  }

  mutating func leaveOut() { isPartial = true }

  // MARK: Moving

  private func move(_ world: inout World, _ edge: Int) -> Bool {
    let target = graph.edges[edge].target
    guard target >= 0 else { return false }
    world.node = target
    world.rests = false
    if let transition = graph.transition(graph.edges[edge], analysis.flows), transition.error >= 0 {
      world.error = Int32(edge)
    }
    return true
  }

  /// `set`: the same in both, or different from now on.
  private func assign(_ worlds: inout Worlds, _ left: Int?, _ right: Int?) {
    func assignments(_ edge: Int?) -> [ResolvedAssignment] {
      edge.flatMap { graph.transition(graph.edges[$0], analysis.flows) }?.assignments ?? []
    }
    let (lefts, rights) = (assignments(left), assignments(right))
    if lefts.isEmpty, rights.isEmpty { return }
    let areSame = lefts.elementsEqual(rights) { $0.slot == $1.slot && $0.expression.index == $1.expression.index }
    for one in areSame ? lefts : lefts + rights {
      let differs = !areSame || !isShared(one.expression, worlds)
      worlds.write(one.slot, subject: subject(one.slot), differs: differs)
    }
  }

  /// Whether an expression has the same value in both.
  func isShared(_ expression: ResolvedExpression, _ worlds: Worlds) -> Bool {
    if !worlds.isApart, worlds.differing.isEmpty { return true }
    let compiled = analysis.expressions[Int(expression.index)]
    return !(compiled.reads + compiled.tests).contains { read in
      worlds.differing.contains(Slot(truncatingIfNeeded: read.slot)) || (worlds.isApart && read.isAccountFact)
    }
  }
}

extension SlotRead {
  /// Whether it asks about the bound account.
  var isAccountFact: Bool { AccountFact.allCases.contains { Int($0.slot) == slot } }
}

extension ResolvedEffect {
  /// The identifier by which it looks for an account.
  var soughtSlot: Slot? {
    guard let index = effect.definition.parameters.firstIndex(where: { $0.kind == .identifier }),
      arguments.indices.contains(index), case .slot(let slot) = arguments[index]
    else { return nil }
    return slot
  }
}
