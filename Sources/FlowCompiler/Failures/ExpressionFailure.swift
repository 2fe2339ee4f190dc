import FlowExpression
import FlowModel

/// Why an expression has no value that can be used.
struct ExpressionFailure {
  let message: String
  let range: Range<Int>?
  var refusal: String?
  private let kind: EvaluationError.Kind?

  init(_ error: EvaluationError) { (message, range, kind) = (error.message, error.range, error.kind) }

  init(_ kind: EvaluationError.Kind, _ range: Range<Int>?, _ message: String) {
    (self.kind, self.range, self.message) = (kind, range, message)
  }

  init(_ value: Value, _ complaint: FieldComplaint, _ name: String) {
    (kind, range, message) = (nil, nil, "")
    refusal = "\(name) does not take \(value.sample): \(complaint.text)"
  }

  var isRefusal: Bool { refusal != nil }
  var isOutOfRange: Bool { kind == .outOfRange }
  static let fits = "ask before whether it fits, or give what it is made of the same limits"

  var help: String {
    switch kind {
    case nil: Self.fits
    case .divisionByZero: "ask before whether that is 0, or give the attribute a `minimum`"
    case .outOfRange: "give the attributes a `minimum` and a `maximum`"
    case .badIndex: "ask before with `size(…)`, or give the attribute a `min-length`"
    case .noSuchKey: "ask before with `has(…)` or `in`"
    case .costExceeded: "give the attributes a `max-length`"
    case .badArgument: "ask before with `matches(…)`, or give the attribute a `pattern`"
    default: "ask before for the type, with `type(…)`, or give the attribute another type"
    }
  }

  var helpForConstants: String {
    isRefusal
      ? "assign something that it takes"
      : kind == .badArgument
        ? "durations have the units `h`, `m`, `s` and `ms`, such as `duration(\"157680h\")`; times are written `2026-01-31T12:00:00Z`"
        : "write something that has a value"
  }
}

extension Value {
  /// As it is written in an expression, cut where it is long.
  var sample: String {
    let text = description
    if text.count <= 40 { return text }
    switch self {
    case .string(let value): return "a text of \(value.unicodeScalars.count) characters such as \(text.prefix(8))…"
    case .list(let elements): return "a list of \(elements.count) elements"
    default: return text.prefix(40) + "…"
    }
  }
}
