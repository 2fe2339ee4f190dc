package import FlowCompiler
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling

/// Cases for what no case takes: for each such transition the shortest trail that takes it, with what the engine answered as
/// what is expected.
package struct CaseGeneration: Sendable {
  /// A file of cases that nobody has written yet.
  package struct File: Sendable {
    /// Its path: in the folder of the tenant's cases, and none that is there.
    package let path: String
    /// The flow that it tests.
    package let flow: String
    /// How many cases it has.
    package let count: Int
    package let text: String
  }

  /// A transition that nothing takes, and why no case was made.
  package struct Miss: Sendable {
    package let edge: CaseCoverage.Edge
    package let reason: String
  }

  /// What was compiled, for places.
  package private(set) var compilation: Compilation
  /// The files, by tenant and flow.
  package private(set) var files: [File] = []
  /// What is still not taken.
  package private(set) var misses: [Miss] = []
  /// How much the cases took before, and how much they take with these, in hundredths of a per cent.
  package private(set) var before = 10_000
  package private(set) var after = 10_000
  /// How many trails were gone.
  package private(set) var plays = 0

  /// Makes cases for the flows of a suite. `only`: for the flows in these files. `plays`: the most trails of each flow.
  package init(_ suite: CaseSuite, only: Set<String> = [], plays limit: Int = 6_000) async {
    compilation = suite.compilation
    let coverage = await CasePlay(suite).coverage
    before = coverage.hundredths
    var sources = suite.sources
    var reasons: [EdgePlace.Key: String] = [:]
    for stage in suite.stages where stage.harness == nil {
      let tenant = stage.tried.table.tenant
      let wanted = coverage.flows.filter { $0.tenant == tenant && (only.isEmpty || only.contains($0.path)) }
      let missing = Set(wanted.flatMap(\.edges).filter { $0.standing == .missing }.compactMap(\.place.key))
      guard !missing.isEmpty, let place = suite.compilation.tenants.first(where: { $0.name == tenant })?.path,
        let index = sources.firstIndex(where: { $0.path == place })
      else { continue }
      var hunt = TenantHunt(stage, missing, limit)
      await hunt.run()
      plays += hunt.plays
      for (key, miss) in hunt.misses { reasons[key] = miss.words }
      for (flow, found) in hunt.byFlow {
        let taken = Set(sources[index].files.map(\.path)).union(files.map(\.path))
        guard let file = await GeneratedFile(hunt.ground, flow, found).file(in: place, besides: taken) else { continue }
        files.append(file)
        sources[index].files.append(SourceText(path: file.path, text: file.text))
      }
    }
    await verify(sources, coverage, only, reasons)
  }

  /// Plays what was made, as everybody will: what would fail is not kept.
  private mutating func verify(
    _ sources: [TenantSources], _ coverage: CaseCoverage, _ only: Set<String>, _ reasons: [EdgePlace.Key: String]
  ) async {
    var coverage = coverage
    if !files.isEmpty {
      let suite = CaseSuite(sources: sources)
      let play = await CasePlay(suite)
      let broken = Set(play.failures.map(\.item.path) + suite.compilation.unfitFiles)
      files.removeAll { broken.contains($0.path) }
      // Places are told in the files that they were read from.
      if broken.isDisjoint(with: sources.flatMap(\.files).map(\.path)) {
        (coverage, compilation) = (play.coverage, suite.compilation)
      }
    }
    after = coverage.hundredths
    for flow in coverage.flows where only.isEmpty || only.contains(flow.path) {
      for edge in flow.edges where edge.standing == .missing {
        let reason = edge.place.key.flatMap { reasons[$0] } ?? "no flow that can be started comes to it"
        misses.append(Miss(edge: edge, reason: reason))
      }
    }
  }
}

/// All flows of a tenant, hunted one after the other: first those that need nothing of the others.
struct TenantHunt {
  let ground: TrailGround
  private let limit: Int
  private(set) var hunted: HuntedEdges
  private(set) var plays = 0
  /// Why a transition was not taken.
  private(set) var misses: [EdgePlace.Key: FlowHunt.Miss] = [:]

  init(_ stage: CaseSuite.Stage, _ missing: Set<EdgePlace.Key>, _ limit: Int) {
    ground = TrailGround(stage.tried)
    self.limit = limit
    hunted = HuntedEdges(missing, stage.edges)
  }

  /// What was found, by the flow that a case of it starts, in the order of the table.
  var byFlow: [(flow: String, found: [Trail])] {
    ground.table.flows.compactMap { flow in
      let found = hunted.found.map(\.trail).filter { $0.flow == flow.name }
      return found.isEmpty ? nil : (flow.name, found)
    }
  }

  mutating func run() async {
    let flows = ground.table.flows
    let (later, first) = flows.indices.partitioned { index in
      flows[index].calls.contains { $0.definition.redeems != nil || $0.definition.redeemsGrants }
    }
    // What is sent on the way of a later one may lead into another later one.
    for (round, index) in (first + later).map({ (0, $0) }) + later.map({ (1, $0) }) {
      // A flow that is not hunted itself may send what another one begins with.
      let sends = round == 0 && flows[index].leadsElsewhere && !hunted.missing.isEmpty
      var hunt = FlowHunt(ground, index, TrailWalk.Limits(plays: limit))
      await hunt.run(&hunted, isAsked: sends)
      plays += hunt.plays
      for (transition, place) in hunted.edges[index].enumerated() {
        guard let key = place.key, hunted.missing.contains(key) else { continue }
        misses[key] = misses[key].map { $0.or(hunt.miss(transition)) } ?? hunt.miss(transition)
      }
    }
    for key in misses.keys where !hunted.missing.contains(key) { misses[key] = nil }
  }
}

extension FlowHunt.Miss {
  /// Of two flows that share a sub-flow, what says more.
  fileprivate func or(_ other: Self) -> Self {
    switch (self, other) {
    case (.otherwise(let mine), .otherwise(let others)): .otherwise(mine + others)
    case (.otherwise, _): self
    case (_, .otherwise): other
    case (.tooMuch, _): self
    default: other
    }
  }

  /// In a sentence without a full stop.
  fileprivate var words: String {
    switch self {
    case .neverThere: "no way was found to its state"
    case .otherwise(let count): "all of \(counted(count, "run")) that came to its state went on otherwise"
    case .tooMuch: "there are more ways than were tried: raise `--most`"
    }
  }
}

extension Flow {
  /// Whether it sends links, or its end gives a grant.
  var leadsElsewhere: Bool {
    calls.contains { $0.linkFlow != nil || $0.definition.leadsToFlow } || ends.contains(where: \.grantsSignIn)
  }
}

extension Range<Int> {
  fileprivate func partitioned(by isLater: (Int) -> Bool) -> (later: [Int], first: [Int]) {
    (filter(isLater), filter { !isLater($0) })
  }
}

extension Compilation {
  /// The files that have errors.
  fileprivate var unfitFiles: [String] {
    diagnostics.filter { $0.severity == .error }.compactMap { sources.file($0.span)?.path }
  }
}
