import FlowModel
import FlowSource

/// U452: `within: N steps`: a client that makes no mistake is at an end after N events at the most, on every path.
///
/// No mistake means: no transition keeps an error, no page comes twice, no page's time runs out.
@Sendable func stepBounds(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where flow.isComplete && !flow.isUncalled {
    for (syntax, steps) in flow.properties.bounds {
      var search = LongPath(flow.graph, tenant.resolved, events: steps)
      search.run()
      guard let path = search.found else {
        problems.prove(
          Proof(
            "U452", flow: tenant.resolved.scope.flows[flow.graph.root].name.text,
            "\(syntax.text.quoted) holds on every path without a mistake", at: syntax.span))
        continue
      }
      let message = "a run can break the property \(syntax.text.quoted)"
      problems.report(
        Diagnostic(
          "U452", .error, message, at: syntax.span,
          notes: search.isCut
            ? ["there are too many paths to try each; the property is held to be broken until it is simpler to see"]
            : [],
          help: "ask for more on fewer pages, or allow more steps",
          counterexample: flow.graph.counterexample(
            path: path, attack: "after \(steps) \(steps == 1 ? "step" : "steps") without a mistake the run is not over",
            tenant.resolved)))
    }
  }
}

/// A search for a path without mistakes that is at a page after a number of events.
private struct LongPath {
  private let graph: FlowGraph
  private let resolved: ResolvedTenant
  private let events: Int
  /// The edges of such a path.
  private(set) var found: [Int]?
  /// Whether the search was given up; the path found is then only the longest that was tried.
  private(set) var isCut = false

  /// How many edges are tried before the search is given up.
  private static let budget = 2_000_000

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant, events: Int) {
    self.graph = graph
    self.resolved = resolved
    self.events = events
  }

  /// A node on the path that is tried.
  private struct Place {
    let node: Int
    /// Whether it is a page that waits for an event.
    let isShown: Bool
    /// The next of the steps from it to be tried: two for each edge, as its target may be a page that is passed by.
    var next = 0
    /// How many events come before it.
    let count: Int
    /// What `turns` held of it before.
    let earlier: Int
  }

  /// Follows all paths on which no page is shown twice, depth first. What runs by itself may come again after each page, as a
  /// `choose` does that asks what is still missing, and so may pages that are passed by.
  mutating func run() {
    guard graph.start >= 0, graph.nodes.indices.count(where: isPage) > events else { return }
    // How many pages the path had shown when it last came to each node, and when it last passed it by; -1: never.
    var turns = [Int](repeating: -1, count: graph.nodes.count * 2)
    var turn = 0
    var stack: [Place] = []
    var path: [Int] = []
    var longest: [Int] = []
    var tried = 0
    func push(_ node: Int, _ mode: Int, _ count: Int) {
      let isShown = mode == 0 && isPage(node)
      stack.append(Place(node: node, isShown: isShown, count: count, earlier: turns[node * 2 + mode]))
      if isShown { turn += 1 }
      turns[node * 2 + mode] = turn
    }
    push(Int(graph.start), 0, 0)
    while let top = stack.last {
      if top.count == events, top.isShown {
        found = path
        return
      }
      let edges = graph.edgeIndices(top.node)
      guard top.next < edges.count * 2 else {
        turns[top.node * 2 + (isPage(top.node) && !top.isShown ? 1 : 0)] = top.earlier
        if top.isShown { turn -= 1 }
        stack.removeLast()
        _ = path.popLast()
        continue
      }
      stack[stack.count - 1].next += 1
      tried += 1
      if tried > Self.budget {
        (found, isCut) = (longest, true)
        return
      }
      let (number, mode) = (edges.lowerBound + top.next / 2, top.next % 2)
      let edge = graph.edges[number]
      let target = Int(edge.target)
      guard target >= 0, mode == 0 || isSkippable(target), !isMistake(edge, from: top.node),
        top.isShown || !isPage(top.node) || edge.branch == 0,
        turns[target * 2 + mode] < (mode == 0 && isPage(target) ? 0 : turn)
      else { continue }
      path.append(number)
      if path.count > longest.count { longest = path }
      push(target, mode, top.count + (top.isShown ? 1 : 0))
    }
  }

  private func isPage(_ node: Int) -> Bool {
    graph.nodes[node].kind == .page
  }

  private func isSkippable(_ node: Int) -> Bool {
    graph.page(node, resolved.flows)?.isSkippable == true
  }

  private func isMistake(_ edge: FlowGraph.Edge, from node: Int) -> Bool {
    (edge.branch < 0 && isPage(node)) || edge.error >= 0
  }
}
