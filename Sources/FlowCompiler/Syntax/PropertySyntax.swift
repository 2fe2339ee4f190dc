import FlowSource

/// One element of `properties`: what the tenant wants to be true of every run of a flow.
struct PropertySyntax: Sendable {
  /// `never: OCCASION before FACT` or `always: OCCASION implies FACT`: they say the same, seen from two sides.
  struct Order: Sendable {
    /// An effect, a state or an end.
    var occasion: Word
    var fact: FactSyntax
  }

  enum Claim: Sendable {
    case order(Order)
    /// `within: 12 steps`.
    case within(Int)
  }

  var claim: Claim
  /// Where it stands, without its key.
  var span: SourceSpan
  /// The text, as messages show it.
  var text: String
  /// The policy that demands it; nil: it is the flow's own.
  var policy: String?
}

/// `verified(email)`: a name and what it is about.
struct FactSyntax: Sendable {
  var name: Word
  var subject: Word
}
