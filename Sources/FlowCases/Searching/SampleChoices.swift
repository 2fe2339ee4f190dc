import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime

/// What can stand in one field.
extension SampleMoves {
  func ways(_ field: FieldView, _ play: TrailPlay) -> Ways? {
    switch field.kind {
    case .attribute(let definition):
      if definition.type.isAddress || definition.isIdentifier { return nil }
      let slot = table.fieldSlot(named: definition.name) ?? 0
      let isDeciding = deciding.contains(Int(slot))
      let values = world.values(definition, slot).prefix(isDeciding ? 8 : 1)
      var choices = values.enumerated().map { choice(definition.name, $1, says: isDeciding && $0 > 0) }
      if !field.mayBeRequired {
        choices.insert(Choice(), at: 0)
      } else if !field.isRequired {
        choices.append(Choice(words: "without \(definition.name)"))
      }
      return Ways(name: definition.name, choices: choices, isDeciding: isDeciding)
    case .secret(.password): return Ways(name: field.name, choices: passwords(isNew: field.passwords != nil))
    case .secret(.code):
      var choices = [secret(.code, CaseText("wrong"), "a wrong code")]
      if let channel = play.codeChannel {
        let source = channel == .email ? "mail.code" : "\(channel.name).code"
        let right = CaseText.place(source, .message(channel, number: nil, .code, to: nil))
        choices.insert(secret(.code, right, nil), at: 0)
      }
      return Ways(name: field.name, choices: choices)
    case .secret(.grant):
      var choices: [Choice] = []
      if play.hasGrant { choices.append(secret(.grant, .place("end.grant", .end("grant")), nil)) }
      for person in SampleWorld.people where person.standing != nil {
        let place = CaseText.place("\(person.label).grant", .account(label: person.label, member: "grant"))
        choices.append(secret(.grant, place, "a grant of \(person.words)"))
      }
      choices.append(secret(.grant, CaseText("none"), "a grant that is none"))
      return Ways(name: field.name, choices: choices)
    case .secret(.token), .secret(.tokenId): return nil
    }
  }

  /// The two parts of a link, which come together.
  func tickets(_ fields: [FieldView], _ play: TrailPlay) -> [Ways] {
    let parts = fields.compactMap(\.secret).filter { [.token, .tokenId].contains($0) }
    if parts.isEmpty { return [] }
    func choice(_ words: String?, _ text: (SecretField) -> CaseText) -> Choice {
      Choice(members: parts.map { CaseMember(name: Word($0.name), value: .text(text($0))) }, words: words)
    }
    var choices: [Choice] = []
    if play.carried.isSuperset(of: parts.map(\.name)) { choices.append(Choice()) }
    if let told = play.told, told.flow == play.reply?.flow {
      choices.append(
        choice(nil) { .place("\(told.function).\($0.name)", .asked(function: told.function, member: $0.name)) })
    }
    choices.append(choice("a link that is none") { _ in CaseText("none") })
    return [Ways(name: SecretField.token.name, choices: choices)]
  }

  private func passwords(isNew: Bool) -> [Choice] {
    let own = CaseText(world.passwords.own)
    let fresh = CaseText(world.passwords.fresh)
    var choices =
      isNew
      ? [secret(.password, fresh, nil), secret(.password, own, "the password of before")]
      : [secret(.password, own, nil), secret(.password, fresh, "a wrong password")]
    for complaint in PasswordComplaint.allCases where complaint != .recently_used {
      guard let refused = world.passwords.refused(complaint) else { continue }
      choices.append(secret(.password, refused, complaint.words))
    }
    return choices
  }

  private func secret(_ field: SecretField, _ text: CaseText, _ words: String?) -> Choice {
    Choice(members: [CaseMember(name: Word(field.name), value: .text(text))], words: words)
  }

  func choice(_ name: String, _ value: CaseValue, says: Bool) -> Choice {
    Choice(
      members: [CaseMember(name: Word(name), value: value)],
      words: says ? "\(name) \(value.shown)" : nil)
  }

  /// What of an input can decide where a run goes on: who acts, and what conditions ask for.
  func facts(_ members: [CaseMember]) -> [String: String] {
    var facts: [String: String] = [:]
    for member in members {
      let name = member.name.text
      if SecretField(name: name) != nil {
        if name == SecretField.grant.name { facts[name] = member.value.shown }
        continue
      }
      let slot = table.fieldSlot(named: name)
      let definition = table.attributes.first { $0.name == name }
      let isPersonal = definition.map { $0.type.isAddress || $0.isIdentifier } ?? false
      if isPersonal || slot.map({ deciding.contains(Int($0)) }) ?? true { facts[name] = member.value.shown }
    }
    return facts
  }
}

extension PasswordComplaint {
  /// What such a password is.
  fileprivate var words: String {
    switch self {
    case .too_short: "a password that is too short"
    case .too_long: "a password that is too long"
    case .too_weak: "a password that is too weak"
    case .banned: "a password that is too easy to guess"
    case .recently_used: "a password that was used before"
    }
  }
}

extension CaseValue {
  /// The value as it is written in one line.
  var shown: String {
    switch self {
    case .list(let values): "[" + values.map(\.shown).joined(separator: ", ") + "]"
    case .map(let members): "{" + members.map { "\($0.name): \($0.value.shown)" }.joined(separator: ", ") + "}"
    case .null, .bool, .int, .double, .text: written ?? ""
    }
  }
}

extension String {
  /// The text; nil where it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
