import FlowExpression
import FlowModel

/// Whether an account exists does not interfere with what a client sees who has proven nothing: non-interference of two
/// runs, one in which the account exists and one in which it does not. States, errors, values, and each effect that takes
/// time (hashing, sending, asking functions) with its arguments must be the same.
///
/// The runs part where an account is looked for by an identifier that the client has not proven to control. Where the
/// client comes to prove just that, it may know, and nothing is compared any more. What outcomes tell of accounts is in the
/// effect catalogue.
struct NonInterference: Sendable {
  /// A step of both, by their edges; -1 for the one that waits.
  struct Step: Sendable {
    var left: Int32
    var right: Int32
  }

  /// What the client can see, with the path there.
  struct Finding: Sendable {
    let difference: Difference
    /// The node at which the runs parted.
    let origin: Int
    let path: [Step]
  }

  let graph: FlowGraph
  let resolved: ResolvedTenant
  /// The identifiers by which accounts are looked for, or that are written to them; of further ones nothing is ever proven.
  let subjects: [Slot]
  let nodeTraits: [NodeTraits]
  /// All that the flow may have a value of.
  let filled: SlotSet
  /// What may fail or be refused when it runs.
  private var refusals: RunTimeRefusals
  private var pairs = PairTable()
  /// How the runs came to each pair, by its number: the position is the node at which they parted first; -1: they did not.
  private var search = PathSearch<Int32, Step>()
  /// What the client can see, at most once for each place at which the runs part.
  private(set) var findings: [Finding] = []
  /// The identifiers of which the client can see whether an account has them.
  private(set) var told: Set<Slot> = []
  /// What the runs leave behind otherwise, at most once for each state that does, and each kind of it.
  private(set) var remains: [Remains] = []
  private var remembered: Set<Remembered> = []
  private struct Remembered: Hashable {
    let place: StatePlace
    let change: Remains.Change
    let guess: Slot?
  }
  /// Whether there was too much to compare.
  private(set) var isCut = false
  /// Whether something was left out, because another rule forbids it.
  private var isPartial = false
  private var reportedOrigins: Set<StatePlace> = []

  /// Whether the client can see nothing, and nothing was left out.
  var holds: Bool { findings.isEmpty && !isCut && !isPartial }

  /// `stopsEarly`: whether nobody asks for more than whether it holds.
  init(_ graph: FlowGraph, _ resolved: ResolvedTenant, stopsEarly: Bool) {
    self.graph = graph
    self.resolved = resolved
    refusals = RunTimeRefusals(resolved.scope, resolved.scope.flows[graph.root])
    var subjects: [Slot] = []
    for node in graph.nodes(.effect) {
      guard let slot = graph.effect(node, resolved.flows)?.lookupSlot, !subjects.contains(slot) else { continue }
      subjects.append(slot)
    }
    let writes = graph.nodes(.effect).contains {
      graph.effect($0, resolved.flows)?.effect.definition.writesAttributes ?? false
    }
    if writes {
      subjects += resolved.furtherIdentifiers.filter { !subjects.contains($0) }
      subjects += resolved.scope.identifiers.map(resolved.scope.slot).filter { !subjects.contains($0) }
      // The addresses of messages: whoever reads them sees whether one comes.
      for node in graph.nodes(.effect) {
        guard let effect = graph.effect(node, resolved.flows), let parameter = effect.definition.sends?.address,
          effect.arguments.indices.contains(parameter), case .slot(let slot) = effect.arguments[parameter],
          !subjects.contains(slot)
        else { continue }
        subjects.append(slot)
      }
    }
    self.subjects = Array(subjects.prefix(8))
    filled = writes ? Self.filled(by: graph, resolved) : SlotSet()
    // Who looks for no account learns of none.
    guard !subjects.isEmpty, graph.start >= 0 else {
      nodeTraits = []
      return
    }
    nodeTraits = NodeTraits.all(of: graph, resolved)
    if pairs.insert(RunPair(start: graph.start)) { search.start(-1) }
    let limit = 64 * graph.nodes.count + 4096
    while let next = search.next() {
      isCut = next >= limit
      if isCut || (stopsEarly && !holds) { return }
      advance(next)
    }
  }

  func subject(_ slot: Slot) -> Int? { subjects.firstIndex(of: slot) }

  /// What the state that a run is in does.
  func kind(_ run: PairedRun) -> ResolvedState.Kind { graph.kind(Int(run.node), resolved.flows) }

  // MARK: Pairs

  func pair(_ at: Int) -> RunPair { pairs[at] }

  private mutating func visit(_ pair: RunPair, origin: Int32, from at: Int, by step: Step) {
    if pairs.insert(pair) { search.visit(origin, from: at, by: step) }
  }

  /// Takes a step of one run or of both; `change` is what it does beside where it leads.
  mutating func take(_ at: Int, left: Int?, right: Int?, _ change: (inout RunPair) -> Void = { _ in }) {
    let here = pairs[at]
    var pair = here
    if let left, !move(&pair.left, left) { return }
    if let right, !move(&pair.right, right) { return }
    change(&pair)
    let isTogether = left != nil && right != nil && here.left.node == here.right.node
    if let isLeft = assign(&pair, left, right, isTogether: isTogether) {
      report(.refused(isLeft: isLeft), at, left: left, right: right)
    }
    let earlier = search.visits[at].position
    let origin = earlier >= 0 || left == right ? earlier : here.left.node
    visit(pair, origin: origin, from: at, by: Step(left: Int32(left ?? -1), right: Int32(right ?? -1)))
  }

  /// Goes on without a step: a run comes to rest.
  mutating func rest(_ at: Int, left: Bool, right: Bool) {
    var pair = pairs[at]
    if left { pair.left.rests = true }
    if right { pair.right.rests = true }
    visit(pair, origin: search.visits[at].position, from: at, by: Step(left: -1, right: -1))
  }

  /// Keeps what can be seen at a pair.
  mutating func report(
    _ difference: Difference, _ at: Int, left: Int? = nil, right: Int? = nil, origin parting: Int32 = -1
  ) {
    if pairs[at].partedBy >= 0 { told.insert(subjects[Int(pairs[at].partedBy)]) }
    let earlier = search.visits[at].position
    let origin = Int(earlier >= 0 ? earlier : left != right ? pairs[at].left.node : parting)
    // Each path takes time in proportion to the flow, and nobody reads hundreds.
    guard findings.count < 50, origin >= 0, reportedOrigins.insert(StatePlace(graph.nodes[origin])).inserted else {
      return
    }
    let last = Step(left: Int32(left ?? -1), right: Int32(right ?? -1))
    let path = (search.path(to: at).compactMap(\.step) + [last]).filter { $0.left >= 0 || $0.right >= 0 }
    findings.append(Finding(difference: difference, origin: origin, path: path))
  }

  /// Keeps what is not the same behind the state that a run is in.
  mutating func remember(_ change: Remains.Change, guessing guess: Slot?, _ at: Int, isLeft: Bool) {
    let (here, origin) = (pairs[at], Int(search.visits[at].position))
    let node = Int(isLeft ? here.left.node : here.right.node)
    let guess = guess ?? (origin >= 0 ? graph.effect(origin, resolved.flows)?.lookupSlot : nil)
    let key = Remembered(place: StatePlace(graph.nodes[node]), change: change, guess: guess)
    // Each path takes time in proportion to the flow.
    guard remains.count < 50, remembered.insert(key).inserted else { return }
    let steps = search.path(to: at).compactMap(\.step).map { Int(isLeft ? $0.left : $0.right) }
    remains.append(Remains(change: change, guess: guess, node: node, path: steps.filter { $0 >= 0 }))
  }

  /// Leaves a pair out that another rule forbids.
  mutating func leaveOut() { isPartial = true }

  // MARK: Steps

  /// Whether a condition of a `choose` may fail to have a value.
  mutating func mayFail(_ conditions: [ResolvedExpression?]) -> Bool {
    refusals.mayFail(conditions, resolved.expressions)
  }

  private func move(_ run: inout PairedRun, _ edge: Int) -> Bool {
    guard graph.edges[edge].target >= 0 else { return false }
    run.node = graph.edges[edge].target
    run.rests = false
    if graph.edges[edge].error >= 0 { run.error = Int32(edge) }
    return true
  }

  /// `set`: the same in both, or different from now on. `isTogether`: where both are at the same state. Which run alone may be
  /// refused it; nil where none is.
  private mutating func assign(_ pair: inout RunPair, _ left: Int?, _ right: Int?, isTogether: Bool) -> Bool? {
    func assigns(_ edge: Int?) -> Bool { edge.map { graph.edges[$0].assigns } ?? false }
    guard assigns(left) || assigns(right) else { return nil }
    func assignments(_ edge: Int?) -> [ResolvedAssignment] {
      edge.map { graph.assignments(graph.edges[$0], resolved.flows) } ?? []
    }
    let (lefts, rights) = (assignments(left), assignments(right))
    func isSame(_ one: ResolvedAssignment, _ other: ResolvedAssignment) -> Bool {
      one.slot == other.slot && one.expression.index == other.expression.index
    }
    let isAlike = lefts.elementsEqual(rights, by: isSame)
    let all = isAlike ? lefts : lefts + rights
    let written = SlotSet(all.map { Int($0.slot) })
    let before = pair
    pair.keepStale(all.filter { !isTogether || isStale($0, lefts, rights, before) }.map { Int($0.slot) })
    // One after the other, as the interpreter makes them; in another order, what reads a slot of the others may read another value.
    var refused: Bool?
    for (number, one) in all.enumerated() {
      let isInBoth = lefts.contains { isSame($0, one) } && rights.contains { isSame($0, one) }
      let compiled = resolved.expressions[Int(one.expression.index)]
      let isOrdered = isAlike || !(compiled.reads + compiled.tests).contains { written.contains($0.slot) }
      let differs = !isInBoth || !isOrdered || !isShared(one.expression, pair)
      if differs, refused == nil, refusals.mayBeRefused(one, resolved.expressions) { refused = number < lefts.count }
      pair.write(
        one.slot, subject: subject(one.slot), differs: differs,
        isStale: !isTogether || isStale(one, lefts, rights, pair))
    }
    return refused
  }

  /// Whether an attribute tells of an earlier account behind its assignment: by what the value is made of, or as one of the runs
  /// leaves what was there.
  private func isStale(
    _ one: ResolvedAssignment, _ lefts: [ResolvedAssignment], _ rights: [ResolvedAssignment], _ pair: RunPair
  ) -> Bool {
    let isInBoth = lefts.contains { $0.slot == one.slot } && rights.contains { $0.slot == one.slot }
    let sources = (lefts + rights).filter { $0.slot == one.slot }.flatMap { assignment in
      let compiled = resolved.expressions[Int(assignment.expression.index)]
      return (compiled.reads + compiled.tests).map(\.slot)
    }
    return pair.isStale(isInBoth ? sources : sources + [Int(one.slot)])
  }

  /// Whether an expression has the same value in both.
  func isShared(_ expression: ResolvedExpression, _ pair: RunPair) -> Bool {
    if !pair.isApart, pair.differing.isEmpty { return true }
    let compiled = resolved.expressions[Int(expression.index)]
    func differs(_ read: SlotRead) -> Bool {
      pair.differing.contains(read.slot) || (pair.isApart && read.isAccountFact)
    }
    return !compiled.reads.contains(where: differs) && !compiled.tests.contains(where: differs)
  }
}

extension SlotRead {
  /// Whether it asks about the bound account.
  var isAccountFact: Bool { AssignmentStep.accountFacts.contains(slot) }
}

extension ResolvedEffect {
  /// The identifier by which it looks for an account.
  var lookupSlot: Slot? {
    guard let index = effect.definition.parameters.firstIndex(where: { $0.kind == .identifier }),
      arguments.indices.contains(index), case .slot(let slot) = arguments[index]
    else { return nil }
    return slot
  }
}
