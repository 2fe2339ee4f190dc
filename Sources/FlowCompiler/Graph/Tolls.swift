import FlowModel

/// What ways through a flow ask for: a proof that must be given, or, which counts for more than any of these, another account
/// or one that holds less.
struct Tolls {
  private let graph: FlowGraph
  /// What each edge asks for.
  let ofEdges: [Int]
  /// Which edges are taken by the code that was sent, and which send one.
  let showsCode: [Bool]
  private let sendsCode: [Bool]

  /// Which codes a client reads that guesses.
  struct Codes {
    /// The nodes whose codes go to an address of the client's own.
    var own: Set<Int> = []
    /// Whether the one does that is sent by the edge that is looked at first.
    var isFirstOwn = false
  }

  init(_ graph: FlowGraph, _ resolved: ResolvedTenant) {
    self.graph = graph
    var (tolls, shows) = (
      [Int](repeating: 0, count: graph.edges.count), [Bool](repeating: false, count: graph.edges.count)
    )
    var sends = shows
    for node in graph.nodes(.effect) {
      guard let call = graph.effect(node, resolved.flows) else { continue }
      for edge in graph.edgeIndices(node) where graph.edges[edge].branch >= 0 {
        let branch = Int(graph.edges[edge].branch)
        let outcome = call.definition.outcomes[branch]
        let holdsLess = if case .nothing? = call.write(by: branch)?.write { true } else { false }
        tolls[edge] = call.definition.rebindsAccount || holdsLess ? 1000 : outcome.mints.isEmpty ? 0 : 1
        shows[edge] = outcome.mints.contains(.verifiedCodeTarget)
        sends[edge] = outcome.sendsCode
      }
    }
    (ofEdges, showsCode, sendsCode) = (tolls, shows, sends)
  }

  /// What it takes at the least to come by an edge to a goal without coming to a node again. `Int.max`: nothing leads there.
  /// A code that the client reads asks for nothing.
  func least(
    from edge: Int, past node: Int, to goals: [Bool], avoiding closed: Set<Int> = [], free: Set<Int> = [],
    codes: Codes = Codes()
  ) -> Int {
    let followsCodes = codes.isFirstOwn || !codes.own.isEmpty
    // Each node twice, where codes are followed: the code that is out goes elsewhere, and to the client.
    var tolls = [Int](repeating: .max, count: graph.nodes.count * (followsCodes ? 2 : 1))
    var pending: [(node: Int, isOwn: Bool)] = []
    func position(_ node: Int, _ isOwn: Bool) -> Int { followsCodes ? node * 2 + (isOwn ? 1 : 0) : node }
    func come(by edge: Int, _ toll: Int, isOwn: Bool) {
      let target = Int(graph.edges[edge].target)
      guard target >= 0, target != node, toll < tolls[position(target, isOwn)] else { return }
      tolls[position(target, isOwn)] = toll
      pending.append((target, isOwn))
    }
    come(by: edge, 0, isOwn: codes.isFirstOwn)
    var (done, nearest) = (0, Int.max)
    while done < pending.count {
      let (at, isOwn) = pending[done]
      let toll = tolls[position(at, isOwn)]
      done += 1
      // Whoever has come to one need not go on.
      if goals[at] {
        nearest = min(nearest, toll)
        continue
      }
      for next in graph.edgeIndices(at) where closed.isEmpty || !closed.contains(next) {
        let isFree = isOwn && showsCode[next] || !free.isEmpty && free.contains(next)
        come(
          by: next, toll + (isFree ? 0 : ofEdges[next]),
          isOwn: followsCodes && sendsCode[next] ? codes.own.contains(at) : isOwn)
      }
    }
    return nearest
  }
}

extension FlowGraph {
  /// Whether a link to one of some flows is sent at a node, by a function as well.
  func sendsLink(_ node: Int, to flows: Set<Int>, _ resolved: ResolvedTenant) -> Bool {
    guard let target = effect(node, resolved.flows)?.linkFlow.flatMap({ resolved.flow(inTable: $0) }) else {
      return false
    }
    return flows.contains(target)
  }

  /// The nodes at which somebody is let in, or gets a link to one of some flows that lets in.
  func doors(links: Set<Int> = [], _ resolved: ResolvedTenant) -> [Bool] {
    nodes.indices.map { letsIn($0, resolved) || !links.isEmpty && sendsLink($0, to: links, resolved) }
  }
}

extension AnalyzedFlow {
  /// The nodes that send a code to an address that a client has typed, and that is not the bound account's.
  func codesToTyped(_ values: ComparedValues, _ resolved: ResolvedTenant) -> Set<Int> {
    guard let evidence else { return [] }
    return Set(
      graph.nodes(.effect).filter { node in
        guard reached[node], let call = graph.effect(node, resolved.flows), call.definition.sendsCode,
          !call.isForAccount, let slot = call.address, values.isTyped(slot, at: node)
        else { return false }
        guard let subject = evidence.subjects[slot] else { return true }
        return evidence.nearest(node) { state in
          !state[.unbound] && !state[.ofAccount, subject] && !state[.registered, subject]
        } != nil
      })
  }
}
