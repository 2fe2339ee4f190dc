public import FlowExpression

/// An attribute or parameter with its compiled pattern.
package final class SlotRule: Sendable {
  /// What is declared.
  package let definition: AttributeDefinition
  /// The pattern.
  let pattern: LinearPattern?
  /// The greatest length of a text, or number of elements of a list, where nothing else is said.
  package static let longestText = 4096

  /// Fails where the pattern is none.
  package init(_ definition: AttributeDefinition) throws(TableFileError) {
    self.definition = definition
    do {
      pattern = try definition.pattern.map { text throws(PatternError) in try LinearPattern(text) }
    } catch {
      throw .invalid(DecodingFailure(offset: 0, message: "the pattern of \(definition.name): \(error.message)"))
    }
  }
}

extension SlotRule {
  /// Why a value is none of the attribute's; nil if it is.
  package func complaint(about value: Value) -> FieldComplaint? {
    if let complaint = definition.complaint(about: value) { return complaint }
    guard let pattern, case .string(let text) = value, !pattern.matchesWhole(text) else { return nil }
    return .patternMismatch(pattern: definition.pattern ?? "")
  }
}

extension AttributeDefinition {
  /// Why a value is none of this attribute's, its pattern aside; nil if it is.
  public func complaint(about value: Value) -> FieldComplaint? {
    switch (type, value) {
    case (.email, .string(let text)):
      if EmailAddress.isDeceptive(text) { return .deceptive }
      return EmailAddress.isValid(text) ? complaint(aboutText: text) : .wrongForm(expected: .email)
    case (.phone, .string(let text)): return PhoneNumber.isValid(text) ? nil : .wrongForm(expected: .phone)
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
