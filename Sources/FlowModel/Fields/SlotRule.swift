public import FlowExpression

/// An attribute or parameter with its compiled pattern.
package final class SlotRule: Sendable {
  /// What is declared.
  package let definition: AttributeDefinition
  /// The pattern.
  let pattern: LinearPattern?
  /// The greatest length of a text, or number of elements of a list, where nothing else is said.
  package static let longestText = 4096
  /// The greatest size of a value in bytes (texts in UTF-8, and 8 for each number, element and member), where the attribute
  /// does not allow longer texts. Runs and accounts hold many values, and clients choose them.
  package static let largestValue = 65_536
  /// How many lists and maps may be inside each other: as many as JSON is read with, in an account's attributes too.
  package static let deepestValue = 63

  /// Fails where the pattern is none.
  package init(_ definition: AttributeDefinition) throws(TableFileError) {
    self.definition = definition
    do {
      pattern = try definition.pattern.map { text throws(PatternError) in try .declared(text) }
    } catch {
      throw .invalid(DecodingFailure(offset: 0, message: "the pattern of \(definition.name): \(error.message)"))
    }
  }
}

extension SlotRule {
  /// What a client gives, in the form in which it rests: an address without the blanks around it, which nobody types on
  /// purpose, and a telephone number as E.164 has it. What is none stays as it is. `region`: by which a number without `+` is
  /// read where the attribute names none.
  package func tidied(_ value: Value, region: String = "") -> Value {
    guard definition.type.isAddress, case .string(let text) = value else { return value }
    let trimmed = text.withoutBlanks
    guard definition.type == .phone, definition.numbers != .any else { return .string(trimmed) }
    let region = definition.region.isEmpty ? region : definition.region
    return .string(PhoneNumber(trimmed, region: region)?.text ?? trimmed)
  }

  /// Why a value that a client gives is none of the attribute's, once it is tidied; nil if it is. Of numbers this asks more
  /// than of those that rest: which ones are given out changes with time, and an account goes on with the one it has.
  package func complaint(aboutGiven value: Value) -> FieldComplaint? {
    if definition.type == .phone, definition.numbers != .any, case .string(let text) = value {
      switch PhoneNumber.read(text, region: definition.region) {
      case .failure(.form): return .wrongForm(expected: .phone)
      case .failure(let fault): return .noPhone(fault)
      case .success(let number):
        if !number.isOne(of: definition.numbers) { return .noPhone(.notGivenOut) }
        // It was not tidied.
        if number.text != text { return .wrongForm(expected: .phone) }
      }
    }
    return complaint(about: value)
  }

  /// Why a value is none of the attribute's; nil if it is.
  package func complaint(about value: Value) -> FieldComplaint? {
    let limit = definition.largestValue
    if value.exceeds(limit) { return .tooManyBytes(max: limit) }
    if let complaint = definition.complaint(about: value) { return complaint }
    guard let pattern, case .string(let text) = value, !pattern.matchesWhole(text) else { return nil }
    return .patternMismatch(pattern: definition.pattern ?? "")
  }
}

extension AttributeDefinition {
  /// How many bytes a value may have.
  package var largestValue: Int {
    type == .list || type == .any ? SlotRule.largestValue : max(SlotRule.largestValue, 4 * (maxLength ?? 0))
  }

  /// Why a value is none of this attribute's, its pattern aside; nil if it is.
  public func complaint(about value: Value) -> FieldComplaint? {
    switch (type, value) {
    case (.email, .string(let text)):
      if EmailAddress.isDeceptive(text) { return .deceptive }
      return EmailAddress.isValid(text) ? complaint(aboutText: text) : .wrongForm(expected: .email)
    case (.phone, .string(let text)): return PhoneNumber.hasForm(text) ? nil : .wrongForm(expected: .phone)
    case (.string, .string(let text)): return complaint(aboutText: text)
    case (.date, .string(let text)): return CalendarDate.isValid(text) ? nil : .wrongForm(expected: .date)
    case (.choice, .string(let text)): return options.contains(text) ? nil : .noOption(of: options)
    case (.integer, .int(let number)): return complaint(integer: number)
    case (.number, .double(let number)): return complaint(number: number)
    case (.boolean, .bool), (.any, _): return nil
    case (.list, .list(let elements)): return complaint(elements: elements)
    case (.integer, _): return .wrongType(expected: .integer)
    case (.number, _): return .wrongType(expected: .number)
    case (.boolean, _): return .wrongType(expected: .boolean)
    case (.list, _): return .wrongType(expected: .list)
    default: return .wrongType(expected: .text)
    }
  }

  private func complaint(aboutText text: String) -> FieldComplaint? {
    if text.unicodeScalars.contains(where: \.isForbiddenInText) { return .deceptive }
    let length = text.unicodeScalars.count
    if let minLength, length < minLength { return .tooShort(min: minLength) }
    if length > maxLength ?? SlotRule.longestText { return .tooLong(max: maxLength ?? SlotRule.longestText) }
    return nil
  }

  private func complaint(elements: [Value]) -> FieldComplaint? {
    for element in elements {
      guard case .string(let text) = element else { return .wrongType(expected: .list) }
      if !options.isEmpty, !options.contains(text) { return .noOptions(of: options) }
      if text.unicodeScalars.contains(where: \.isForbiddenInText) { return .deceptive }
      if text.unicodeScalars.count > SlotRule.longestText { return .tooLong(max: SlotRule.longestText) }
    }
    if !options.isEmpty, let again = options.first(where: { option in elements.count { $0 == .string(option) } > 1 }) {
      return .repeated(option: again)
    }
    if let minLength, elements.count < minLength { return .tooFew(min: minLength) }
    if elements.count > maxLength ?? SlotRule.longestText { return .tooMany(max: maxLength ?? SlotRule.longestText) }
    return nil
  }

  /// Held against the bounds as it is: no double holds each integer of 64 bits.
  private func complaint(integer: Int64) -> FieldComplaint? {
    if let minimum, Self.isLess(integer, minimum) { return .tooSmall(min: minimum) }
    if let maximum, Self.isLess(maximum, integer) { return .tooLarge(max: maximum) }
    return nil
  }

  private static func isLess(_ integer: Int64, _ bound: Double) -> Bool {
    Int64(exactly: bound.rounded(.up)).map { integer < $0 } ?? (bound > 0)
  }

  private static func isLess(_ bound: Double, _ integer: Int64) -> Bool {
    Int64(exactly: bound.rounded(.down)).map { $0 < integer } ?? (bound < 0)
  }

  private func complaint(number: Double) -> FieldComplaint? {
    if let minimum, number < minimum { return .tooSmall(min: minimum) }
    if let maximum, number > maximum { return .tooLarge(max: maximum) }
    return number.isFinite ? nil : .wrongType(expected: .number)
  }
}

extension String {
  /// The text without the white space around it, and without the marks of direction and of no width that come along where
  /// somebody copies a number or an address.
  package var withoutBlanks: String {
    // A mark may be one character with the letter before it.
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isUnseen }), let last = scalars.lastIndex(where: { !$0.isUnseen })
    else {
      return ""
    }
    return String(String.UnicodeScalarView(scalars[first...last]))
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool {
    switch value {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: properties.isWhitespace
    }
  }
}

extension Value {
  /// How many bytes it has, by the measure of `SlotRule.largestValue`.
  package var size: Int {
    switch self {
    case .string(let text): 8 + text.utf8.count
    case .bytes(let bytes): 8 + bytes.count
    case .list(let elements): elements.reduce(8) { $0 + $1.size }
    case .map(let map): map.entries.reduce(8) { $0 + $1.key.size + $1.value.size }
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: 8
    }
  }

  /// Whether it has more than so many bytes, or too many values inside each other; looks at no more of it than that takes.
  package func exceeds(_ limit: Int) -> Bool {
    var left = limit
    return !fits(in: &left, SlotRule.deepestValue)
  }

  private func fits(in left: inout Int, _ depth: Int) -> Bool {
    left -= 8
    switch self {
    case .string(let text): left -= text.utf8.count
    case .bytes(let bytes): left -= bytes.count
    case .list(let elements):
      if depth == 0 { return false }
      for element in elements where left < 0 || !element.fits(in: &left, depth - 1) { return false }
    case .map(let map):
      if depth == 0 { return false }
      for entry in map.entries {
        guard left >= 0, entry.key.fits(in: &left, 0), entry.value.fits(in: &left, depth - 1) else { return false }
      }
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: break
    }
    return left >= 0
  }
}
