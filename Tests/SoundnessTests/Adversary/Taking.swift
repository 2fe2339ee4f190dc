import EngineSupport
import FlowJSON
import FlowModel

@testable import FlowRuntime

/// Takes single steps with the engine's own interpreter, effects and demands; only storage and slow work are played.
struct Taking {
  enum Result {
    case taken(Run, Ledger, grants: JSONObject?)
    case refused(Refusal)
    /// The function cannot answer so, or the owner cannot do that.
    case impossible
    case failed
  }

  /// What came of it, and what it looked at on the way.
  struct Outcome {
    var result: Result
    var looks: Set<Surroundings.Matter> = []
    /// What an owner did while the step waited.
    var meanwhile: Act?
  }

  static let now: Milliseconds = 1_748_736_000_000

  let program: Program
  let key: ServerKey
  let fair: EnginePorts
  /// Ports through which nothing can be sent.
  private let blocked: EnginePorts

  /// `observer` is told of what is done without what it demands, which is refused where there is none.
  init(_ program: Program, _ key: ServerKey, observer: EngineObserver?) {
    self.program = program
    self.key = key
    let outbox = TestOutbox()
    for address in (People.evesOwn.merging(People.others) { $0 + $1 }).values.joined() { outbox.refuse(address) }
    func ports(_ channel: TestOutbox) -> EnginePorts {
      var ports = EnginePorts(
        key: key, channel: channel, functions: TestFunctions(), dictionary: TestDictionary(), clock: TestClock())
      ports.observer = observer
      return ports
    }
    fair = ports(TestOutbox())
    blocked = ports(outbox)
  }

  /// A step of a run. `seed` makes what is drawn at random differ from step to step.
  func take(
    _ event: StepEvent, _ started: Started, _ ledger: Ledger, _ surroundings: Surroundings, seed: Int
  ) -> Outcome {
    attempt(started, ledger, surroundings, seed: seed) { try $0.take(event) }
  }

  func attempt(
    _ started: Started, _ ledger: Ledger, _ surroundings: Surroundings, seed: Int,
    _ body: (inout EffectStep) throws -> Void
  ) -> Outcome {
    var ledger = ledger
    var outcome = Outcome(result: .failed)
    var request: JSON?
    let late: Milliseconds = surroundings.weather == .late ? 48 * 3_600_000 : 0
    var attempts = StepAttempts(
      seed: (0..<32).map { UInt8(truncatingIfNeeded: seed >> (8 * min($0, 7))) }, now: Self.now + late)
    for _ in 0..<24 {
      let transaction = LedgerTransaction(ledger, key, isExhausted: surroundings.weather == .exhausted)
      var step = EffectStep(
        surroundings.weather == .undeliverable ? blocked : fair, program, transaction, attempts: attempts,
        runID: RandomID(high: 0, low: UInt64(started.number)), run: started.run)
      do {
        try body(&step)
        if let request { deliver(request, &transaction.ledger) }
        outcome.result = .taken(step.run, transaction.ledger, grants: step.grants)
        outcome.looks.formUnion(transaction.looks)
        if step.spent.counters.contains(where: { $0.counter == .guessesOfCode }) { outcome.looks.insert(.time) }
        return outcome
      } catch let pending as PendingWork {
        outcome.looks.insert(pending.look)
        if pending.look != .rates, let act = surroundings.meanwhile, outcome.meanwhile == nil {
          outcome.meanwhile = perform(act, on: ledger, seed: seed << 20)
          guard let act = outcome.meanwhile else { return Outcome(result: .impossible) }
          ledger = act.ledger
        }
        if case .function(_, let asked) = pending.work {
          outcome.looks.insert(.slow)
          request = surroundings.function == .pending ? asked : nil
        }
        guard let result = answer(pending.work, step, surroundings) else {
          outcome.result = .impossible
          return outcome
        }
        attempts.memo[pending.work] = result
      } catch let refused as StepRefused {
        outcome.result = .refused(refused.refusal)
        return outcome
      } catch {
        break
      }
    }
    return outcome
  }

  /// A function that goes on by itself sends the link that it was handed to whom it is for.
  private func deliver(_ request: JSON, _ ledger: inout Ledger) {
    guard let token = request["token"]?.string, let id = request["tokenId"]?.string,
      let ticket = ledger.tickets.first(where: { $0.id == id }),
      let content = key.open(ticket.sealed, context: Array(id.utf8)), let link = try? JSON.parse(content),
      let flow = link["flow"]?.string, let address = link["value"]?.string
    else { return }
    ledger.mail.append(
      Message(
        id: RandomID(high: 2, low: UInt64(ledger.mail.count)), time: Self.now, tenant: ticket.tenant, channel: .email,
        to: address, flow: flow, content: .link(token: token, tokenId: id, url: "", lifetime: 1800)))
  }

  private func answer(_ work: Work, _ step: EffectStep, _ surroundings: Surroundings) -> WorkResult? {
    switch work {
    case .hash(let password, _): return .hash(People.hash(password))
    case .verify(let password, let hash, _):
      return .compared(hash == People.hash(password) ? .match(isOutdated: false) : .mismatch)
    case .spend: return .spent(surroundings.weather == .exhausted ? .nothing : .all)
    case .dictionary, .leak, .leaked: return .holds(false)
    case .function:
      guard surroundings.function == .success else { return .answer(surroundings.function) }
      // What a function attests is taken for true, so here it tells the truth. Of all else it says what suits Eve.
      let call = step.flow.calls[Int(step.state.payload)]
      guard let slot = call.attested else { return .answer(.success) }
      return step.identifier(slot).map(People.isProtected) == false ? .answer(.success) : nil
    }
  }
}

extension PendingWork {
  /// What a step that waits for it looks at.
  fileprivate var look: Surroundings.Matter {
    switch work {
    case .spend: .rates
    case .function: .function
    default: .slow
    }
  }
}
