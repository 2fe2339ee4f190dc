public import FlowExpression
public import FlowModel

extension Program {
  /// Holds an event's input, and what the run keeps of refused ones, against its fields and writes it into the run; where
  /// it does not fit, nothing is written. An empty text is no value. A required attribute that the run has already need
  /// not be given again; a secret must.
  func accept(_ input: [SlotValue], for fields: [PageField], of code: FlowCode, into run: inout Run) -> Refusal? {
    var input = input
    for draft in run.drafts where fields.contains(where: { $0.slot == draft.slot }) {
      if !input.contains(where: { $0.slot == draft.slot }) { input.append(draft) }
    }
    var invalid: [InvalidField] = []
    for given in input where !given.value.isBlank {
      if let complaint = complaint(about: given.value, for: given.slot, in: code) {
        invalid.append(InvalidField(slot: given.slot, complaint: complaint))
      }
    }
    if !invalid.isEmpty { return .invalid(invalid) }
    var missing: [Slot] = []
    for field in fields where field.isRequired {
      if let given = input.first(where: { $0.slot == field.slot }) {
        if given.value.isBlank { missing.append(field.slot) }
      } else if field.slot < firstAttributeSlot || run.slots[Int(field.slot)] == nil {
        missing.append(field.slot)
      }
    }
    if !missing.isEmpty { return .missing(missing) }
    for given in input {
      run.slots[Int(given.slot)] = given.value.isBlank ? nil : given.value
    }
    return nil
  }

  /// Keeps what is valid of a refused event's input, and takes back what an earlier one said of the same fields. What is
  /// secret is never kept.
  func keep(_ input: [SlotValue], of code: FlowCode, in run: inout Run) {
    for given in input {
      run.drafts.removeAll { $0.slot == given.slot }
      let index = Int(given.slot - firstAttributeSlot)
      guard code.rules.indices.contains(index), !code.rules[index].definition.isSecret, !given.value.isBlank,
        complaint(about: given.value, for: given.slot, in: code) == nil
      else { continue }
      run.drafts.append(given)
    }
  }

  /// Why a value may not stand in a slot; nil if it may.
  func complaint(about value: Value, for slot: Slot, in code: FlowCode) -> FieldComplaint? {
    let index = Int(slot - firstAttributeSlot)
    guard index >= 0 else {
      guard case .string(let text) = value else { return .wrongType(expected: .text) }
      return text.utf8.count > longestText ? .tooManyBytes(max: longestText) : nil
    }
    guard index < code.rules.count else { return .unknownField(.run) }
    return code.rules[index].complaint(about: value)
  }
}

/// The greatest length of a text, or number of elements of a list, where nothing else is said.
private let longestText = 4096

extension SlotRule {
  /// Why a value is none of the attribute's; nil if it is.
  func complaint(about value: Value) -> FieldComplaint? {
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
      return EmailAddress.isValid(text) ? complaint(aboutLengthOf: text) : .wrongForm(expected: .email)
    case (.phone, .string(let text)): return PhoneNumber.isValid(text) ? nil : .wrongForm(expected: .phone)
    case (.string, .string(let text)): return complaint(aboutLengthOf: text)
    case (.date, .string(let text)): return CalendarDate.isValid(text) ? nil : .wrongForm(expected: .date)
    case (.choice, .string(let text)): return options.contains(text) ? nil : .noOption(of: options)
    case (.integer, .int(let number)): return complaint(number: Double(number))
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

  private func complaint(aboutLengthOf text: String) -> FieldComplaint? {
    let length = text.unicodeScalars.count
    if let minLength, length < minLength { return .tooShort(min: minLength) }
    if length > maxLength ?? longestText { return .tooLong(max: maxLength ?? longestText) }
    return nil
  }

  private func complaint(elements: [Value]) -> FieldComplaint? {
    for element in elements where !options.isEmpty {
      guard case .string(let text) = element, options.contains(text) else { return .noOptions(of: options) }
    }
    if let minLength, elements.count < minLength { return .tooFew(min: minLength) }
    if elements.count > maxLength ?? longestText { return .tooMany(max: maxLength ?? longestText) }
    return nil
  }

  private func complaint(number: Double) -> FieldComplaint? {
    if let minimum, number < minimum { return .tooSmall(min: minimum) }
    if let maximum, number > maximum { return .tooLarge(max: maximum) }
    return number.isFinite ? nil : .wrongType(expected: .number)
  }
}

extension Value {
  /// Whether nothing was entered.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .list(let elements): elements.isEmpty
    default: false
    }
  }
}

/// E-mail addresses as mail systems take them: a dot-atom before the `@`, a domain of labels behind it (RFC 5321,
/// sections 4.1.2 and 4.5.3.1; quoted local parts and address literals are refused, non-ASCII letters are allowed).
package enum EmailAddress {
  /// Whether the text is one address and nothing else.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let local = bytes[..<at]
    let domain = bytes[bytes.index(after: at)...]
    guard !local.isEmpty, local.count <= 64, !domain.isEmpty, domain.contains(UInt8(ascii: ".")) else { return false }
    return hasNoEmptyPart(local) && local.allSatisfy(isAtom) && hasNoEmptyPart(domain)
      && domain.allSatisfy(isLabel) && domain.last != UInt8(ascii: "-") && domain.first != UInt8(ascii: "-")
  }

  private static func hasNoEmptyPart(_ text: Substring.UTF8View) -> Bool {
    var last = UInt8(ascii: ".")
    for byte in text {
      if byte == UInt8(ascii: "."), last == byte { return false }
      last = byte
    }
    return last != UInt8(ascii: ".")
  }

  private static func isLabel(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  private static func isAtom(_ byte: UInt8) -> Bool {
    if isLabel(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"):
      return true
    default: return false
    }
  }
}

/// Telephone numbers in the international form of ITU-T E.164: `+`, no leading zero, 8 to 15 digits.
package enum PhoneNumber {
  /// Whether the text is one number and nothing else.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "+") else { return false }
    let digits = bytes.dropFirst()
    return (8...15).contains(digits.count) && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}

/// Calendar dates as `yyyy-mm-dd` (RFC 3339, full-date).
package enum CalendarDate {
  /// Whether the text is a date of the Gregorian calendar.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(into: Int?.some(0)) { sum, byte in
        sum = byte >= 0x30 && byte <= 0x39 ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), (1...12).contains(month)
    else { return false }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
