/// Why an expression has no value for these slots.
public struct EvaluationError: Error, Hashable, Sendable {
  /// The kind of failure.
  public enum Kind: UInt8, Error, Hashable, Sendable, CaseIterable {
    /// A slot that holds no value was read.
    case unset
    /// A map has no such key.
    case noSuchKey
    /// An operator or function got values it does not take.
    case noSuchOverload
    /// A variable that was not declared (only in expressions compiled without checking).
    case unknownName
    /// A function that does not exist (only in expressions compiled without checking).
    case unknownFunction
    /// A division or modulus by zero.
    case divisionByZero
    /// A result that its type cannot hold.
    case outOfRange
    /// A list index that is none.
    case badIndex
    /// A value that is none of its kind, such as a text that is no number or no regular expression.
    case badArgument
    /// A map literal gave one key twice, or a key of a type that none may have.
    case badKey
    /// The evaluation took more steps than its budget.
    case costExceeded
  }

  /// The kind of failure.
  public let kind: Kind
  /// The part of the expression that failed, in UTF-8 bytes of its text.
  public let range: Range<Int>

  /// What went wrong, in one sentence without a full stop.
  public var message: String {
    switch kind {
    case .unset: "the value is not set"
    case .noSuchKey: "no such key"
    case .noSuchOverload: "the values do not fit the operator or function"
    case .unknownName: "undeclared name"
    case .unknownFunction: "no such function"
    case .divisionByZero: "division by zero"
    case .outOfRange: "the result is out of range"
    case .badIndex: "index out of range"
    case .badArgument: "the value cannot be converted"
    case .badKey: "a map key is repeated or of a wrong type"
    case .costExceeded: "the expression took more steps than allowed"
    }
  }
}
