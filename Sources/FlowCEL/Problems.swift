import FlowExpression

/// A problem in an expression. Offsets are UTF-8 byte offsets into the expression's text.
public struct ExpressionProblem: Error, Hashable, Sendable {
  /// What kind of problem it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text is no expression.
    case syntax
    /// A variable or a field that the environment does not have.
    case unknownName
    /// A function or method that does not exist.
    case unknownFunction
    /// An operator or function that does not take values of these types.
    case noSuchOverload
    /// A value of the wrong type for its place, such as a condition that is no bool.
    case type
    /// A field that exists but may not be read in an expression.
    case hiddenField
    /// A literal that is no regular expression.
    case pattern
    /// Too long, or too deeply nested.
    case tooComplex
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// Where, in UTF-8 bytes.
  public let range: Range<Int>
  /// What is wrong, in one sentence without a full stop.
  public let message: String
  /// What to do about it.
  public let help: String?
  /// What to put in place of `range`, where that is certain to be meant.
  public let replacement: String?
  /// A fact that helps to understand it, such as what there is instead.
  public let note: String?
  /// The slots that it is about: where they are declared explains it.
  public let slots: [Int]

  init(
    _ kind: Kind, _ range: Range<Int>, _ message: String, help: String? = nil, replacement: String? = nil,
    note: String? = nil, slots: [Int] = []
  ) {
    self.kind = kind
    self.range = range
    self.message = message
    self.help = help
    self.replacement = replacement
    self.note = note
    self.slots = slots
  }
}

/// All problems of one expression, at least one, by their place.
public struct ExpressionProblems: Error, Hashable, Sendable {
  /// The problems by their place.
  public let problems: [ExpressionProblem]
  /// The first of them.
  public let first: ExpressionProblem

  init(_ first: ExpressionProblem) {
    self.first = first
    problems = [first]
  }

  /// Nil where there is none.
  init?(_ found: [ExpressionProblem]) {
    let sorted = found.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    guard let first = sorted.first else { return nil }
    self.first = first
    problems = sorted
  }
}
