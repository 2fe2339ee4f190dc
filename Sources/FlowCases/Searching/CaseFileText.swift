import FlowCompiler
import FlowModel

/// Cases as a file has them: what a person would have written, key by key.
enum CaseFileText {
  /// How long a line may be before what it holds is written one below the other.
  private static let width = 118

  /// A file of cases. `cases` are the texts of `flowCase`.
  static func file(flow: String, comment: [String], given: CaseWorld, cases: [String]) -> String {
    var text = comment.map { "# \($0)\n" }.joined() + "flow: \(yamlScalar(flow))\n"
    let members = self.members(given)
    if !members.isEmpty {
      text += "\ngiven:\n"
      for (key, value) in members {
        if key == "accounts" {
          text += "  accounts:\n" + given.accounts.map { "    \(account($0, labelled: true))\n" }.joined()
        } else {
          text += "  \(key): \(value)\n"
        }
      }
    }
    return text + "\ncases:\n" + cases.joined(separator: "\n")
  }

  /// One case, with what was seen to come of each step.
  static func flowCase(_ name: String, _ given: CaseWorld, _ steps: [(step: CaseStep, expected: [(String, String)])])
    -> String
  {
    var text = "  - case: \(sentence(name))\n"
    let members = self.members(given)
    if !members.isEmpty { text += lines("given", members, 4) }
    text += "    steps:\n"
    for (step, expected) in steps {
      let (first, beside) = action(step)
      text += "      - \(first)\n" + beside.map { "        \($0)\n" }.joined()
      if !expected.isEmpty { text += lines("expect", expected, 8) }
    }
    return text
  }

  /// What a step does, as it is written.
  static func stepText(_ step: CaseStep) -> String {
    let (first, beside) = action(step)
    return ([first] + beside).joined(separator: "\n")
  }

  /// A world as it is written.
  static func worldText(_ world: CaseWorld) -> String { mapping(members(world)) }

  /// A mapping in one line, or, where that gets long, a line for each key.
  private static func lines(_ key: String, _ members: [(String, String)], _ indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let line = margin + "\(key): \(mapping(members))"
    if line.count <= width { return line + "\n" }
    return margin + "\(key):\n" + members.map { "\(margin)  \($0): \($1)\n" }.joined()
  }

  /// What a step does, and what stands beside it.
  private static func action(_ step: CaseStep) -> (first: String, beside: [String]) {
    var beside: [String] = []
    let first: String
    switch step.action {
    case .start(let flow, let input):
      first = "start:" + (input.isEmpty ? "" : " " + mapping(input))
      if let flow { beside.append("flow: \(yamlScalar(flow.text))") }
    case .open(let link): first = "open: \(value(link))"
    case .send(let event, let input):
      if Shapes.step.keys.contains(event.text) {
        first = "send: \(yamlScalar(event.text))"
        if !input.isEmpty { beside.append("with: \(mapping(input))") }
      } else {
        first = "\(yamlScalar(event.text)):" + (input.isEmpty ? "" : " " + mapping(input))
      }
    case .wait(let seconds): first = "wait: \(durationText(seconds))"
    case .given(let world): first = "given: \(mapping(members(world)))"
    case .look: first = "expect: {}"
    }
    if let who = step.who { beside.append("as: \(yamlScalar(who.text))") }
    if step.times > 1 { beside.append("times: \(step.times)") }
    return (first, beside)
  }

  // MARK: Worlds

  private static func members(_ world: CaseWorld) -> [(String, String)] {
    var members: [(String, String)] = []
    if !world.accounts.isEmpty {
      members.append(
        ("accounts", "{ " + world.accounts.map { account($0, labelled: true) }.joined(separator: ", ") + " }"))
    }
    if !world.functions.isEmpty {
      let functions = world.functions.map { ($0.name.text, list($0.answers.map(\.rawValue))) }
      members.append(
        (
          "functions",
          mapping(functions.map { ($0, $1.dropFirst().contains(",") ? $1 : String($1.dropFirst().dropLast())) })
        ))
    }
    if !world.undeliverable.isEmpty { members.append(("undeliverable", list(world.undeliverable.map(value)))) }
    if !world.commonPasswords.isEmpty { members.append(("common-passwords", list(world.commonPasswords.map(text)))) }
    if !world.publishedPasswords.isEmpty {
      members.append(("published-passwords", list(world.publishedPasswords.map(text))))
    }
    if !world.usedUp.isEmpty {
      members.append(("used-up", mapping(world.usedUp.map { ($0.what.rawValue, list($0.whom.map(value))) })))
    }
    if !world.invitations.isEmpty {
      members.append(("invitations", mapping(world.invitations.map { (text($0.address), yamlScalar($0.flow.text)) })))
    }
    return members
  }

  /// An account as it is given, or expected.
  static func account(_ account: CaseAccount, labelled: Bool) -> String {
    var members = account.attributes.map { ($0.name.text, value($0.value)) }
    if let password = account.password { members.append(("password", text(password))) }
    if let standing = account.standing { members.append(("standing", standing.rawValue)) }
    let text = mapping(members)
    return labelled ? "\(yamlScalar(account.label.text)): \(text)" : text
  }

  // MARK: Values

  static func mapping(_ members: [CaseMember]) -> String { mapping(members.map { ($0.name.text, value($0.value)) }) }

  static func mapping(_ members: [(String, String)]) -> String {
    let inner = members.map { key, value in "\(key): \(value)".trimmingEnd }
    return inner.isEmpty ? "{}" : "{ " + inner.joined(separator: ", ") + " }"
  }

  static func list(_ texts: [String]) -> String { "[" + texts.joined(separator: ", ") + "]" }

  static func value(_ value: CaseValue) -> String {
    switch value {
    case .null: ""
    case .bool(_, let written), .int(_, let written), .double(_, let written): written
    case .text(let own): text(own)
    case .list(let values): list(values.map(self.value))
    case .map(let members): mapping(members.map { ($0.name, self.value($0.value)) })
    }
  }

  static func text(_ text: CaseText) -> String { scalar(text.source) }

  /// A text, without quotes where it is an address that begins with a letter.
  static func scalar(_ text: String) -> String {
    let inner = text.split(separator: "@", maxSplits: 1)
    if inner.count == 2, inner.allSatisfy({ yamlScalar(String($0)) == $0 }) { return text }
    return yamlScalar(text)
  }

  /// A text on a line of its own, where commas need no quotes.
  private static func sentence(_ text: String) -> String {
    let plain = String(text.map { $0 == "," || $0 == "@" ? "-" : $0 })
    return yamlScalar(plain) == plain ? text : yamlScalar(text)
  }
}

extension String {
  fileprivate var trimmingEnd: String { last == " " ? String(dropLast()) : self }
}
