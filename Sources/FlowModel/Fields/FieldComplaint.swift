/// Why a value may not stand in a field: a code with its parameters, for transports that have words of their own.
public enum FieldComplaint: Hashable, Sendable {
  /// Another kind of value is asked for.
  case wrongType(expected: ValueKind)
  /// A text that is no address, number or date.
  case wrongForm(expected: TextForm)
  /// A text that the attribute's pattern does not match.
  case patternMismatch(pattern: String)
  /// A text with characters that are not seen, or pass for others.
  case deceptive
  /// None of the options.
  case noOption(of: [String])
  /// A list with something that is none of the options.
  case noOptions(of: [String])
  /// A list with the same option more than once.
  case repeated(option: String)
  /// Fewer characters (Unicode scalars) than are needed.
  case tooShort(min: Int)
  /// More characters (Unicode scalars) than are allowed.
  case tooLong(max: Int)
  /// A secret of more bytes than are allowed.
  case tooManyBytes(max: Int)
  /// A list of fewer elements than are needed.
  case tooFew(min: Int)
  /// A list of more elements than are allowed.
  case tooMany(max: Int)
  /// A lesser number than is allowed.
  case tooSmall(min: Double)
  /// A greater number than is allowed.
  case tooLarge(max: Double)
  /// The page or event has no such field.
  case unknownField(Owner)

  /// What kind of value a field takes.
  public enum ValueKind: String, Sendable { case text, integer, number, boolean, list }

  /// What a text must be.
  public enum TextForm: String, Sendable { case email, phone, date }

  /// What has no such field.
  public enum Owner: Sendable { case page, event, run }

  /// The stable code that clients branch on.
  public var code: String {
    switch self {
    case .wrongType: "wrong_type"
    case .wrongForm: "wrong_form"
    case .patternMismatch: "pattern_mismatch"
    case .deceptive: "forbidden_character"
    case .noOption, .noOptions: "no_option"
    case .repeated: "repeated_option"
    case .tooShort: "too_short"
    case .tooLong, .tooManyBytes: "too_long"
    case .tooFew: "too_few"
    case .tooMany: "too_many"
    case .tooSmall: "too_small"
    case .tooLarge: "too_large"
    case .unknownField: "unknown_field"
    }
  }

  /// A sentence for people, in the words of a field's hint where it is the form that is refused; `hint`: empty for none.
  public func text(hint: String) -> String {
    switch self {
    case .patternMismatch, .wrongForm, .wrongType: hint.isEmpty ? text : hint
    default: text
    }
  }

  /// A sentence for people.
  public var text: String {
    func some(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
    func text(_ bound: Double) -> String { Int64(exactly: bound).map(String.init) ?? String(bound) }
    return switch self {
    case .wrongType(.text): "Please give a text."
    case .wrongType(.integer): "Please give a whole number."
    case .wrongType(.number): "Please give a number."
    case .wrongType(.boolean): "Please give true or false."
    case .wrongType(.list): "Please give a list."
    case .wrongForm(.email): "Please give an e-mail address, such as ada@example.com."
    case .wrongForm(.phone): "Please give the number as + and digits, such as +12025550123."
    case .wrongForm(.date): "Please give a date of the calendar as yyyy-mm-dd."
    case .patternMismatch: "Please give it in the expected form."
    case .deceptive: "This has a character that is not seen, or passes for another one."
    case .noOption(let options): "Please choose one of \(options.joined(separator: ", "))."
    case .noOptions(let options): "Only \(options.joined(separator: ", ")) can be chosen."
    case .repeated(let option): "Please choose \(option) only once."
    case .tooShort(let min): "Please give at least \(some(min, "character"))."
    case .tooLong(let max): "Please give at most \(some(max, "character"))."
    case .tooManyBytes: "This is too long."
    case .tooFew(let min): "Please give at least \(some(min, "element"))."
    case .tooMany(let max): "Please give at most \(some(max, "element"))."
    case .tooSmall(let min): "Please give at least \(text(min))."
    case .tooLarge(let max): "Please give at most \(text(max))."
    case .unknownField(.page): "This page has no such field."
    case .unknownField(.event): "This event has no fields."
    case .unknownField(.run): "This is not known."
    }
  }
}
