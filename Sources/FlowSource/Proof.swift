/// Something that a rule has proven of a flow: what `usher check --proofs` tells beside the problems.
public struct Proof: Hashable, Sendable {
  /// The flow, by its name in the table; empty for what holds of the tenant as a whole.
  public var flow: String
  /// The code that would have been reported had it not held.
  public var code: String
  /// What holds, without a full stop; of an effect, where there is one.
  public var statement: String
  /// What it rests on that nothing can prove, each in a few words: what a function attests, that a channel reaches its owner.
  public var assumes: [String]
  /// The effect that it is said of, by its name; nil: of none alone.
  public var effect: String?
  /// Whether it holds of every account; else of those alone that have what the rule is about.
  public var isOfAll: Bool
  /// Where it matters: the effect that demands it, the page that conceals.
  public var span: SourceSpan

  /// `sentence` holds of `flow` if what it assumes is true, or `code` would have been reported.
  public init(
    _ code: String, flow: String, of effect: String? = nil, _ sentence: String, assuming assumes: [String] = [],
    ofAll isOfAll: Bool = true,
    at span: SourceSpan
  ) {
    self.code = code
    self.flow = flow
    self.effect = effect
    statement = sentence
    self.assumes = assumes
    self.isOfAll = isOfAll
    self.span = span
  }

  /// What holds, in one sentence without a full stop, as in "`password.set`: only done once `email` is proven".
  public var sentence: String { effect.map { "`\($0)`: \(statement)" } ?? statement }
}

/// A place where a flow gives up what a rule would otherwise prove: `reveals`, `attests`, a function's `link`,
/// `status: pending` or `unproven`.
public struct OptOut: Hashable, Sendable {
  /// The flow it stands in; the sub-flow, where it stands in one.
  public var flow: String
  /// What stands there, as in "status: pending".
  public var text: String
  /// What is given up by it, in one sentence without a full stop.
  public var meaning: String
  /// What kind of thing that is.
  public var kind: Kind
  /// Where.
  public var span: SourceSpan

  /// What an opt-out gives up.
  public enum Kind: Sendable {
    /// That nobody learns who has an account.
    case concealment
    /// That the engine itself sees what is proven: a function says so.
    case evidence
    /// That a link goes to whom it proves: a function decides.
    case link
    /// That the engine itself sees the second factor: a function says so.
    case factor
    /// What a word of an effect's parameter says.
    case word
  }

  /// `text` gives up what `meaning` says.
  public init(flow: String, _ kind: Kind, _ text: String, _ meaning: String, at span: SourceSpan) {
    self.flow = flow
    self.kind = kind
    self.text = text
    self.meaning = meaning
    self.span = span
  }
}
