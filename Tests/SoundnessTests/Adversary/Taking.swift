import EngineSupport
import FlowJSON
import FlowModel

@testable import FlowRuntime

/// Takes one step with the engine's own interpreter, effects and demands; only storage and slow work are played.
struct Taking {
  enum Result {
    case taken(Run, Ledger, grants: JSONObject?)
    case refused(Refusal)
    /// The function cannot answer so.
    case impossible
    case failed
  }

  /// What came of it, and what it looked at on the way.
  struct Outcome {
    var result: Result
    var looks: Set<Surroundings.Matter>
  }

  static let now: Milliseconds = 1_748_736_000_000

  let program: Program
  let key: ServerKey
  let surroundings: Surroundings
  /// Makes what is drawn at random differ from step to step.
  let seed: Int
  /// The number of the run.
  let number: Int
  /// Is told of what is done without what it demands, which is refused where there is none.
  var observer: EngineObserver?

  func take(_ event: StepEvent, _ run: Run, _ ledger: Ledger) -> Outcome {
    let outbox = TestOutbox()
    if surroundings.weather == .undeliverable {
      for address in (People.evesOwn.merging(People.others) { $0 + $1 }).values.joined() { outbox.refuse(address) }
    }
    var ports = EnginePorts(
      key: key, channel: outbox, functions: TestFunctions(), dictionary: TestDictionary(), clock: TestClock())
    ports.observer = observer
    let late: Milliseconds = surroundings.weather == .late ? 48 * 3_600_000 : 0
    var attempts = StepAttempts(
      seed: (0..<32).map { UInt8(truncatingIfNeeded: seed >> (8 * min($0, 7))) }, now: Self.now + late)
    var looks: Set<Surroundings.Matter> = []
    for _ in 0..<16 {
      let transaction = LedgerTransaction(ledger, key, isExhausted: surroundings.weather == .exhausted)
      var step = EffectStep(
        ports, program, transaction, attempts: attempts, runID: RandomID(high: 0, low: UInt64(number)), run: run)
      do {
        try step.take(event)
        let result = Result.taken(step.run, transaction.ledger, grants: step.grants)
        let hasGuessed = step.spent.counters.contains { $0.counter == .guessesOfCode }
        let time: Set<Surroundings.Matter> = hasGuessed ? [.time] : []
        return Outcome(result: result, looks: looks.union(transaction.looks).union(time))
      } catch let pending as PendingWork {
        switch pending.work {
        case .spend: looks.insert(.rates)
        case .function: looks.insert(.function)
        default: break
        }
        guard let result = answer(pending.work, step) else { return Outcome(result: .impossible, looks: looks) }
        attempts.memo[pending.work] = result
      } catch let refused as StepRefused {
        return Outcome(result: .refused(refused.refusal), looks: looks)
      } catch {
        break
      }
    }
    return Outcome(result: .failed, looks: looks)
  }

  private func answer(_ work: Work, _ step: EffectStep) -> WorkResult? {
    switch work {
    case .hash(let password): return .hash(People.hash(password))
    case .verify(let password, let hash): return .holds(hash == People.hash(password))
    case .spend: return .spent(surroundings.weather != .exhausted)
    case .dictionary: return .holds(false)
    case .function:
      guard surroundings.function == .success else { return .answer(surroundings.function) }
      // What a function attests is taken for true, so here it tells the truth.
      let call = step.flow.calls[Int(step.state.payload)]
      guard let slot = call.attested else { return .answer(.success) }
      return step.identifier(slot).map(People.isProtected) == false ? .answer(.success) : nil
    }
  }
}
