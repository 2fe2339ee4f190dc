package import FlowCompiler
import FlowModel
import FlowRuntime
package import FlowSource

/// All ways of a flow up to a depth, gone with sample inputs and by an adversary: with other people's addresses, wrong codes and
/// passwords, while accounts, functions and limits change. It tells what a person would stumble over.
package struct FlowExploration: Sendable {
  /// What somebody stumbles over.
  package struct Finding: Sendable {
    /// What kind of thing.
    package enum Kind: String, Sendable, CaseIterable {
      /// A person is told "This is not possible now." and no transition is taken.
      case deadEnd = "dead-end"
      /// A branch names some options of an attribute and not this one.
      case unexpectedValue = "unexpected-value"
      /// No run that came to this page came to an end.
      case endless
    }

    package let kind: Kind
    /// The state as runs call it.
    package let state: String
    /// Where it stands.
    package let span: SourceSpan?
    /// What it is, in a sentence without a full stop.
    package let message: String
    /// How a run comes there: the steps as a case has them.
    package let way: [String]
  }

  package let compilation: Compilation
  package let flow: String
  package private(set) var findings: [Finding] = []
  /// How many ways were gone, and whether there were more.
  package private(set) var plays = 0
  package private(set) var isCut = false
  /// The states where runs rested or ended, of how many.
  package private(set) var visited = 0
  package private(set) var restingStates = 0

  /// The flows that can be explored of a suite of one tenant.
  package static func flows(of suite: CaseSuite) -> [String] {
    suite.stages.first { $0.harness == nil }?.tried.table.flows.map(\.name) ?? []
  }

  /// Explores a flow of the first tenant of a suite; nil where there is none of the name. `depth`: the most steps of a way,
  /// `most`: the most ways.
  package init?(_ suite: CaseSuite, flow name: String, depth: Int, most: Int) async {
    guard let stage = suite.stages.first(where: { $0.harness == nil }),
      let index = stage.tried.table.flow(named: name).map(Int.init)
    else { return nil }
    compilation = suite.compilation
    flow = name
    let ground = TrailGround(stage.tried)
    let flow = ground.table.flows[index]
    let tenant = suite.compilation.tenants.first { $0.name == ground.table.tenant }
    var sight = ExploredSight(flow, Int32(index))
    let twists = TrailTwists(ground.world, flow)
    var walk = TrailWalk(ground, flow, TrailWalk.Limits(plays: most, steps: depth))
    await walk.begin { trail, play in sight.note(trail, play) }
    for seed in await Self.seeds(of: flow, ground, stage) {
      if let play = await walk.go(seed) { sight.note(seed, play) }
    }
    await walk.goOn(breadth: 6, from: { _ in true }) { trail, play in sight.note(trail, play) }
    // The adversary, and the world, do something else on a way to each of the states.
    for trail in sight.samples where trail.steps.count < depth {
      for twisted in twists.general(trail) where twisted.steps.count <= depth {
        if let play = await walk.go(twisted) { sight.note(twisted, play) }
      }
    }
    await walk.goOn(from: { _ in true }) { trail, play in sight.note(trail, play) }
    (plays, isCut) = (walk.plays, walk.isCut)
    let places = tenant?.flows.first { $0.name == name }?.states ?? []
    findings = sight.findings(ground.table, isCut: isCut) { places.indices.contains($0) ? places[$0] : nil }
    restingStates = flow.states.count { $0.kind == .page || $0.kind == .end }
    visited = sight.visited.count
  }

  /// Where other flows lead into this one.
  private static func seeds(of flow: Flow, _ ground: TrailGround, _ stage: CaseSuite.Stage) async -> [Trail] {
    var hunted = HuntedEdges([], stage.edges)
    if flow.calls.contains(where: { $0.definition.redeems != nil || $0.definition.redeemsGrants }) {
      for (number, other) in ground.table.flows.enumerated() where other.name != flow.name && other.leadsElsewhere {
        var hunt = FlowHunt(ground, number, TrailWalk.Limits(plays: 500))
        await hunt.run(&hunted, isAsked: true)
      }
    }
    return hunted.seeds(of: flow, ground.world)
  }
}
