import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import FlowTooling

/// The people whom a search lets act, what their accounts hold, and what the outside answers: all of it is given at first, and
/// what a way turns out not to need is left out of its case again.
struct SampleWorld {
  /// Somebody, with or without an account.
  struct Person: Sendable {
    let label: String
    /// Who it is, as names of cases say it.
    let words: String
    /// Whether there is an account, and how it stands.
    var standing: CaseAccount.Standing?
    var hasPassword = false
    /// Whether the account holds all attributes, and not only those by which it is found.
    var isComplete = false
    /// Whether nothing can be sent there.
    var isUnreachable = false
  }

  /// The likeliest first: who has no account yet, and who has one with all that belongs to it.
  static let people = [
    Person(label: "fay", words: "a newcomer"),
    Person(label: "ann", words: "an account", standing: .active, hasPassword: true, isComplete: true),
    Person(label: "bob", words: "an account with nothing but a password", standing: .active, hasPassword: true),
    Person(label: "ida", words: "an account without a password", standing: .active),
    Person(label: "cyd", words: "an account that waits for its confirmation", standing: .pending, hasPassword: true),
    Person(label: "dan", words: "a disabled account", standing: .disabled, hasPassword: true, isComplete: true),
    Person(label: "eve", words: "an account whose address nobody has proven", standing: .unproven, hasPassword: true),
    Person(label: "gus", words: "a newcomer to whom nothing can be sent", isUnreachable: true),
    Person(
      label: "hal", words: "an account to which nothing can be sent", standing: .active, hasPassword: true,
      isComplete: true, isUnreachable: true),
  ]

  let table: FlowTable
  let passwords: SamplePasswords
  let samples: FieldSamples
  /// The time at which cases begin, in seconds since 1970.
  let now = CaseClock.usual / 1000
  /// What is given at first.
  private(set) var given = CaseWorld()

  init(_ table: FlowTable) {
    self.table = table
    passwords = SamplePasswords(table.passwords)
    samples = FieldSamples(table)
    for person in Self.people {
      if let account = account(of: person) { given.accounts.append(account) }
      if person.isUnreachable {
        given.undeliverable += addresses.compactMap { value($0, of: person) }.map { .text(CaseText($0)) }
      }
    }
    given.functions = table.functions.map { (Word($0.name), [.success]) }
    if let common = passwords.common { given.commonPasswords = [CaseText(common)] }
  }

  /// The attributes to which messages go.
  var addresses: [AttributeDefinition] { table.attributes.filter(\.type.isAddress) }

  /// The attributes that tell people apart.
  var personal: [AttributeDefinition] { table.attributes.filter { $0.type.isAddress || $0.isIdentifier } }

  /// What somebody gives for an attribute that tells people apart; nil where nothing is known that it takes.
  func value(_ attribute: AttributeDefinition, of person: Person) -> String? {
    switch attribute.type {
    case .email:
      // A second address of somebody is another one.
      let own = attribute.isIdentifier || attribute.isTransient ? person.label : "\(person.label)-\(attribute.name)"
      return "\(own)@\(person.isUnreachable ? "nowhere.example" : "example.com")"
    case .phone: return "+42060112345\(Self.people.firstIndex { $0.label == person.label } ?? 9)"
    default:
      let missing = max(0, (attribute.minLength ?? 0) - person.label.count)
      let text = String((person.label + String(repeating: "x", count: missing)).prefix(attribute.maxLength ?? 64))
      return attribute.accepts(.string(text)) ? text : nil
    }
  }

  /// Who gave a value.
  func person(of value: String) -> Person? {
    Self.people.first { person in personal.contains { self.value($0, of: person) == value } }
  }

  /// The values that are tried for an attribute of an account, or in a field of one that tells nobody apart.
  func values(_ attribute: AttributeDefinition, _ slot: Slot) -> [CaseValue] {
    samples.values(attribute, slot, now: now).compactMap { CaseValue($0) }
  }

  private func account(of person: Person) -> CaseAccount? {
    guard let standing = person.standing else { return nil }
    var account = CaseAccount(label: Word(person.label))
    for (index, attribute) in table.attributes.enumerated() where !attribute.isTransient && !attribute.isSecret {
      guard attribute.isIdentifier || person.isComplete else { continue }
      let isPersonal = attribute.type.isAddress || attribute.isIdentifier
      let value =
        isPersonal
        ? value(attribute, of: person).map { .text(CaseText($0)) }
        : values(attribute, firstAttributeSlot + Slot(index)).first
      if let value { account.attributes.append(CaseMember(name: Word(attribute.name), value: value)) }
    }
    if person.hasPassword { account.password = CaseText(passwords.own) }
    if standing != .active { account.standing = standing }
    return account
  }
}

/// The passwords that a search tries, as the policy wants them.
struct SamplePasswords {
  let policy: PasswordPolicy
  /// What the accounts have that are given.
  let own: String
  /// Another good one.
  let fresh: String
  /// One that a dictionary has; nil where the policy asks none.
  let common: String?

  init(_ policy: PasswordPolicy) {
    self.policy = policy
    func fitted(_ text: String) -> String {
      let missing = max(0, policy.minLength - text.count)
      return String((text + String(repeating: "-and-so-on", count: (missing + 9) / 10)).prefix(policy.maxLength))
    }
    own = fitted("Tea-at-five-oclock-9")
    fresh = fitted("Coffee-at-noon-sharp-1")
    common = policy.forbidsCommon ? fitted("Correct-horse-battery-staple-4") : nil
  }

  /// A password that the policy refuses so; nil where it refuses none.
  func refused(_ complaint: PasswordComplaint) -> CaseText? {
    switch complaint {
    case .too_short: return policy.minLength > 1 ? CaseText("a") : nil
    case .too_long: return .repeated("Ab1-", policy.maxLength / 4 + 1)
    case .too_weak: return policy.classes > 1 ? CaseText(String(repeating: "a", count: policy.minLength)) : nil
    // A code point that nobody has assigned is never good in a password.
    case .banned: return CaseText(common ?? fresh.prefix(max(1, policy.maxLength - 1)) + "\u{0378}")
    case .recently_used: return policy.remember > 0 ? CaseText(own) : nil
    }
  }
}

extension Word {
  /// A word that stands in no file.
  init(_ text: String) { self.init(text: text, span: .nowhere) }
}

extension SourceSpan {
  /// The place of what a search makes up.
  static let nowhere = SourceSpan.fileStart(.max)
}

extension CaseText {
  /// A place, with what is written for it.
  static func place(_ source: String, _ place: Place) -> CaseText {
    CaseText(source: "{{ \(source) }}", parts: [.place(place)])
  }

  static func repeated(_ text: String, _ count: Int) -> CaseText {
    .place("\(text) * \(count)", .repeated(text, count))
  }
}

extension CaseValue {
  /// A value as a case writes it; nil for a text that cases would read as a place, and for an object.
  init?(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag, written: json.text)
    case .int(let number): self = .int(number, written: json.text)
    case .double(let number): self = .double(number, written: json.text)
    case .string(let text):
      if text.contains("{{") { return nil }
      self = .text(CaseText(text))
    case .array(let values):
      let own = values.compactMap { CaseValue($0) }
      guard own.count == values.count else { return nil }
      self = .list(own)
    case .object: return nil
    }
  }
}
