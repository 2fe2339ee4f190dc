import FlowModel
import FlowSource

/// U452: `within: N steps`: whoever makes no mistake is at an end after N events at the most, whichever way they go.
///
/// No mistake means: no transition keeps an error, no page comes twice, no page's time runs out.
@Sendable func stepBounds(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  for flow in tenant.flows where flow.hasAllWays && !flow.isUncalled {
    for (syntax, steps) in flow.properties.bounds {
      var search = LongWay(flow.graph, tenant.analysis, events: steps)
      search.run()
      guard let way = search.found else {
        problems.prove(
          Proof(
            "U452", flow: tenant.analysis.scope.flows[flow.graph.root].name.text,
            "\(syntax.text.quoted) holds on every way without a mistake", at: syntax.span))
        continue
      }
      let message = "a run can break the property \(syntax.text.quoted)"
      problems.report(
        Diagnostic(
          "U452", .error, message, at: syntax.span,
          notes: search.isCut
            ? ["there are too many ways to try each; the property is held to be broken until it is simpler to see"]
            : [],
          help: "ask for more on fewer pages, or allow more steps",
          counterexample: flow.graph.counterexample(
            way: way, attack: "after \(steps) \(steps == 1 ? "step" : "steps") without a mistake the run is not over",
            tenant.analysis)))
    }
  }
}

/// A search for a way without mistakes that is at a page after a number of events.
private struct LongWay {
  private let graph: FlowGraph
  private let analysis: Analysis
  private let events: Int
  /// The edges of such a way.
  private(set) var found: [Int]?
  /// Whether the search was given up; the way found is then only the longest that was tried.
  private(set) var isCut = false

  /// How many edges are tried before the search is given up.
  private static let budget = 2_000_000

  init(_ graph: FlowGraph, _ analysis: Analysis, events: Int) {
    self.graph = graph
    self.analysis = analysis
    self.events = events
  }

  /// Goes all ways on which no page comes twice, depth first.
  mutating func run() {
    guard graph.start >= 0 else { return }
    var isOnWay = [Bool](repeating: false, count: graph.nodes.count)
    var stack: [(node: Int, next: Int, count: Int)] = []
    var way: [Int] = []
    var longest: [Int] = []
    var tried = 0
    func push(_ node: Int, _ count: Int) {
      isOnWay[node] = true
      stack.append((node, graph.edgeIndices(node).lowerBound, count))
    }
    push(Int(graph.start), 0)
    while let top = stack.last {
      if top.count == events, isPage(top.node) {
        found = way
        return
      }
      guard top.next < graph.edgeIndices(top.node).upperBound else {
        isOnWay[top.node] = false
        stack.removeLast()
        _ = way.popLast()
        continue
      }
      stack[stack.count - 1].next += 1
      tried += 1
      if tried > Self.budget {
        (found, isCut) = (longest, true)
        return
      }
      let edge = graph.edges[top.next]
      let target = Int(edge.target)
      guard target >= 0, !isOnWay[target], !isMistake(edge, from: top.node) else { continue }
      way.append(top.next)
      if way.count > longest.count { longest = way }
      push(target, top.count + (isPage(top.node) ? 1 : 0))
    }
  }

  private func isPage(_ node: Int) -> Bool {
    if case .page = graph.state(node, analysis.flows).kind { true } else { false }
  }

  private func isMistake(_ edge: FlowGraph.Edge, from node: Int) -> Bool {
    (edge.way < 0 && isPage(node)) || (graph.transition(edge, analysis.flows)?.error ?? -1) >= 0
  }
}
