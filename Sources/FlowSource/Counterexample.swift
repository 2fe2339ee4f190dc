/// A way on which a flow does what a rule forbids: who sends what, and what the engine does with it.
///
/// It is what a proof that failed has to show. The steps are in the order in which they happen; the last one names the
/// state at which the harm is done.
public struct Counterexample: Hashable, Sendable {
  /// The flow that is run, by its name in the table.
  public var flow: String
  /// What the attacker gains, in one sentence without a full stop; empty where nobody gains anything, and the way is
  /// only one that the flow did not think of.
  public var attack: String
  /// What happens, in order.
  public var steps: [TraceStep]

  /// A way through `flow` that ends in `attack`.
  public init(flow: String, attack: String, steps: [TraceStep]) {
    self.flow = flow
    self.attack = attack
    self.steps = steps
  }
}

/// One step of a counterexample: a state, the way by which it is left, and who does what there.
public struct TraceStep: Hashable, Sendable {
  /// The transition that is taken; for the last step the state's name.
  public var span: Span
  /// The state's name in the table: `caller/name` within a sub-flow.
  public var state: String
  /// The event, outcome or branch by which the state is left, such as `submit`, `found`, `1` or `time-out`; empty where
  /// there is no choice, and at the last step.
  public var way: String
  /// What the attacker sends, as in "submits `email` = the victim's address"; nil where the flow goes on by itself.
  public var attacker: String?
  /// What the engine does, as in "runs `account.find`: found".
  public var engine: String

  /// A step out of `state` by `way`.
  public init(span: Span, state: String, way: String = "", attacker: String? = nil, engine: String) {
    self.span = span
    self.state = state
    self.way = way
    self.attacker = attacker
    self.engine = engine
  }
}
