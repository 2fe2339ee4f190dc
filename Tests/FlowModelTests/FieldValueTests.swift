import FlowExpression
import Testing

@testable import FlowModel

/// What may stand in a field, and when two identifiers are one.
@Suite struct FieldValueTests {
  private func definition(_ type: AttributeType, _ change: (inout AttributeDefinition) -> Void = { _ in })
    -> AttributeDefinition
  {
    var definition = AttributeDefinition(name: "field", type: type)
    change(&definition)
    return definition
  }

  @Test(arguments: [
    "ada\u{200B}@example.com", "ada\u{200D}@example.com", "ada@exa\u{AD}mple.com", "\u{202E}ada@example.com",
    "ada@example.com\u{200E}", "\u{FF41}da@example.com", "ada@\u{FF45}xample.com", "ada@example\u{FF0E}com",
    "a\u{FB01}@example.com", "ada\u{A0}@example.com", "ada\u{FE0F}@example.com", "ada\u{3164}@example.com",
    "ada\u{2800}@example.com", "ada\u{1D159}@example.com", "ada\u{FFFC}@example.com", "ada\u{16FE4}@example.com",
    "\u{430}da@example.com", "ad\u{430}@example.com", "ada@ex\u{430}mple.com", "\u{3BF}da@example.com",
    "ada\u{2044}b@example.com",
    "ada\u{2010}b@example.com", "ada\u{2019}b@example.com", "ada\u{01C3}@example.com", "ada@exa\u{0589}mple.com",
  ])
  func `an address with what nobody sees, or what passes for something else, is refused`(text: String) {
    #expect(definition(.email).complaint(about: .string(text)) == .deceptive)
  }

  @Test(arguments: [
    "ada@xn--zzzzz99999.example", "ada@xn--exmple-4nf.example", "ada@xn--a.example", "ada@b\u{FC}cher..example",
    "ada@-b\u{FC}cher.example-",
    "a da@example.com",
  ])
  func `a domain that is none is no address`(text: String) {
    #expect(definition(.email).complaint(about: .string(text)) == .wrongForm(expected: .email))
  }

  @Test(arguments: [
    "ada@example.com", "J\u{F6}rg@b\u{FC}cher.example", "\u{5D0}@\u{5D0}.example", "a.b+c@xn--bcher-kva.example",
    "\u{438}\u{432}\u{430}\u{43D}.petrov@\u{43F}\u{440}\u{438}\u{43C}\u{435}\u{440}.com", "\u{1F600}@example.com",
    "\u{65E5}\u{672C}abc@example.com", "\u{3BD}\u{3B9}\u{3BA}@example.gr",
  ])
  func `other letters than ASCII's are letters`(text: String) {
    #expect(definition(.email).complaint(about: .string(text)) == nil)
  }

  @Test(arguments: [
    [
      "ada@b\u{FC}cher.example", "ADA@B\u{DC}CHER.example", "ada@xn--bcher-kva.example", "Ada@XN--BCHER-KVA.Example",
      "ada@bu\u{308}cher.example",
    ],
    ["j\u{F6}rg@example.com", "jo\u{308}rg@EXAMPLE.com", "J\u{D6}RG@example.com"],
    ["νικος@example.com", "ΝΙΚΟΣ@example.com", "Νικος@example.com"],
    ["σισυφος.νικος@νικος.example", "ΣΙΣΥΦΟΣ.ΝΙΚΟΣ@ΝΙΚΟΣ.example"],
  ])
  func `all spellings of an address are one`(spellings: [String]) {
    #expect(Set(spellings.map { Array(definition(.email).normalised($0).utf8) }).count == 1)
    #expect(Set(spellings.map { Array(comparableIdentifier("\t " + $0 + " ").utf8) }).count == 1)
  }

  @Test func `an attribute that tells cases apart does so before the at sign alone`() {
    let email = definition(.email) { $0.isCaseSensitive = true }
    #expect(email.normalised("Ada@Example.COM") == "Ada@example.com")
    #expect(comparableIdentifier("Ada@Example.COM") == "ada@example.com")
  }

  @Test(arguments: ["a\u{0}b", "a\nb", "a\u{1B}[2J", "a\u{9B}b", "a\u{202E}b", "a\u{2066}b", "a\u{7F}"])
  func `no text has controls or turns what follows round`(text: String) {
    #expect(definition(.string).complaint(about: .string(text)) == .deceptive)
    #expect(definition(.list).complaint(about: .list([.string(text)])) == .deceptive)
  }

  @Test func `a list holds texts`() {
    #expect(definition(.list).complaint(about: .list([.string("a"), .string("b")])) == nil)
    for element: Value in [.int(1), .list([.string("a")]), .null, .bool(true)] {
      #expect(definition(.list).complaint(about: .list([element])) == .wrongType(expected: .list))
    }
  }

  @Test func `a date is of a year that conditions reckon with`() {
    for (text, isDate) in [("0001-01-01", true), ("9999-12-31", true), ("0000-12-31", false), ("2023-02-29", false)] {
      #expect((definition(.date).complaint(about: .string(text)) == nil) == isDate, "\(text)")
    }
  }

  @Test func `no value goes deeper than what is read again`() throws {
    func nested(_ depth: Int) -> Value { (0..<depth).reduce(.int(1)) { value, _ in .list([value]) } }
    let rule = try SlotRule(definition(.any))
    #expect(rule.complaint(about: nested(SlotRule.deepestValue)) == nil)
    #expect(rule.complaint(about: nested(SlotRule.deepestValue + 1)) == .tooManyBytes(max: SlotRule.largestValue))
  }

  @Test func `whole numbers are held against their bounds exactly`() {
    let age = definition(.integer) { ($0.minimum, $0.maximum) = (-9_007_199_254_740_992, 9_007_199_254_740_992) }
    #expect(age.complaint(about: .int(9_007_199_254_740_992)) == nil)
    #expect(age.complaint(about: .int(9_007_199_254_740_993)) == .tooLarge(max: 9_007_199_254_740_992))
    #expect(age.complaint(about: .int(-9_007_199_254_740_993)) == .tooSmall(min: -9_007_199_254_740_992))
    let half = definition(.integer) { ($0.minimum, $0.maximum) = (0.5, 1.5) }
    #expect(half.complaint(about: .int(0)) != nil && half.complaint(about: .int(1)) == nil)
    #expect(half.complaint(about: .int(2)) != nil)
    let far = definition(.integer) { ($0.minimum, $0.maximum) = (-1e300, 1e300) }
    #expect(far.complaint(about: .int(.max)) == nil && far.complaint(about: .int(.min)) == nil)
  }

  @Test func `what deceives is escaped, and all else shown`() {
    #expect("a\u{1B}\n\u{AD}\u{FFF9}\u{200B}b".escapingDeceptive() == #"a\u{1b}\n\u{ad}\u{fff9}\u{200b}b"#)
    #expect("a\nb\u{7}".escapingDeceptive(keepingLines: true) == "a\nb\\u{7}")
    #expect("\u{E4}\u{5D0}\u{4E00}".escapingDeceptive() == "\u{E4}\u{5D0}\u{4E00}")
  }
}
