import FlowModel
import FlowSource
import FlowYAML

/// What other systems call how an account stands.
private let otherStandings = [
  "blocked": "disabled", "locked": "disabled", "suspended": "disabled", "inactive": "disabled", "enabled": "active",
  "confirmed": "active", "verified": "active", "unconfirmed": "pending", "unverified": "unproven", "new": "pending",
]

extension CaseReader {
  /// `given`.
  mutating func world(_ id: YAMLNodeID, _ owner: String) -> CaseWorld {
    var world = CaseWorld()
    var entries: [(key: WorldKey, value: YAMLNodeID)] = []
    syntax.eachEntry(of: id, owner, WorldKey.self) { _, key, _, value in entries.append((key, value)) }
    for (key, value) in entries {
      switch key {
      case .now: world.now = time(value)
      case .locale: world.locale = word(value, "`locale`", as: "a language, such as `de`")
      case .application: world.application = word(value, "`application`", as: "an application's name")
      case .accounts: world.accounts = accounts(value)
      case .functions: world.functions = functions(value)
      case .undeliverable: world.undeliverable = values(value)
      case .commonPasswords: world.commonPasswords = texts(value, "`common-passwords`")
      case .publishedPasswords: world.publishedPasswords = texts(value, "`published-passwords`")
      case .usedUp: world.usedUp = usedUp(value)
      case .invitations: world.invitations = invitations(value)
      }
    }
    return world
  }

  private mutating func texts(_ id: YAMLNodeID, _ owner: String) -> [CaseText] {
    guard syntax.expect(.sequence, id, owner) else { return [] }
    return syntax.tree.elements(id).compactMap { text($0, "a password") }
  }

  private mutating func time(_ id: YAMLNodeID) -> Int64? {
    guard let word = syntax.reference(id, "`now`", as: "a time, such as `2026-01-01T12:00:00Z`") else { return nil }
    guard let time = UTCTime.milliseconds(word.text) else {
      syntax.invalid(id, "`now` is no time", help: "write one in UTC, such as `2026-01-01T12:00:00Z`")
      return nil
    }
    return time
  }

  /// The accounts by their labels.
  private mutating func accounts(_ id: YAMLNodeID) -> [CaseAccount] {
    var found: [(Word, YAMLNodeID)] = []
    syntax.eachName(
      of: id, "`accounts`", declaring: "an account", as: "accounts: { ann: { email: ann@example.com } }"
    ) { _, label, value in found.append((label, value)) }
    return found.map { label, value in
      names.accounts.insert(label.text)
      return account(value, label)
    }
  }

  /// An account: what it holds, `password` and `standing`.
  mutating func account(_ id: YAMLNodeID, _ label: Word) -> CaseAccount {
    var account = CaseAccount(label: label)
    for member in members(id, "an account") {
      account.places[member.name.text] = member.name.span
      switch member.name.text {
      case "password":
        switch member.value {
        case .text(let text): account.password = text
        case .int(_, let text), .double(_, let text), .bool(_, let text): account.password = CaseText(text)
        case .null: account.lacksPassword = true
        case .list, .map:
          syntax.report(Diagnostic("U103", .error, "`password` must be a text", at: member.name.span))
        }
      case "standing":
        let words = CaseAccount.Standing.allCases.map(\.rawValue)
        guard case .text(let text) = member.value, let standing = CaseAccount.Standing(rawValue: text.source) else {
          let written = Word(text: member.value.written ?? "", span: member.name.span)
          let guess = Guess(written, among: words, calling: otherStandings)
          syntax.report(
            Diagnostic(
              "U106", .error, "no account stands so: \(written.text.quoted)", at: member.name.span,
              notes: ["expected \(words.listed("or"))"], help: guess?.help))
          continue
        }
        account.standing = standing
      default: account.attributes.append(member)
      }
    }
    return account
  }

  /// `functions`: what each answers, or a list of answers.
  private mutating func functions(_ id: YAMLNodeID) -> [(name: Word, answers: [FunctionCall.Outcome])] {
    var entries: [(Word, YAMLNodeID)] = []
    syntax.eachName(of: id, "`functions`", as: "functions: { confirm-user: success }") { _, name, value in
      entries.append((name, value))
    }
    return entries.map { name, value in
      names.functions.insert(name.text)
      let isList = syntax.tree.kind(value) == .sequence
      let nodes = isList ? Array(syntax.tree.elements(value)) : [value]
      return (name, nodes.compactMap { answer($0) })
    }
  }

  /// What a function answers.
  private mutating func answer(_ id: YAMLNodeID) -> FunctionCall.Outcome? {
    let words = FunctionCall.Outcome.allCases.map(\.rawValue)
    guard let word = word(id, "the answer of a function", as: words.listed("or")) else { return nil }
    if let outcome = FunctionCall.Outcome(rawValue: word.text) { return outcome }
    let guess = Guess(word, among: words)
    syntax.report(
      Diagnostic(
        "U106", .error, "a function cannot answer \(word.text.quoted)", at: word.span,
        notes: ["expected \(words.listed("or"))"], help: guess?.help, edit: guess?.edit(word)))
    return nil
  }

  /// `invitations`: who was invited, and to which flow.
  private mutating func invitations(_ id: YAMLNodeID) -> [(address: CaseText, flow: Word)] {
    guard syntax.expect(.mapping, id, "`invitations`") else { return [] }
    let entries = syntax.tree.entries(id).map { ($0.key, $0.value) }
    return entries.compactMap { key, value in
      guard let address = text(key, "an address"), let flow = word(value, "an invitation", as: "a flow's name") else {
        return nil
      }
      return (address, flow)
    }
  }

  /// `used-up`: what is used up, and for whom.
  private mutating func usedUp(_ id: YAMLNodeID) -> [(what: CaseWorld.UsedUp, whom: [CaseValue])] {
    let kinds = CaseWorld.UsedUp.allCases
    var found: [(CaseWorld.UsedUp, YAMLNodeID)] = []
    syntax.eachEntry(of: id, "`used-up`", keys: Shapes.usedUp.keys) { _, key, _, value in
      found.append((kinds[key], value))
    }
    return found.map { ($0, values($1)) }
  }
}

/// Times as cases write them.
enum UTCTime {
  /// The milliseconds since 1970 of `2026-01-01T12:00:00Z`; nil for another text.
  static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[19] == UInt8(ascii: "Z"), bytes[10] == UInt8(ascii: "T"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? { wholeNumber(String(decoding: bytes[range], as: UTF8.self)) }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), CalendarDate.isValid(String(text.prefix(10))),
      hour < 24, minute < 60, second < 60, year >= 1970
    else { return nil }
    // Days since 1970 of a date of the Gregorian calendar, in years that begin in March.
    let (shifted, place) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let (era, ofEra) = (shifted / 400, shifted % 400)
    let ofYear = (153 * place + 2) / 5 + day - 1
    let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second) * 1_000
  }
}
