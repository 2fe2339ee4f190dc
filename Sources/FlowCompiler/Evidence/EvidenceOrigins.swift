import FlowModel

/// Where facts of a flow were gained, over all paths and not the shortest alone: the graph of visits, walked backwards.
struct EvidenceOrigins {
  private let evidence: Evidence
  /// The visits and edges that lead to each visit, those that were dropped for a weaker state with them.
  private var arrivals: [[(visit: Int, edge: Int)]]

  init(_ evidence: Evidence, _ graph: FlowGraph) {
    self.evidence = evidence
    arrivals = Array(repeating: [], count: evidence.visitCount)
    for node in graph.nodes.indices {
      for visit in evidence.visits(of: node) {
        for edge in graph.edgeIndices(node) where graph.edges[edge].target >= 0 {
          guard let state = evidence.after(evidence.state(visit), by: edge) else { continue }
          for next in evidence.visits(of: Int(graph.edges[edge].target)) where state.implies(evidence.state(next)) {
            arrivals[next].append((visit, edge))
          }
        }
      }
    }
  }

  /// The edges by which a demand came to be met on the paths to a visit.
  func edges(meeting demand: Demand, of effect: ResolvedEffect, at visit: Int, _ scope: TenantScope) -> Set<Int> {
    switch demand {
    case .verifiedParameter(let parameter):
      guard let subject = evidence.subjects[effect, parameter] else { return [] }
      return edges(to: visit) { $0[.verified, subject] }
    case .created: return edges(to: visit) { !$0[.unbound] && $0[.created] }
    case .verifiedAccount: return ownerEdges(to: visit) { $0[.accountVerified] }
    case .authenticated: return ownerEdges(to: visit) { $0[.authenticated] || $0[.accountVerified] }
    case .ownAddress(let parameter):
      guard let subject = evidence.subjects[effect, parameter] else { return [] }
      return edges(to: visit) { !$0[.unbound] && $0.isOwned(subject) }
    case .parameterIs, .optedOut, .noAddress: return []
    }
  }

  /// The edges by which an account was proven to be the client's. Where it was found by an address that was proven before,
  /// that is where the address was.
  private func ownerEdges(to visit: Int, where holds: (EvidenceState) -> Bool) -> Set<Int> {
    var found: Set<Int> = []
    walk(to: visit, where: { !$0[.unbound] && holds($0) }) { source, edge, next in
      let (before, after) = (evidence.state(source), evidence.state(next))
      let proven = evidence.subjects.attributes.indices.filter {
        after[.ofAccount, $0] && after[.verified, $0] && before[.verified, $0]
      }
      guard let subject = proven.first else { return _ = found.insert(edge) }
      found.formUnion(edges(to: source) { $0[.verified, subject] })
    }
    return found
  }

  private func edges(to visit: Int, where holds: (EvidenceState) -> Bool) -> Set<Int> {
    var found: Set<Int> = []
    walk(to: visit, where: holds) { _, edge, _ in found.insert(edge) }
    return found
  }

  /// Walks back while something holds, and tells of each step by which it came to hold.
  private func walk(
    to visit: Int, where holds: (EvidenceState) -> Bool, _ gained: (_ from: Int, _ edge: Int, _ to: Int) -> Void
  ) {
    var (seen, open): (Set<Int>, [Int]) = ([visit], [visit])
    while let next = open.popLast() {
      for (source, edge) in arrivals[next] {
        if !holds(evidence.state(source)) {
          gained(source, edge, next)
        } else if seen.insert(source).inserted {
          open.append(source)
        }
      }
    }
  }
}
