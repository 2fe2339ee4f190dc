package import FlowCompiler
import FlowModel
import FlowRuntime
import FlowSource
import Glibc

/// Flows that are changed a little, one change at a time, and whether the cases notice.
package struct MutationPlay: Sendable {
  /// A changed flow, and what became of it.
  package struct Mutant: Sendable {
    /// Where it is changed.
    package let edge: CaseCoverage.Edge
    /// What is another thing, in words.
    package let words: String
    package let fate: Fate
  }

  /// What became of a mutant.
  package enum Fate: Hashable, Sendable {
    /// A case fails: its name.
    case noticed(by: String)
    /// All cases that come by pass; so many do.
    case unnoticed(cases: Int)
    /// No run goes otherwise: it is proven, and why.
    case equivalent(String)
  }

  package let compilation: Compilation
  /// The mutants, in the order of the files.
  package private(set) var mutants: [Mutant] = []
  /// How many were left out, as there were more than asked for.
  package private(set) var leftOut = 0
  /// How long it took, in nanoseconds.
  package private(set) var nanoseconds: Int64 = 0

  /// How many of a kind there are.
  package var noticed: Int { mutants.count { if case .noticed = $0.fate { true } else { false } } }
  package var unnoticed: Int { mutants.count { if case .unnoticed = $0.fate { true } else { false } } }
  package var equivalent: Int { mutants.count - noticed - unnoticed }

  /// Changes the flows of a suite whose cases pass. `only`: the flows in these files; `most`: so many mutants, from all over.
  package init(_ suite: CaseSuite, only: Set<String> = [], most: Int = .max) async {
    let start = ContinuousClock.now
    compilation = suite.compilation
    let ways = await CaseWays(suite)
    var mutations: [(stage: Int, mutation: Mutation)] = []
    for (number, stage) in suite.stages.enumerated() where stage.harness == nil {
      mutations += Mutations(stage).all.filter { mutation in
        only.isEmpty || suite.compilation.sources.file(mutation.place.span).map { only.contains($0.path) } ?? false
      }.map { (number, $0) }
    }
    let chosen = mutations.spread(over: most)
    leftOut = mutations.count - chosen.count
    let proofs = suite.stages.map(MutationProof.init)
    let queue = CaseQueue()
    let fates = await withTaskGroup(of: [(Int, Fate)].self) { group in
      for _ in 0..<max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), chosen.count)) {
        group.addTask {
          var fates: [(Int, Fate)] = []
          while case let index = queue.next(), index < chosen.count {
            let (stage, mutation) = chosen[index]
            fates.append((index, await Self.fate(mutation, stage, suite, ways, proofs[stage])))
          }
          return fates
        }
      }
      var fates: [(Int, Fate)] = []
      for await part in group { fates += part }
      return fates.sorted { $0.0 < $1.0 }
    }
    mutants = zip(chosen, fates).map { chosen, fate in
      let edge = CaseCoverage.Edge(place: chosen.mutation.place)
      return Mutant(edge: edge, words: chosen.mutation.words, fate: fate.1)
    }
    let time = (ContinuousClock.now - start).components
    nanoseconds = time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
  }

  private static func fate(
    _ mutation: Mutation, _ stage: Int, _ suite: CaseSuite, _ ways: CaseWays, _ proof: MutationProof
  ) async -> Fate {
    let tenant = suite.stages[stage].tried.table.tenant
    let concerned = ways.items(taking: mutation, of: tenant)
    var mutated: [Int: CaseSuite.Stage] = [:]
    var unchanged: Set<Int> = []
    for index in concerned {
      guard case .success(let number) = suite.items[index].stage, !unchanged.contains(number) else { continue }
      if mutated[number] == nil {
        guard let other = suite.stages[number].mutated(mutation) else {
          unchanged.insert(number)
          continue
        }
        mutated[number] = other
      }
      guard let other = mutated[number] else { continue }
      var player = CasePlayer(suite)
      let result = await player.play(suite.items[index], on: other)
      if result.failure != nil { return .noticed(by: suite.items[index].name) }
    }
    // What a case notices is proof enough that somebody can.
    return proof.reason(mutation).map { .equivalent($0) } ?? .unnoticed(cases: concerned.count)
  }
}

/// Which transitions each case takes, so that a mutant is played by those cases alone that come by.
private struct CaseWays: Sendable {
  private struct State: Hashable {
    let tenant: String
    let flow: String
    let state: String
  }

  private var byKey: [EdgePlace.Key: [Int]] = [:]
  private var byState: [State: [Int]] = [:]
  private let tenants: [String]

  init(_ suite: CaseSuite) async {
    tenants = suite.items.map(\.tenant)
    var steps: [Int] = []
    for (index, item) in suite.items.enumerated() {
      var player = CasePlayer(suite)
      steps.append(await player.play(item).transitions)
      guard case .success(let stage) = item.stage else { continue }
      var keys: Set<EdgePlace.Key> = []
      for (places, counts) in zip(suite.stages[stage].edges, player.counts[stage]) {
        for (place, count) in zip(places, counts) where count > 0 { if let key = place.key { keys.insert(key) } }
      }
      for key in keys { byKey[key, default: []].append(index) }
      for state in Set(keys.map { State(tenant: item.tenant, flow: $0.flow, state: $0.state) }) {
        byState[state, default: []].append(index)
      }
    }
    // Short cases fail sooner.
    for key in byKey.keys { byKey[key]?.sort { (steps[$0], $0) < (steps[$1], $1) } }
    for state in byState.keys { byState[state]?.sort { (steps[$0], $0) < (steps[$1], $1) } }
  }

  func items(taking mutation: Mutation, of tenant: String) -> [Int] {
    let key = mutation.key
    if mutation.concernsState { return byState[State(tenant: tenant, flow: key.flow, state: key.state)] ?? [] }
    return (byKey[key] ?? []).filter { tenants[$0] == tenant }
  }
}

extension Array {
  /// So many of the elements, evenly from first to last.
  fileprivate func spread(over most: Int) -> Self {
    guard most < count, most > 0 else { return self }
    return (0..<most).map { self[$0 * count / most] }
  }
}
