import FlowModel
import FlowSource

/// U452: `within: N steps`: a client that makes no mistake is at an end after N events at the most, on every path.
///
/// No mistake means: no transition keeps an error, no page comes twice, no page's time runs out.
@Sendable func stepBounds(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows {
    flow.eachStepBound(tenant.resolved) { syntax, bound, broken in
      guard syntax.policy == nil else { return }
      guard let (path, isCut) = broken else {
        problems.prove(
          Proof(
            "U452", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
            "\(syntax.text.quoted) holds on every path without a mistake", at: syntax.span))
        return
      }
      problems.report(
        Diagnostic(
          "U452", .error, "a run can break the property \(syntax.text.quoted)", at: syntax.span,
          notes: stepNotes(isCut: isCut),
          help: "ask for more on fewer pages, or allow more steps",
          counterexample: flow.graph.counterexample(
            path: path, attack: "after \(bound) \(bound == 1 ? "step" : "steps") without a mistake the run is not over",
            tenant.resolved)))
    }
  }
}

func stepNotes(isCut: Bool) -> [String] {
  isCut ? ["there are too many paths to try each; the property is held to be broken until it is simpler to see"] : []
}

extension AnalyzedFlow {
  /// Hands each bound of steps to `body`, with a path that breaks it, whose search may have been given up; nil: none does.
  func eachStepBound(
    _ resolved: ResolvedTenant, _ body: (PropertySyntax, Int, (path: [Int], isCut: Bool)?) -> Void
  ) {
    guard isComplete, !isUncalled, !properties.bounds.isEmpty else { return }
    let steps = FaultlessSteps(graph, resolved)
    for (syntax, bound) in properties.bounds {
      body(syntax, bound, steps.path(showingPageAfter: bound).map { ($0.edges, $0.isCut) })
    }
  }
}

/// The steps of a flow without those that follow a mistake.
///
/// A page can be come to again only from within its strongly connected component, so a path remembers the pages that it
/// has shown in the component where it is, and no others.
private struct FaultlessSteps {
  private let graph: FlowGraph
  private let isSkippable: [Bool]
  /// The edges that leave each node.
  private let edges: [[Int]]
  /// The component of each node, and the node's place there.
  private var component: [(number: Int, place: Int)]

  /// How many positions are visited before a search is given up.
  private static let budget = 200_000

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    self.graph = graph
    isSkippable = graph.nodes.indices.map { graph.page($0, resolved.flows)?.isSkippable == true }
    let edges = graph.nodes.indices.map { node in
      graph.edgeIndices(node).filter { index in
        let edge = graph.edges[index]
        return edge.target >= 0 && edge.error < 0 && (edge.branch >= 0 || graph.nodes[node].kind != .page)
      }
    }
    self.edges = edges
    component = Array(repeating: (0, 0), count: graph.nodes.count)
    let components = stronglyConnected(graph.nodes.count) { edges[$0].map { Int(graph.edges[$0].target) } }
    for (number, members) in components.enumerated() {
      for (place, node) in members.enumerated() { component[node] = (number, place) }
    }
  }

  /// A node, and what a path has to know of how it came there.
  private struct Place: Hashable {
    let node: Int
    /// Whether it is a page that is skipped.
    let isSkipped: Bool
    /// The pages of the node's component that were shown, by their places there.
    let shown: SlotSet
  }

  private struct Position {
    let place: Place
    /// How many events come before it.
    let events: Int
  }

  /// The edges of a path that shows a page after so many events; nil where there is none. `isCut`: the search was given
  /// up, and it is the path with the most events of those that were tried.
  func path(showingPageAfter events: Int) -> (edges: [Int], isCut: Bool)? {
    guard graph.start >= 0, graph.nodes.count(where: { $0.kind == .page }) > events else { return nil }
    var search = PathSearch<Position, Int>(.newestFirst)
    // A place is worth another visit only with more events before it.
    var most: [Place: Int] = [:]
    var longest = (visit: 0, events: 0)
    for place in places(Int(graph.start), from: nil).reversed() {
      search.start(Position(place: place, events: 0))
    }
    while let visit = search.next() {
      let here = search.visits[visit].position
      if here.events > longest.events { longest = (visit, here.events) }
      let isCut = search.visits.count > Self.budget
      if isCut || here.events == events && isShown(here.place) {
        return (search.path(to: isCut ? longest.visit : visit).compactMap(\.step), isCut)
      }
      let behind = here.events + (isShown(here.place) ? 1 : 0)
      // The newest goes first: what is tried first is noted last.
      for index in edges[here.place.node].reversed() where !here.place.isSkipped || graph.edges[index].branch == 0 {
        for place in places(Int(graph.edges[index].target), from: here.place).reversed()
        where most[place] ?? -1 < behind {
          most[place] = behind
          search.visit(Position(place: place, events: behind), from: visit, by: index)
        }
      }
    }
    return nil
  }

  /// How a node can be entered: a page that was shown before is not shown again, but may be skipped.
  private func places(_ node: Int, from former: Place?) -> [Place] {
    let kept = former.map { component[$0.node].number == component[node].number ? $0.shown : SlotSet() } ?? SlotSet()
    guard isPage(node) else { return [Place(node: node, isSkipped: false, shown: kept)] }
    var places: [Place] = []
    if !kept.contains(component[node].place) {
      var shown = kept
      shown.insert(component[node].place)
      places.append(Place(node: node, isSkipped: false, shown: shown))
    }
    if isSkippable[node] { places.append(Place(node: node, isSkipped: true, shown: kept)) }
    return places
  }

  private func isPage(_ node: Int) -> Bool { graph.nodes[node].kind == .page }

  private func isShown(_ place: Place) -> Bool { isPage(place.node) && !place.isSkipped }
}
