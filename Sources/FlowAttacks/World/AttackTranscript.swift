import FlowJSON
import FlowModel
import FlowRuntime

/// What was seen while a script was performed in one world.
struct AttackTranscript {
  /// A line of the script and what it came to.
  struct Entry {
    let line: AttackLine
    let result: AttackStage.Result
  }

  /// The entries of all rounds.
  var entries: [Entry] = []
  /// Where the script and the engine differ, in one sentence; nil where they do not.
  var divergence: String?
  /// The messages that were sent.
  var messages: [Message] = []
  /// What functions were asked.
  var requests: [JSON] = []
  /// The victim's account before and after.
  var before: AccountRecord?
  var after: AccountRecord?
  /// How many grants and links there were, and are, that let in to the victim's account.
  var waysInBefore = 0
  var waysInAfter = 0

  /// What was done though it was not proven.
  var harms: [EngineObserver.Violation] { entries.flatMap(\.result.harms) }
  /// The effects in their order.
  var performed: [EngineObserver.PerformedEffect] { entries.flatMap(\.result.seen.performed) }

  /// Performs a script in a world. Where `isStrict`, a state that the script does not expect ends it.
  init(_ script: AttackScript, in world: AttackWorld, _ table: AttackTable, isStrict: Bool) async throws {
    let stage = try await AttackStage(table, world, flow: script.flow)
    // A function that is told whether there is an account may answer by it.
    stage.functions.turnsWithoutAccount = !isStrict
    before = await stage.victim()
    waysInBefore = await stage.waysIn(to: before)
    rounds: for _ in 0..<script.rounds {
      for line in script.lines {
        let result = await stage.take(line)
        entries.append(Entry(line: line, result: result))
        let came = result.reply.state
        guard isStrict, came != line.expect else { continue }
        let error = result.reply.error.map { " with the error \($0.code)" } ?? ""
        divergence = "the run is at \(came ?? "no state")\(error), and not at \(line.expect)"
        break rounds
      }
    }
    messages = stage.mail.messages
    requests = stage.functions.requests
    after = await stage.victim()
    waysInAfter = await stage.waysIn(to: after)
  }

  /// What a client sees, step by step, without what is random by its nature.
  var seenByClient: [String] {
    entries.map { entry in
      guard case .object(let object) = entry.result.reply.json else { return "" }
      return JSON.object(object.filter { $0.name != "run" && $0.name != "token" }).text
    }
  }

  /// How many passwords were hashed or compared, and messages sent, at each step: what a clock would show.
  var work: [Int] { entries.map(\.result.seen.hashes) }

  /// The effects of each step of which a clock would tell.
  var effects: [[String]] {
    entries.map { $0.result.seen.performed.map(\.effect.definition).filter(\.takesTime).map(\.name) }
  }
}

extension EngineObserver.PerformedEffect {
  /// Whether a guess was compared, and not refused.
  var isGuess: Bool { effect.definition.isGuess && hasSpent }
}
