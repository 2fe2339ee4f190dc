/// A path on which a flow does what a rule forbids: who sends what, and what the engine does with it.
///
/// It is what a proof that failed has to show. The steps are in the order in which they happen; the last one names the
/// state at which the harm is done. All of it is values: renderers make the words.
public struct Counterexample: Hashable, Sendable {
  /// The flow that is run, by its name in the table.
  public var flow: String
  /// What the attacker gains, in one sentence without a full stop; empty where nobody gains anything, and the path is
  /// only one that the flow did not think of.
  public var attack: String
  /// What happens, in order.
  public var steps: [TraceStep]
  /// The attribute of the victim's account whose change is the harm; nil where the harm is another.
  public var harmed: String?
  /// What it must become for that, of a bool; nil: whatever it was not.
  public var harmedTo: Bool?
  /// Whether it is done by an account that the engine would refuse there, and not merely come to.
  public var isRefused = false
  /// The steps that a second run takes otherwise, where a client that compares the two learns something; else empty.
  public var otherRun: [TraceStep]

  /// A path through `flow` that ends in `attack`.
  public init(flow: String, attack: String, steps: [TraceStep], otherRun: [TraceStep] = []) {
    self.flow = flow
    self.attack = attack
    self.steps = steps
    self.otherRun = otherRun
  }
}
