import FlowExpression
import FlowModel

extension ShapeFlow {
  /// Where an expression stands.
  enum Place {
    /// A condition of a `choose` by its number, or the `skip` of a page.
    case condition(Int, node: Int)
    /// An assignment of an edge by its number, to a slot.
    case assignment(Int, edge: Int, node: Int, slot: Int)

    var node: Int {
      switch self {
      case .condition(_, let node), .assignment(_, _, let node, _): node
      }
    }

    var slot: Int? { if case .assignment(_, _, _, let slot) = self { slot } else { nil } }
  }

  /// How an expression comes to fail, or to be refused.
  struct Witness {
    /// How it fails; nil: what it comes to is refused.
    var error: EvaluationError?
    /// What it comes to.
    var shape: ValueShape
    /// The slot that is assigned; nil for a condition.
    var slot: Int?
    /// The edges of a path there.
    var path: [Int] = []
  }

  /// The solved problem, and searches for paths in it.
  struct Solution {
    private let problem: ShapeFlow
    private let facts: DataFlow<ShapeFlow>
    /// How many steps may still be followed in search of paths.
    private var left = 20_000

    init(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant, _ limits: DeclaredShapes) {
      problem = ShapeFlow(flow, resolved, limits)
      facts = DataFlow(flow.graph, problem)
    }

    /// How an expression can fail at a place; nil where nothing can come to it for which it does. The path is one on which
    /// bounds grow so far, where one is found in time: else one that goes round the loop once.
    mutating func witness(of place: Place, _ expression: ResolvedExpression) -> Witness? {
      guard let fact = facts[place.node], let known = failure(of: place, expression, fact) else { return nil }
      var search = PathSearch<Position, Int>()
      let start = Position(
        node: Int(problem.graph.start), fact: problem.initial(Int(problem.graph.start)) ?? Knowledge())
      var seen: Set<Position> = [start]
      search.start(start)
      while let visit = search.next() {
        left -= 1
        guard left > 0, search.visits.count < 5000 else { return fallback(known, place) }
        let here = search.visits[visit].position
        if here.node == place.node, var found = failure(of: place, expression, here.fact) {
          found.path = search.path(to: visit).compactMap(\.step) + last(place)
          return shortened(found, place)
        }
        for edge in problem.graph.edgeIndices(here.node) where problem.graph.edges[edge].target >= 0 {
          guard let behind = problem.behind(edge, here.fact) else { continue }
          let position = Position(node: Int(problem.graph.edges[edge].target), fact: behind)
          if seen.insert(position).inserted { search.visit(position, from: visit, by: edge) }
        }
      }
      // Each path was followed to its end, and on none it fails.
      return nil
    }

    private struct Position: Hashable {
      let node: Int
      let fact: Knowledge
    }

    private func last(_ place: Place) -> [Int] {
      if case .assignment(_, let edge, _, _) = place { [edge] } else { [] }
    }

    /// Nobody reads a loop a hundred times over: its first two rounds tell how it goes on.
    private func shortened(_ witness: Witness, _ place: Place) -> Witness {
      guard witness.path.count > 60 else { return witness }
      guard case .assignment(_, let edge, _, _) = place,
        let second = witness.path.indices.filter({ witness.path[$0] == edge }).dropFirst().first
      else { return fallback(witness, place) }
      var shortened = witness
      shortened.path = Array(witness.path[...second])
      return shortened
    }

    private func fallback(_ known: Witness, _ place: Place) -> Witness {
      let graph = problem.graph
      var witness = known
      witness.path = graph.path(to: place.node)
      if case .assignment(_, let edge, let node, _) = place {
        let target = Int(graph.edges[edge].target)
        let round = target == node ? [] : target >= 0 ? graph.path(from: target, to: { $0 == node }) : nil
        witness.path += round.map { [edge] + $0 } ?? []
      }
      witness.path += last(place)
      return witness
    }

    /// How an expression fails at a place with what is known at its node.
    private func failure(of place: Place, _ expression: ResolvedExpression, _ fact: Knowledge) -> Witness? {
      switch place {
      case .condition(let number, let node):
        var here = fact
        if case .choose(let conditions) = problem.graph.kind(node, problem.resolved.flows) {
          for case let earlier? in conditions.prefix(number) {
            guard let next = problem.narrowed(earlier, holds: false, here) else { return nil }
            here = next
          }
        }
        let estimate = problem.estimate(expression, here)
        if let error = estimate.failures.first(where: \.isShownByShapes) {
          return Witness(error: error, shape: estimate.shape, slot: nil)
        }
        return nil
      case .assignment(let number, let edge, _, let slot):
        guard let here = problem.behind(edge, fact, assignments: number) else { return nil }
        let estimate = problem.estimate(expression, here)
        if let error = estimate.failures.first(where: \.isShownByShapes) {
          return Witness(error: error, shape: estimate.shape, slot: slot)
        }
        let compiled = problem.resolved.expressions[Int(expression.index)]
        guard problem.limits.refusal(of: compiled, estimate.shape, by: slot) == .limit else { return nil }
        return Witness(error: nil, shape: estimate.shape, slot: slot)
      }
    }
  }
}

extension EvaluationError {
  /// Whether kinds, numbers and lengths decide on it. What a text must be like they do not tell: there trials have the word.
  fileprivate var isShownByShapes: Bool {
    switch kind {
    case .divisionByZero, .outOfRange, .badIndex, .noSuchOverload, .costExceeded: true
    case .unset, .noSuchKey, .unknownName, .unknownFunction, .badArgument, .badKey: false
    }
  }
}

extension DeclaredShapes {
  /// A limit that a value does not keep: what the value can be, what is taken, and how to ask for room.
  struct Limit {
    let found: String
    let taken: String
    /// The question, of the name of an attribute.
    let question: ((String) -> String)?
  }

  /// The limit of a slot that a value of some shape can break.
  func limit(of slot: Int, brokenBy shape: ValueShape) -> Limit {
    let own = self[slot]
    func limit(_ found: some BinaryInteger, _ word: String, _ bound: String, _ question: ((String) -> String)?) -> Limit
    {
      Limit(found: "\(found)\(word)", taken: bound, question: question)
    }
    if shape.isOnly(.int) {
      let (least, most) = (own.number.lowerBound, own.number.upperBound)
      if shape.number.upperBound > most {
        return limit(shape.number.upperBound, "", "at most \(most)") { "attributes.\($0) < \(most)" }
      }
      return limit(shape.number.lowerBound, "", "at least \(least)") { "attributes.\($0) > \(least)" }
    }
    let word = shape.isOnly(.list) ? " elements" : " characters"
    if shape.count.upperBound > own.count.upperBound {
      let most = own.count.upperBound
      return limit(shape.count.upperBound, word, "at most \(most)") { "size(attributes.\($0)) < \(most)" }
    }
    if shape.count.lowerBound < own.count.lowerBound {
      return limit(shape.count.lowerBound, word, "at least \(own.count.lowerBound)", nil)
    }
    return Limit(found: "more bytes", taken: "\(own.size) at most", question: nil)
  }
}
