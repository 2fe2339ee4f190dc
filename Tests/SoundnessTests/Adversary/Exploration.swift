/// What an exploration of a tenant came to.
struct Exploration: Sendable {
  /// Who acted in it.
  var cast = Cast.alone
  /// What went wrong first, and how it was come to; nil: nothing.
  var violation: (what: String, trace: [String])?
  /// A condition or an assignment that failed at run time, and how it was come to; nil: none did.
  var failure: (what: String, trace: [String])?
  /// How many steps were taken.
  var steps = 0
  /// How many steps have changed accounts, or handed something out.
  var changes = 0
  /// How often owners have acted.
  var acts = 0
  /// Whether everything was seen, within the number of runs.
  var isComplete = false

  /// Adds another one of the same tenant.
  mutating func add(_ other: Exploration) {
    (cast, violation) = (other.cast, other.violation)
    steps += other.steps
    changes += other.changes
    acts += other.acts
    isComplete = isComplete && other.isComplete
    failure = failure ?? other.failure
  }
}
