package import FlowCompiler
import FlowModel
import FlowRuntime
import FlowSource

/// Which transitions of flows the cases took. A sub-flow's count once, wherever it is called: as they stand in its file.
package struct CaseCoverage: Sendable {
  /// A transition as it is written.
  package struct Edge: Sendable {
    /// Where it stands; of several expansions the first that a run may take.
    package let place: EdgePlace
    /// How often it was taken.
    package var count = 0

    /// What it is: taken, missing, or one that no run takes.
    package var standing: Standing { count > 0 ? .taken : place.untaken == nil ? .missing : .unreachable }
  }

  /// What became of a transition.
  package enum Standing: String, Sendable, CaseIterable {
    case taken, missing, unreachable
  }

  /// The transitions of one flow or sub-flow, in the order of its file.
  package struct Flow: Sendable {
    package let tenant: String
    package let name: String
    package let path: String
    package var edges: [Edge]

    package func count(_ standing: Standing) -> Int { edges.count { $0.standing == standing } }
  }

  /// All flows, by tenant and file.
  package private(set) var flows: [Flow] = []
  /// What was taken although the compiler says that no run takes it, where it was called: then the compiler is wrong.
  package private(set) var contradictions: [String] = []

  init(_ suite: CaseSuite, _ counts: [[[Int]]]) {
    struct Name: Hashable {
      let tenant: String
      let key: EdgePlace.Key
    }
    var found: [Name: Edge] = [:]
    let tested = suite.testedFlows
    for (number, (stage, counts)) in zip(suite.stages, counts).enumerated() {
      let tenant = stage.tried.table.tenant
      for (index, (edges, counts)) in zip(stage.edges, counts).enumerated() {
        // A flow that a link has opened is tested as well.
        let name = stage.tried.table.flows[index].name
        if let tested, !tested[number].contains(name), counts.allSatisfy({ $0 == 0 }) { continue }
        for (place, count) in zip(edges, counts) {
          guard let key = place.key, key.flow != stage.harness?.flow else { continue }
          if count > 0, stage.harness == nil, let reason = place.untaken {
            contradictions.append("\(key.flow), \(key.state), \(place.label): \(reason)")
          }
          let name = Name(tenant: tenant, key: key)
          // What a sub-flow's callers rule out, its own case may bring about: that is no more than it shows.
          if found[name] == nil || stage.harness == nil && found[name]?.place.untaken != nil && place.untaken == nil {
            found[name] = Edge(place: place, count: found[name]?.count ?? 0)
          }
          found[name]?.count += count
        }
      }
    }
    let sources = suite.compilation.sources
    for (name, edge) in found.sorted(by: { ($0.key.tenant, $0.value.place.span) < ($1.key.tenant, $1.value.place.span) }
    ) {
      if flows.last?.tenant != name.tenant || flows.last?.name != name.key.flow {
        let path = sources.file(edge.place.span)?.path ?? "?"
        flows.append(Flow(tenant: name.tenant, name: name.key.flow, path: path, edges: []))
      }
      flows[flows.count - 1].edges.append(edge)
    }
  }

  /// What became of the transitions of a tenant, as they are written.
  func standings(of tenant: String) -> [EdgePlace.Key: Standing] {
    let edges = flows.filter { $0.tenant == tenant }.flatMap(\.edges)
    return Dictionary(edges.compactMap { edge in edge.place.key.map { ($0, edge.standing) } }) { first, _ in first }
  }

  /// How many transitions stand so, over all flows.
  package func count(_ standing: Standing) -> Int { flows.reduce(0) { $0 + $1.count(standing) } }

  /// How much of what runs may take was taken, in hundredths of a per cent, rounded down; whole where there is nothing.
  package var hundredths: Int { Self.hundredths(count(.taken), count(.missing)) }

  package static func hundredths(_ taken: Int, _ missing: Int) -> Int {
    taken + missing == 0 ? 10_000 : taken * 10_000 / (taken + missing)
  }

  /// As people read it: `98.5 %`.
  package static func text(_ hundredths: Int) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole) %" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10) %" : "\(whole).\(rest < 10 ? "0" : "")\(rest) %"
  }
}
