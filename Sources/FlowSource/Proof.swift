/// Something that a rule has proven of a flow: what `usher check --proofs` tells beside the problems.
public struct Proof: Hashable, Sendable {
  /// The flow, by its name in the table; empty for what holds of the tenant as a whole.
  public var flow: String
  /// The code that would have been reported had it not held.
  public var code: String
  /// What holds, in one sentence without a full stop, as in "`password.set` is only done once `email` is proven".
  public var sentence: String
  /// What it rests on that nothing can prove, each in a few words: what a function attests, that a channel reaches its owner.
  public var assumes: [String]
  /// The effect that it is said of, by its name, which `sentence` begins with; nil: of none alone.
  public var effect: String?
  /// Whether it holds of every account; else of those alone that have what the rule is about.
  public var isOfAll: Bool
  /// Where it matters: the effect that demands it, the page that conceals.
  public var span: Span

  /// `sentence` holds of `flow` if what it assumes is true, or `code` would have been reported.
  public init(
    _ code: String, flow: String, of effect: String? = nil, _ sentence: String, assuming assumes: [String] = [],
    ofAll isOfAll: Bool = true,
    at span: Span
  ) {
    self.code = code
    self.flow = flow
    self.effect = effect
    self.sentence = effect.map { "`\($0)`: \(sentence)" } ?? sentence
    self.assumes = assumes
    self.isOfAll = isOfAll
    self.span = span
  }
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
  /// Where.
  public var span: Span

  /// `text` gives up what `meaning` says.
  public init(flow: String, _ text: String, _ meaning: String, at span: Span) {
    self.flow = flow
    self.text = text
    self.meaning = meaning
    self.span = span
  }
}
