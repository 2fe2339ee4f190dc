import FlowExpression
import FlowModel

/// What the slots of a flow can hold at each node, as far as it is less than what they are declared to take: intervals of
/// numbers and lengths, a forward analysis. Conditions narrow them, assignments make them anew, and on loops they are
/// widened to what is declared once they have grown for a while.
struct ShapeFlow: DataFlowProblem {
  static let direction = DataFlowDirection.forward
  /// Nil where no run comes.
  typealias Fact = Knowledge?

  /// What is known at a point of a path. A slot that is not named holds what it is declared to take.
  struct Knowledge: Hashable {
    var shapes: [Int: ValueShape] = [:]
    /// How often it has changed, which is no part of what is known.
    var changes = 0

    static func == (one: Knowledge, other: Knowledge) -> Bool { one.shapes == other.shapes }
    func hash(into hasher: inout Hasher) { hasher.combine(shapes) }
  }

  /// How often what is known of a node may grow step by step.
  private static let patience = 40

  let graph: FlowGraph
  let resolved: ResolvedTenant
  /// What clients give.
  let declared: DeclaredShapes
  /// What slots take.
  let limits: DeclaredShapes
  private let sources: [Int32]
  private let beginning: Knowledge

  init(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ limits: DeclaredShapes) {
    (graph, self.resolved, self.limits) = (flow.graph, resolved, limits)
    declared = limits.usual
    var sources = [Int32](repeating: 0, count: flow.graph.edges.count)
    var beginning = Knowledge()
    for node in flow.graph.nodes.indices {
      for edge in flow.graph.edgeIndices(node) {
        sources[edge] = Int32(node)
        // What nobody has set yet is nothing.
        for assignment in flow.graph.assignments(flow.graph.edges[edge], resolved.flows) where !flow.isUncalled {
          beginning.shapes[Int(assignment.slot)] = ValueShape.none
        }
      }
    }
    self.sources = sources
    self.beginning = beginning
  }

  /// Nil where no run comes.
  func initial(_ node: Int) -> Knowledge? { node == Int(graph.start) ? beginning : nil }

  func transfer(_ fact: Knowledge?, along edge: Int) -> Knowledge? { fact.flatMap { behind(edge, $0) } }

  func join(_ other: Knowledge?, into fact: inout Knowledge?) -> Bool {
    guard let other else { return false }
    guard var joined = fact else {
      fact = Knowledge(shapes: other.shapes)
      return true
    }
    let before = joined.shapes
    for slot in Set(before.keys).union(other.shapes.keys) {
      let shape = before[slot] ?? declared[slot]
      var union = shape.union(other.shapes[slot] ?? declared[slot])
      if joined.changes > Self.patience, union != shape { union = union.widened(from: shape, to: limits[slot]) }
      joined.shapes[slot] = union == declared[slot] ? nil : union
    }
    if joined.shapes == before { return false }
    joined.changes += 1
    fact = joined
    return true
  }

  func shape(_ slot: Int, _ fact: Knowledge) -> ValueShape { fact.shapes[slot] ?? declared[slot] }

  /// What is known where an edge was taken, and the first of its assignments were made; nil where it cannot be.
  func behind(_ index: Int, _ before: Knowledge, assignments: Int = .max) -> Knowledge? {
    var fact = before
    fact.changes = 0
    let (edge, node) = (graph.edges[index], Int(sources[index]))
    switch graph.kind(node, resolved.flows) {
    case .choose(let conditions) where edge.branch >= 0:
      let taken = conditions[Int(edge.branch)]
      let shown = taken.map { resolved.expressions[Int($0.index)].shown } ?? []
      for (number, condition) in conditions.prefix(Int(edge.branch) + 1).enumerated() {
        guard let condition else { continue }
        let holds = number == Int(edge.branch)
        guard let narrowed = narrowed(condition, holds: holds, set: shown, fact) else { return nil }
        fact = narrowed
      }
    case .page(let page):
      if edge.branch >= 0 {
        for field in page.events[Int(edge.branch)].fields { fact.shapes[Int(field.slot)] = nil }
      }
      for runFact in RunFact.allCases { fact.shapes[Int(runFact.slot)] = nil }
    case .effect(let call):
      for accountFact in AccountFact.allCases { fact.shapes[Int(accountFact.slot)] = nil }
      if edge.branch >= 0, let (_, slot) = call.write(by: Int(edge.branch)) { fact.shapes[Int(slot)] = nil }
    default: break
    }
    for assignment in graph.assignments(edge, resolved.flows).prefix(assignments) {
      let slot = Int(assignment.slot)
      let made = estimate(assignment.expression, fact).shape
      guard let shape = made.limited(to: limits[slot]) else { return nil }
      fact.shapes[slot] = shape
    }
    return fact
  }

  func estimate(_ expression: ResolvedExpression, _ fact: Knowledge) -> Estimate {
    resolved.expressions[Int(expression.index)].estimate { shape($0, fact) }
  }

  /// What is known where a condition held, or did not; nil where that cannot be.
  /// `set`: what surely holds something.
  func narrowed(_ condition: ResolvedExpression, holds: Bool, set: Set<Int> = [], _ fact: Knowledge) -> Knowledge? {
    let expression = resolved.expressions[Int(condition.index)]
    guard let narrowed = expression.narrowed(holds: holds, set: set, { shape($0, fact) }) else { return nil }
    var fact = fact
    // What is equal to an address may be spelt in another way, and be longer.
    fact.shapes.merge(narrowed.filter { limits.attribute($0.key)?.type != .email }) { $1 }
    return fact
  }
}

extension ValueShape {
  /// What of it a slot takes that is declared so; nil: nothing.
  fileprivate func limited(to declared: ValueShape) -> ValueShape? {
    if isNone { return self }
    var shape = self
    if isOnly([.int]) { shape = shape.limited(to: declared.number) }
    if isOnly([.string]) || isOnly([.list]) { shape = shape.limited(toCount: declared.count) }
    if shape.isNone { return nil }
    shape.size = min(size, declared.size)
    return shape
  }

  /// The shape with the bounds that have moved where they are declared.
  fileprivate func widened(from before: ValueShape, to declared: ValueShape) -> ValueShape {
    var shape = self
    let numbers = (
      number.lowerBound < before.number.lowerBound ? declared.number.lowerBound : number.lowerBound,
      number.upperBound > before.number.upperBound ? declared.number.upperBound : number.upperBound
    )
    shape.number = min(numbers.0, number.lowerBound)...max(numbers.1, number.upperBound)
    let counts = (
      count.lowerBound < before.count.lowerBound ? declared.count.lowerBound : count.lowerBound,
      count.upperBound > before.count.upperBound ? declared.count.upperBound : count.upperBound
    )
    shape.count = min(counts.0, count.lowerBound)...max(counts.1, count.upperBound)
    if size > before.size { shape.size = max(size, declared.size) }
    return shape
  }
}
