/// A value that a function of the server's is handed, or that stands in a user's custom data: of the types of BSON those that
/// JSON can carry.
///
/// Literals are values: `let args: [AnyBSON] = ["blue", 42, true, nil]`.
public enum AnyBSON: Hashable, Sendable {
  /// Null.
  case null
  /// True or false.
  case bool(Bool)
  /// An integer of 32 bits.
  case int32(Int32)
  /// An integer of 64 bits: what a literal is.
  case int64(Int64)
  /// A floating-point number.
  case double(Double)
  /// A text.
  case string(String)
  /// A time, in milliseconds since the beginning of 1970 (UTC).
  case datetime(Int64)
  /// An ObjectId: 24 hexadecimal digits.
  case objectId(String)
  /// A list.
  case array([AnyBSON])
  /// Values by their names.
  case document(Document)
}

/// Values by their names.
public typealias Document = [String: AnyBSON]

extension AnyBSON {
  /// The text; nil where it is none.
  public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

  /// The truth value; nil where it is none.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The integer, of either size; nil where it is none.
  public var intValue: Int64? {
    switch self {
    case .int32(let number): Int64(number)
    case .int64(let number): number
    default: nil
    }
  }

  /// The number, whether it is an integer or not; nil where it is none.
  public var doubleValue: Double? { if case .double(let number) = self { number } else { intValue.map(Double.init) } }

  /// The list; nil where it is none.
  public var arrayValue: [AnyBSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The values by their names; nil where it is none.
  public var documentValue: Document? { if case .document(let members) = self { members } else { nil } }
}

extension AnyBSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer of 64 bits.
  public init(integerLiteral value: Int64) { self = .int64(value) }
  /// A floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: AnyBSON...) { self = .array(elements) }
  /// A document; of values of one name the last one counts.
  public init(dictionaryLiteral elements: (String, AnyBSON)...) {
    self = .document(Document(elements) { _, last in last })
  }
}
