import FlowJSON
import FlowModel
import Synchronization

/// Work that takes too long for a transaction. A step that needs its result is undone, the work is done outside, and the
/// step is taken again from the start with the result at hand: so a step stays one transaction, however slow its effects.
enum Work: Hashable, Sendable {
  /// Hash a password.
  case hash(password: String, by: PasswordHashing)
  /// Compare a password with what rests of one, at the cost of the parameters; see `PasswordHasher.compare`.
  case verify(password: String, with: String?, by: PasswordHashing?)
  /// Look a password up among the common ones.
  case dictionary(password: String)
  /// Look a password up in a list of published ones.
  case leak(password: String, file: String)
  /// Ask a function for what it knows of published passwords whose digests begin like this one's; whether one is it.
  case leaked(FunctionDefinition, request: JSON, digest: String)
  /// Ask a function; the request's id tells several calls of one step apart.
  case function(FunctionDefinition, request: JSON)
  /// Spend counters for good, so that what they bound can be done outside of the transaction.
  case spend(Spending)
}

/// The result of slow work.
enum WorkResult: Hashable, Sendable {
  case hash(String)
  case holds(Bool)
  case compared(PasswordHasher.Comparison)
  /// What was left of each counter.
  case spent(Spent)
  case answer(FunctionStatus)
  /// It could not be done.
  case failed
}

/// The results that a step has at hand.
typealias WorkMemo = [Work: WorkResult]

/// What the attempts to take one step have in common.
struct StepAttempts: Sendable {
  /// The results of slow work so far.
  var memo: WorkMemo = [:]
  /// What was drawn for this request alone.
  let fresh: [UInt8]
  /// What the next step of a run draws from, beside its event.
  let salt: [UInt8]
  /// Whatever a step draws at random is drawn from this, so that one that is taken again draws the same. Before its first
  /// attempt, the step of a run that rests has none: it follows from the run and the event.
  var seed: [UInt8]?
  /// Whose run it is, once that is known, for what the log says of it.
  let subject = StepSubject()
  /// When the step is taken. Slow work takes time, and a step that is taken again must be at the same time.
  let now: Milliseconds

  /// Draws for a request.
  init(_ randomness: any Randomness, now: Milliseconds) {
    let drawn = randomness.bytes(Expansion.seedSize + 16)
    fresh = Array(drawn.prefix(Expansion.seedSize))
    salt = Array(drawn.dropFirst(Expansion.seedSize))
    self.now = now
  }

  init(seed: [UInt8], now: Milliseconds) { (fresh, self.seed, salt, self.now) = (seed, seed, [], now) }
}

/// The tenant that a step is about, as its attempts find it.
final class StepSubject: Sendable {
  private let name = Mutex<String?>(nil)

  var tenant: String? {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
}

/// Thrown to undo a step whose slow work must be done first.
struct PendingWork: Error {
  let work: Work
  /// What the step has drawn from, as it shall again.
  let seed: [UInt8]?
}

/// Thrown to undo a step that its flow or the catalogue does not allow.
struct StepRefused: Error {
  let refusal: Refusal
  /// What was spent on the way, and stays spent.
  var spent: [CounterSpend] = []
}
