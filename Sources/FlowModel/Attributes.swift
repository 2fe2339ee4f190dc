/// The type of an attribute: what a field accepts, and what type it has in conditions.
public enum AttributeType: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  /// An e-mail address (RFC 5321 mailbox with a domain).
  case email
  /// A telephone number, which rests in E.164 form: `+` and 8 to 15 digits.
  case phone
  /// Text.
  case string
  /// A 64-bit integer.
  case integer
  /// A floating-point number.
  case number
  /// True or false.
  case boolean
  /// A calendar date, `yyyy-mm-dd` (RFC 3339 full-date).
  case date
  /// One of the options in `of`.
  case choice
  /// Some of the options in `of`, or any texts where there are none.
  case list
  /// Any JSON value, handed on to functions.
  case any

  /// The name in YAML and in the wire contract.
  public var name: String {
    switch self {
    case .email: "email"
    case .phone: "phone"
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .choice: "choice"
    case .list: "list"
    case .any: "any"
    }
  }

  /// Whether a message can be sent there, so that control over it can be proven.
  public var isAddress: Bool { self == .email || self == .phone }
}

/// An attribute of a tenant's accounts, or a parameter of a flow: its type and the values it accepts.
public struct AttributeDefinition: Hashable, Sendable, BinaryCodable {
  /// The name, as in YAML, conditions and the wire contract.
  public var name: String
  /// The type.
  public var type: AttributeType
  /// What people see beside the field; empty: made from the name.
  public var label: String
  /// What people read beside the field, and where its value is refused for its form; empty: nothing.
  public var hint = ""
  /// What people read beside the field who need more than its label; empty: nothing.
  public var help = ""
  /// What stands in the field before anything is typed; empty: nothing.
  public var placeholder = ""
  /// Which numbers it takes, where its type is `phone`.
  public var numbers = PhoneNumbers.valid
  /// The region by which a number without `+` is read: two letters (ISO 3166-1); empty: `+` is asked for.
  public var region = ""
  /// Whether accounts are found by it and no two accounts may share a value.
  public var isIdentifier: Bool
  /// Whether upper and lower case tell two identifiers apart; only for identifiers.
  public var isCaseSensitive: Bool
  /// Whether it lives in the run alone and is not written to the account.
  public var isTransient: Bool
  /// Whether its values are secrets: they go into functions' `arguments` and nowhere else, and live in the run alone.
  public var isSecret = false
  /// Whether a run needs it to start; only for parameters of a flow.
  public var isRequired: Bool
  /// The options of a choice or list; empty: any text.
  public var options: [String]
  /// What people read in place of each option; empty where none has words of its own.
  public var optionLabels: [String] = []
  /// The least length in Unicode scalars, or number of elements of a list.
  public var minLength: Int?
  /// The greatest length in Unicode scalars, or number of elements of a list.
  public var maxLength: Int?
  /// The least number.
  public var minimum: Double?
  /// The greatest number.
  public var maximum: Double?
  /// An RE2 expression that the whole text must match.
  public var pattern: String?

  /// An attribute that accepts all of its type.
  public init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
    label = ""
    isIdentifier = false
    isCaseSensitive = false
    isTransient = false
    isRequired = false
    options = []
  }

  /// What people see beside the field.
  public var displayLabel: String { label.isEmpty ? Self.label(from: name) : label }

  /// What people read in place of an option.
  public func label(ofOption option: String) -> String {
    guard !optionLabels.isEmpty, let index = options.firstIndex(of: option), optionLabels.indices.contains(index),
      !optionLabels[index].isEmpty
    else { return option }
    return optionLabels[index]
  }

  /// `givenName` and `given-name` as `Given name`.
  public static func label(from name: String) -> String {
    var words = ""
    for character in name {
      if character == "-" || character == "_" {
        words.append(" ")
      } else if character.isUppercase, words.last?.isLowercase == true {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(
      name, type, label, isIdentifier, isCaseSensitive, isTransient, isSecret, isRequired, options, minLength,
      maxLength, minimum,
      maximum, pattern)
    writer.encode(hint, help, placeholder, numbers, region)
    writer.encode(optionLabels)
  }

  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (
      name, type, label, isIdentifier, isCaseSensitive, isTransient, isSecret, isRequired, options, minLength,
      maxLength, minimum,
      maximum, pattern
    ) = try reader.decode()
    if reader.format > 5 { hint = try String(from: &reader) }
    if reader.format > 7 {
      (help, placeholder, numbers, region) = try reader.decode()
      optionLabels = try [String](from: &reader)
    } else {
      numbers = .any
    }
  }
}
