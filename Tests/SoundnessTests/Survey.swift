import FlowModel
import Glibc

@testable import FlowCompiler
@testable import FlowRuntime

/// Many generated tenants, each compiled, and each explored whose flows can run.
///
/// `SOUNDNESS_TENANTS=20000` takes more of them, `SOUNDNESS_SEED=7` others.
struct Survey: Sendable {
  /// A tenant whose flows can run, its proofs waived where they fail.
  struct Entry: Sendable {
    let seed: UInt64
    let verdict: Verdict
    let effects: Set<Effect>
    let exploration: Exploration
  }

  private(set) var entries: [Entry] = []
  private(set) var drawn = 0

  static let shared = Task {
    let count = number("SOUNDNESS_TENANTS") ?? 3000
    return try await Survey(first: (number("SOUNDNESS_SEED") ?? 1) << 32, count: count)
  }

  private static func number(_ variable: String) -> UInt64? { getenv(variable).flatMap { UInt64(String(cString: $0)) } }

  private init(first: UInt64, count: UInt64) async throws {
    drawn = Int(count)
    try await withThrowingTaskGroup(of: [Entry].self) { group in
      let size: UInt64 = 50
      for start in stride(from: first, to: first + count, by: Int(size)) {
        group.addTask { try (start..<min(start + size, first + count)).compactMap(Self.entry) }
      }
      for try await part in group { entries += part }
    }
    entries.sort { $0.seed < $1.seed }
  }

  private static func entry(_ seed: UInt64) throws -> Entry? {
    let verdict = Verdict(GeneratedTenant(seed: seed))
    guard let table = verdict.table else { return nil }
    func explored(_ cast: Cast) throws -> Exploration {
      try Explorer.explore(table, as: cast, budget: cast.budget(isAccepted: verdict.isAccepted))
    }
    var exploration = try explored(.alone)
    if exploration.violation == nil { exploration.add(try explored(Cast.second(for: table, seed))) }
    return Entry(
      seed: seed, verdict: verdict.withoutTable, effects: Set(table.flows.flatMap { $0.calls.map(\.effect) }),
      exploration: exploration)
  }

  var accepted: [Entry] { entries.filter(\.verdict.isAccepted) }
  var rejected: [Entry] { entries.filter { !$0.verdict.isAccepted } }
  var steps: Int { entries.reduce(0) { $0 + $1.exploration.steps } }

  /// The codes of tenants that are refused although nothing was found, with how many, and the seed of one.
  private var needless: String {
    let safe = rejected.filter { $0.exploration.violation == nil }
    return Dictionary(grouping: safe) { $0.verdict.codes.sorted().joined(separator: "+") }
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { "\($0.key): \($0.value.count) (as \($0.value.prefix(3).map { String($0.seed) }.joined(separator: ", ")))" }
      .joined(separator: "; ")
  }

  private var casts: [(cast: Cast, count: Int)] {
    Cast.allCases.dropFirst().map { cast in (cast, entries.filter { $0.exploration.cast == cast }.count) }
  }

  var summary: String {
    let safe = entries.filter { $0.exploration.violation == nil }.count
    let precise = accepted.filter { $0.exploration.violation == nil }.count
    let share = safe == 0 ? 0 : Double(precise * 1000 / safe) / 10
    return """
      \(drawn) tenants drawn, \(entries.count) of them can run: \(accepted.count) accepted, \(rejected.count) refused by \
      proofs alone
      \(steps) steps explored, \(entries.reduce(0) { $0 + $1.exploration.changes }) of which changed accounts or handed \
      something out in \(accepted.filter { $0.exploration.changes > 0 }.count) of the accepted tenants, \(entries.filter(\.exploration.isComplete).count) tenants to the end
      also with \(casts.map { "\($0.cast): \($0.count)" }.joined(separator: ", ")); owners acted \(entries.reduce(0) { $0 + $1.exploration.acts }) times
      accepted among truly safe: \(precise) of \(safe) (\(share) %)
      refused though nothing was found: \(needless)
      """
  }
}

extension Survey.Entry: CustomStringConvertible {
  /// All that is needed to see what went wrong.
  var description: String {
    """
    seed \(seed), \(exploration.cast): \((exploration.violation ?? exploration.failure)?.what ?? "nothing found"), after \
    \(exploration.steps) steps
    \((exploration.violation ?? exploration.failure)?.trace.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n") ?? "")
    \(verdict.codes.sorted())
    \(GeneratedTenant(seed: seed).text)
    """
  }
}
