import CPhone
import FlowExpression
import TestSupport
import Testing

@testable import FlowModel

/// Telephone numbers: one form for all spellings, and which ones are taken.
@Suite struct PhoneNumberTests {
  private func rule(_ region: String = "", _ numbers: PhoneNumbers = .valid) throws -> SlotRule {
    var definition = AttributeDefinition(name: "phone", type: .phone)
    (definition.region, definition.numbers) = (region, numbers)
    return try SlotRule(definition)
  }

  @Test(arguments: [
    "+420601123456", "+420 601 123 456", "00420 601 123 456", "601123456", "601 123-456", "(601) 123.456",
    " \u{FF0B}\u{FF14}\u{FF12}\u{FF10}601123456\u{3000}", "\u{660}\u{660}420 601 123 456", "601\u{A0}123\u{2011}456",
    "601\u{200B}123456", "+\u{200B}420601123456", "\u{202A}+420 601 123 456\u{202C}", "+420 (0)601 123 456",
    "+420(0)601123456",
  ])
  func `all spellings of a number are one`(text: String) throws {
    let rule = try rule("CZ")
    #expect(rule.tidied(.string(text)) == .string("+420601123456"))
    #expect(rule.complaint(aboutGiven: rule.tidied(.string(text))) == nil)
    #expect(rule.definition.normalised(text) == "+420601123456")
  }

  @Test func `a number without its country is read by the region, and asked for with it where there is none`() throws {
    #expect(PhoneNumber("601 123 456") == nil && PhoneNumber("00420 601 123 456") == nil)
    #expect(PhoneNumber("601 123 456", region: "CZ")?.text == "+420601123456")
    #expect(PhoneNumber("(202) 555-0123", region: "US")?.text == "+12025550123")
    #expect(PhoneNumber("011 420 601 123 456", region: "US")?.text == "+420601123456")
    let rule = try rule()
    #expect(rule.tidied(.string("601 123 456")) == .string("601 123 456"))
    #expect(rule.complaint(aboutGiven: .string("601 123 456")) == .noPhone(.withoutCountry))
  }

  @Test func `what stands before a number within its country is no part of it`() {
    for text in ["+49 (0)30 1234567", "+490301234567", "+49 30 1234567"] {
      #expect(PhoneNumber(text)?.text == "+49301234567", "\(text)")
    }
    // In Italy it is.
    for text in ["+39 06 12345678", "+39 (0)6 12345678"] {
      #expect(PhoneNumber(text)?.text == "+390612345678", "\(text)")
    }
    #expect(PhoneNumber("+420 (0)601 123 4567")?.isValid != true && PhoneNumber("(0)+420601123456") == nil)
  }

  @Test(arguments: [
    "", "+", "+1", "+999123456789", "+12345678", "+420 601", "+4206011234567890", "1-800-FLOWERS", "+12025550123 x12",
    "+12025550123;ext=5", "tel:+12025550123", "call +420601123456", "+420601123456 or 7", "++420601123456",
    "+420601123456\u{0}", String(repeating: "4", count: 5000), "12,34", "*31#601123456",
  ])
  func `what is no number, or is too long or too short for its country, is refused`(text: String) throws {
    #expect(PhoneNumber(text, region: "CZ") == nil)
    for numbers in [PhoneNumbers.valid, .possible] {
      let rule = try rule("CZ", numbers)
      #expect(rule.complaint(aboutGiven: rule.tidied(.string(text))) != nil)
    }
  }

  @Test(arguments: [
    ("+420 601", "CZ", "phone_too_short"), ("12", "CZ", "phone_too_short"), ("+1", "", "phone_too_short"),
    ("253 0000", "US", "phone_too_short"), ("+4206011234567890", "", "phone_too_long"),
    (String(repeating: "4", count: 30), "CZ", "phone_too_long"), ("601 123 456", "", "phone_without_country"),
    ("00420 601 123 456", "", "phone_without_country"), ("+999123456789", "", "phone_unknown_country"),
    ("00999123456789", "CZ", "phone_unknown_country"), ("+15551234567", "", "phone_not_given_out"),
    ("(555) 123-4567", "US", "phone_not_given_out"), ("1-800-FLOWERS", "US", "wrong_form"),
    ("call me", "", "wrong_form"),
    ("+12025550123 x12", "US", "wrong_form"), ("", "CZ", "wrong_form"),
  ])
  func `what is wrong with a number is said, by a code and a sentence of its own`(
    _ text: String, _ region: String, _ code: String
  ) throws {
    let rule = try rule(region)
    let complaint = try #require(rule.complaint(aboutGiven: rule.tidied(.string(text))), "\(text)")
    #expect(complaint.code == code, "\(text)")
    for language in StandardWords.languages {
      let words = StandardWords(for: language)
      let told = PhoneFault.allCases.map { FieldComplaint.noPhone($0).text(in: words) }
      #expect(Set(told).count == told.count && told.contains(complaint.text(in: words)), "\(language)")
    }
  }

  @Test func `a number of no range that its country has given out is possible and not valid`() throws {
    // There is no area 555.
    #expect(try rule("", .valid).complaint(aboutGiven: .string("+15551234567")) == .noPhone(.notGivenOut))
    #expect(try rule("", .possible).complaint(aboutGiven: .string("+15551234567")) == nil)
    // An account goes on with the one it has.
    #expect(try rule("", .valid).complaint(about: .string("+15551234567")) == nil)
    #expect(try rule("", .valid).complaint(about: .string("555 123")) == .wrongForm(expected: .phone))
  }

  @Test func `tables from before have numbers in the form alone`() throws {
    let rule = try rule("", .any)
    #expect(rule.tidied(.string(" +490301234567 ")) == .string("+490301234567"))
    #expect(rule.complaint(aboutGiven: .string("+15551234567")) == nil)
    #expect(rule.definition.normalised("+490301234567") == "+490301234567")
  }

  @Test func `the code of a country is one to three digits`() {
    for (text, digits) in [("+12025550123", 1), ("+4930123456", 2), ("+420601123456", 3), ("+79161234567", 1)] {
      #expect(PhoneNumber(text)?.countryDigits == digits, "\(text)")
    }
  }

  @Test func `regions are those that the library knows`() {
    for region in ["CZ", "US", "DE", "NO"] { #expect(PhoneNumber.knows(region: region)) }
    for region in ["", "C", "XX", "ZZ", "cz", "CZE", "C\u{0}", "\u{10D}z"] {
      #expect(!PhoneNumber.knows(region: region))
    }
    #expect(PhoneNumber.trouble == nil)
  }

  @Test func `a limit counts all spellings of digits together`() {
    #expect(comparableIdentifier(" +420 601 123 456 ") == "+420601123456")
    #expect(comparableIdentifier("601-123-456") == "601123456")
    #expect(comparableIdentifier("Ada-1") == "ada-1")
  }

  /// Bytes of all kinds, straight to the shim: no length, region or text harms it, and what it calls a number is one.
  @Test func `whatever is read, the shim answers`() {
    var dice = Dice(7)
    let pieces = [
      "+", "0", "420", "601", "(", ")", "x", ";ext=", "\u{FF0B}", "\u{0}", "\u{660}", "tel:", " ", "#", "\u{10FFFF}",
    ]
    for round in 0..<20_000 {
      var bytes: [CChar] =
        round % 2 == 0
        ? (0..<dice.below(80)).map { _ in CChar(truncatingIfNeeded: dice.below(256)) }
        : (0..<dice.below(20)).flatMap { _ in dice.pick(pieces).utf8.map { CChar(bitPattern: $0) } }
      let region: [CChar] = (0..<2).map { _ in CChar(truncatingIfNeeded: dice.below(127) + 1) } + [0]
      var form = [CChar](repeating: 1, count: Int(LAZY_PHONE_CAPACITY))
      var digits: Int32 = -1
      let count = bytes.count
      bytes.append(0)
      let kind = lazy_phone_read(bytes, count, dice.oneIn(2) ? nil : region, &form, &digits)
      guard let end = form.firstIndex(of: 0) else {
        Issue.record("no end: \(bytes)")
        return
      }
      let text = String(decoding: form[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if kind == LAZY_PHONE_POSSIBLE || kind == LAZY_PHONE_VALID {
        #expect(text.first == "+" && text.dropFirst().allSatisfy(\.isNumber) && (1...3).contains(digits), "\(bytes)")
      }
    }
  }

  @Test func `many read at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy {
            PhoneNumber("+420 601 12\(number) \($0 + 100)")?.text == "+42060112\(number)\($0 + 100)"
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
