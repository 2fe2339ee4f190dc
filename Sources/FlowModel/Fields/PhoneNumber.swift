import CPhone

/// Which telephone numbers an attribute takes from clients.
public enum PhoneNumbers: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  /// Those of ranges that their country has given out.
  case valid
  /// Those as long as their country's numbers are: for ranges younger than the library's list of them.
  case possible
  /// Whatever has the form of E.164: tables from before there was a choice.
  case any

  /// Those that a tenant can declare.
  package static let declarable: [PhoneNumbers] = [.valid, .possible]

  /// The name in YAML; that of `any` is no word of it.
  public var name: String {
    switch self {
    case .valid: "valid"
    case .possible: "possible"
    case .any: "any"
    }
  }
}

/// Why a text is no telephone number that an attribute takes.
public enum PhoneFault: Error, Hashable, Sendable, CaseIterable {
  /// It has letters, or something else that no number has.
  case form
  /// It has fewer digits than its country's numbers.
  case tooShort
  /// It has more.
  case tooLong
  /// It does not say its country, and the attribute has no region.
  case withoutCountry
  /// No country has the code behind its `+`.
  case unknownCountry
  /// Its country has given out no such range, such as an area code that there is not.
  case notGivenOut
}

/// A telephone number, by libphonenumber: in the form of ITU-T E.164, which all its spellings share.
package struct PhoneNumber: Hashable, Sendable {
  /// The number: `+`, the code of its country, and the rest; 16 characters at most.
  package let text: String
  /// How many digits the code of its country has.
  package let countryDigits: Int
  /// Whether it lies in a range that its country has given out.
  package let isValid: Bool

  /// Reads a text that is one number of a possible length and nothing else. `region`: two letters, by which a number without
  /// `+` is read; empty: there is none, and `+` is asked for.
  package init?(_ text: String, region: String = "") {
    guard case .success(let number) = Self.read(text, region: region) else { return nil }
    self = number
  }

  private init(text: String, countryDigits: Int, isValid: Bool) {
    (self.text, self.countryDigits, self.isValid) = (text, countryDigits, isValid)
  }

  /// The number, or what is wrong with the text.
  package static func read(_ text: String, region: String) -> Result<PhoneNumber, PhoneFault> {
    let found = dialling(digits(text), region)
    if case .success(let number) = found, number.isValid { return found }
    // Behind a country's code the 0 in `+420 (0)601…` is dialled within the country alone, if there; in Italy it is part of the
    // number, which was valid with it.
    guard let abroad = withoutTrunkZero(text) else { return found }
    let other = dialling(digits(abroad), region)
    if case .success(let number) = other, number.isValid { return other }
    if case .failure = found { return other }
    return found
  }

  /// The text without `(0)` behind a country's code; nil where it has none.
  private static func withoutTrunkZero(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    guard let plus = scalars.firstIndex(where: { $0 == "+" || $0 == "\u{FF0B}" }), scalars.count > plus + 4,
      let zero = (plus + 2..<scalars.count - 1).first(where: {
        scalars[$0] == "0" && scalars[$0 - 1] == "(" && scalars[$0 + 1] == ")"
      })
    else { return nil }
    return String(String.UnicodeScalarView(scalars[..<(zero - 1)] + scalars[(zero + 2)...]))
  }

  /// What the library says of what is dialled; nil: the text has more than digits.
  private static func dialling(_ digits: String?, _ region: String) -> Result<PhoneNumber, PhoneFault> {
    guard let digits else { return .failure(.form) }
    guard digits.utf8.count >= shortest else { return .failure(digits.isEmpty ? .form : .tooShort) }
    guard digits.utf8.count <= longest else { return .failure(.tooLong) }
    var form = [CChar](repeating: 0, count: Int(LAZY_PHONE_CAPACITY))
    var count: Int32 = 0
    let kind = digits.withCString { text in
      form.withUnsafeMutableBufferPointer { form in
        region.isEmpty
          ? lazy_phone_read(text, digits.utf8.count, nil, form.baseAddress, &count)
          : region.withCString { lazy_phone_read(text, digits.utf8.count, $0, form.baseAddress, &count) }
      }
    }
    switch kind {
    case LAZY_PHONE_POSSIBLE, LAZY_PHONE_VALID:
      return .success(
        PhoneNumber(
          text: String(decoding: form.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
          countryDigits: Int(count), isValid: kind == LAZY_PHONE_VALID))
    case LAZY_PHONE_WITHOUT_COUNTRY: return .failure(.withoutCountry)
    case LAZY_PHONE_UNKNOWN_COUNTRY: return .failure(.unknownCountry)
    case LAZY_PHONE_SHORT: return .failure(.tooShort)
    case LAZY_PHONE_LONG: return .failure(.tooLong)
    case LAZY_PHONE_IMPOSSIBLE: return .failure(.notGivenOut)
    default: return .failure(.form)
    }
  }

  /// Whether some kind of numbers takes it.
  package func isOne(of numbers: PhoneNumbers) -> Bool { numbers != .valid || isValid }

  /// Whether the text has the form of E.164: `+`, no leading zero, 8 to 15 digits. So numbers rest.
  package static func hasForm(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "+") else { return false }
    let digits = bytes.dropFirst()
    return (8...15).contains(digits.count) && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  /// Whether the library knows numbers of a region of two letters.
  package static func knows(region: String) -> Bool { lazy_phone_knows(region) }

  /// Why no number can be read; nil where all is there. Opens the library, which takes some milliseconds the first time.
  package static var trouble: String? { lazy_phone_load().map { String(cString: $0) } }

  /// The fewest and the most characters that are looked at: `+` and digits.
  private static let shortest = 3
  private static let longest = 24

  /// What a text says to dial: digits, with `+` before them perhaps, without what people put between. Nil where it has
  /// something else: letters, an extension, more digits than any number.
  static func dialled(_ text: String) -> String? {
    digits(text).flatMap { (shortest...longest).contains($0.utf8.count) ? $0 : nil }
  }

  /// The same, however many there are; of more than any number has, one more than that.
  private static func digits(_ text: String) -> String? {
    var dialled = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "+", "\u{FF0B}":
        if !dialled.isEmpty { return nil }
        dialled = "+"
      case " ", "\u{A0}", "\u{2007}", "\u{202F}", "\u{3000}", "-", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FF0D}", ".",
        "/", "(", ")",
        "\u{FF08}", "\u{FF09}":
        continue
      default:
        // What nobody sees, such as a space of no width, was pasted with the number.
        if scalar.properties.generalCategory == .format { continue }
        guard scalar.properties.generalCategory == .decimalNumber, let digit = scalar.properties.numericValue else {
          return nil
        }
        if dialled.utf8.count <= longest { dialled += String(Int(digit)) }
      }
    }
    return dialled
  }
}
