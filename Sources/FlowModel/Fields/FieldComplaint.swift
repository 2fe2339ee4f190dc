/// Why a value may not stand in a field: a code with its parameters, for transports that have words of their own.
public enum FieldComplaint: Hashable, Sendable {
  /// Another kind of value is asked for.
  case wrongType(expected: ValueKind)
  /// A text that is no address, number or date.
  case wrongForm(expected: TextForm)
  /// A telephone number that is none, for another reason than its form.
  case noPhone(PhoneFault)
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
    case .wrongForm, .noPhone(.form): "wrong_form"
    case .noPhone(.tooShort): "phone_too_short"
    case .noPhone(.tooLong): "phone_too_long"
    case .noPhone(.withoutCountry): "phone_without_country"
    case .noPhone(.unknownCountry): "phone_unknown_country"
    case .noPhone(.notGivenOut): "phone_not_given_out"
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
  /// `label` makes of an option what people read.
  public func text(
    hint: String, in words: StandardWords = .english, label: (String) -> String = { $0 }
  ) -> String {
    switch self {
    case .patternMismatch, .wrongForm, .wrongType: hint.isEmpty ? text(in: words) : hint
    default: text(in: words, label: label)
    }
  }

  /// A sentence for people, in English.
  public var text: String { text(in: .english) }

  /// A sentence for people. `label` makes of an option what they read.
  public func text(in words: StandardWords, label: (String) -> String = { $0 }) -> String {
    words.text(standardText, values(label))
  }

  /// The text that says it.
  package var standardText: StandardText {
    switch self {
    case .wrongType(.text): .complaintText
    case .wrongType(.integer): .complaintInteger
    case .wrongType(.number): .complaintNumber
    case .wrongType(.boolean): .complaintBoolean
    case .wrongType(.list): .complaintList
    case .wrongForm(.email): .complaintEmail
    case .wrongForm(.phone), .noPhone(.form): .complaintPhone
    case .noPhone(.tooShort): .complaintPhoneTooShort
    case .noPhone(.tooLong): .complaintPhoneTooLong
    case .noPhone(.withoutCountry): .complaintPhoneNoCountry
    case .noPhone(.unknownCountry): .complaintPhoneUnknownCountry
    case .noPhone(.notGivenOut): .complaintPhoneNotGivenOut
    case .wrongForm(.date): .complaintDate
    case .patternMismatch: .complaintForm
    case .deceptive: .complaintDeceptive
    case .noOption: .complaintOption
    case .noOptions: .complaintOptions
    case .repeated: .complaintRepeated
    case .tooShort: .complaintTooShort
    case .tooLong: .complaintTooLong
    case .tooManyBytes: .complaintTooManyBytes
    case .tooFew: .complaintTooFew
    case .tooMany: .complaintTooMany
    case .tooSmall: .complaintTooSmall
    case .tooLarge: .complaintTooLarge
    case .unknownField(.page): .complaintNoFieldOfPage
    case .unknownField(.event): .complaintNoFieldOfEvent
    case .unknownField(.run): .complaintNotKnown
    }
  }

  /// What the text shows.
  private func values(_ label: (String) -> String) -> [String: MessageValue] {
    func number(_ bound: Double) -> MessageValue { Int64(exactly: bound).map(MessageValue.integer) ?? .number(bound) }
    func count(_ bound: Int) -> MessageValue { .integer(Int64(bound)) }
    func list(_ options: [String]) -> MessageValue { .text(options.map(label).joined(separator: ", ")) }
    return switch self {
    case .noOption(let options): ["options": list(options)]
    case .noOptions(let options): ["options": list(options)]
    case .repeated(let option): ["option": .text(label(option))]
    case .tooShort(let min): ["min": count(min)]
    case .tooLong(let max): ["max": count(max)]
    case .tooFew(let min): ["min": count(min)]
    case .tooMany(let max): ["max": count(max)]
    case .tooSmall(let min): ["min": number(min)]
    case .tooLarge(let max): ["max": number(max)]
    default: [:]
    }
  }

  /// One of each that there is, for lists of their codes and words.
  package static let each: [FieldComplaint] =
    [ValueKind.text, .integer, .number, .boolean, .list].map(wrongType)
    + [TextForm.email, .phone, .date].map(wrongForm) + PhoneFault.allCases.map(noPhone)
    + [
      .patternMismatch(pattern: ""), .deceptive, .noOption(of: []), .noOptions(of: []), .repeated(option: ""),
      .tooShort(min: 1), .tooLong(max: 1), .tooManyBytes(max: 1), .tooFew(min: 1), .tooMany(max: 1), .tooSmall(min: 1),
      .tooLarge(max: 1), .unknownField(.page), .unknownField(.event), .unknownField(.run),
    ]
}
