import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime

/// A trail with what was seen to come of it: a case whose expectations are the engine's own answers.
struct ObservedCase {
  let trail: Trail
  let play: TrailPlay
  /// Accounts that it has made or changed, as the last step expects them.
  let accounts: [ExpectedChange]

  /// What became of an account.
  enum ExpectedChange {
    case stands(CaseAccount)
    case gone(String)
  }

  /// What it shows, in words: what happens before, what is special about its last step, and what comes of it.
  var name: String {
    let result: String
    if let reply = play.records.last?.reply {
      if let error = reply.error {
        result = "is refused (\(error.code.replacingUnderscores))"
      } else if let end = reply.end {
        result = "comes to the end \(end.name)"
      } else {
        result = "goes on to \(reply.state ?? "?")"
      }
    } else {
      result = "goes on"
    }
    let sentence = "\(trail.words ?? (trail.clause == nil ? "all that is asked for" : "it")) \(result)"
    return trail.clause.map { "\($0)\($0.hasPrefix("after ") ? "," : ", and") \(sentence)" } ?? sentence
  }

  /// Where its last step came from, to tell cases of one name apart.
  var place: String {
    play.records.dropLast().last { $0.reply?.state != nil }.flatMap { $0.reply?.state } ?? trail.flow
  }

  /// As it stands in a file.
  func text(named name: String) -> String {
    let last = trail.steps.indices.last
    return CaseFileText.flowCase(
      name, trail.given,
      zip(trail.steps, play.records).enumerated().map { number, pair in
        (pair.0, expectations(pair.0, pair.1, isLast: number == last))
      })
  }

  private func expectations(_ step: CaseStep, _ record: StepRecord, isLast: Bool) -> [(String, String)] {
    guard let reply = record.reply else { return [] }
    var expected: [(String, String)] = []
    if let end = reply.end {
      expected.append(("end", yamlScalar(end.name)))
      let names = end.result?.members.map(\.name) ?? []
      if !names.isEmpty { expected.append(("result", CaseFileText.list(names.map(yamlScalar)))) }
      if end.grants?["sign-in"] != nil { expected.append(("grants", "sign-in")) }
    } else if let state = reply.state {
      expected.append(("state", yamlScalar(state)))
    }
    if let error = reply.error {
      expected.append(("error", yamlScalar(error.code)))
      if !error.fields.isEmpty {
        expected.append(("invalid", CaseFileText.list(error.fields.map { yamlScalar($0.name) })))
      }
    }
    if !record.messages.isEmpty {
      let messages = record.messages.map { message in
        CaseFileText.mapping([("kind", yamlScalar(message.content.kind.name)), ("to", CaseFileText.scalar(message.to))])
      }
      expected.append(("messages", CaseFileText.list(messages)))
    }
    if !record.asked.isEmpty { expected.append(("asked", CaseFileText.list(record.asked.map(yamlScalar)))) }
    guard isLast else { return expected }
    var standing: [String] = []
    for change in accounts {
      switch change {
      case .stands(let account): standing.append(CaseFileText.account(account, labelled: false))
      case .gone(let name): expected.append(("no-account", CaseFileText.scalar(name)))
      }
    }
    if !standing.isEmpty {
      expected.append(("account", standing.count == 1 ? standing[0] : CaseFileText.list(standing)))
    }
    return expected
  }
}

extension TrailGround {
  /// Goes a trail once more, in the world that it is told in, and looks at what became of the accounts; nil where it goes
  /// otherwise than it did.
  func observe(_ trail: Trail, given: CaseWorld) async -> ObservedCase? {
    var told = trail
    told.given = given.with(trail.given)
    guard let play = await play(told, alone: true) else { return nil }
    var changes: [ObservedCase.ExpectedChange] = []
    do {
      let stage = try CaseStage(tried, now: nil)
      try await stage.take(told.given)
      var names: [String: AccountRecord?] = [:]
      for (name, _) in identities(of: trail) { names[name] = try await stage.account(named: name) }
      for step in trail.steps {
        for _ in 0..<step.times {
          var record = try await stage.perform(step, of: trail.flow, nil)
          try await stage.takeWhatLeft(&record)
        }
        // What a case gives on its way is no change that a step has made.
        guard case .given = step.action else { continue }
        for (name, _) in identities(of: trail) { names[name] = try await stage.account(named: name) }
      }
      for (name, attribute) in identities(of: trail) {
        let (before, after) = (names[name] ?? nil, try await stage.account(named: name))
        guard let after else {
          if before != nil { changes.append(.gone(name)) }
          continue
        }
        if let change = change(before, after, attribute, name, stage) { changes.append(.stands(change)) }
      }
    } catch {
      return nil
    }
    return ObservedCase(trail: trail, play: play, accounts: changes)
  }

  /// The names and addresses by which accounts are found that a trail speaks of.
  private func identities(of trail: Trail) -> [(name: String, attribute: AttributeDefinition)] {
    let values = Set(trail.facts.values)
    return table.attributes.filter(\.isIdentifier).flatMap { attribute in
      SampleWorld.people.compactMap { person -> (String, AttributeDefinition)? in
        guard let value = world.value(attribute, of: person),
          world.personal.contains(where: { world.value($0, of: person).map(values.contains) ?? false })
            || values.contains("{{ \(person.label).grant }}")
        else { return nil }
        return (value, attribute)
      }
    }
  }

  /// What is another thing in an account than it was; nil: nothing.
  private func change(
    _ before: AccountRecord?, _ after: AccountRecord, _ identifier: AttributeDefinition, _ name: String,
    _ stage: CaseStage
  ) -> CaseAccount? {
    var account = CaseAccount(label: Word(""))
    account.attributes = [CaseMember(name: Word(identifier.name), value: .text(CaseText(name)))]
    for attribute in table.attributes where !attribute.isTransient && attribute.name != identifier.name {
      let (was, new) = (before?.content?[attribute.name], after.content?[attribute.name])
      guard was != new, let value = CaseValue(new ?? .null) else { continue }
      account.attributes.append(CaseMember(name: Word(attribute.name), value: value))
    }
    if before?.passwordHash != after.passwordHash {
      account.password = [world.passwords.fresh, world.passwords.own].first {
        stage.engine.holds($0, in: after.passwordHash)
      }.map { CaseText($0) }
    }
    if before?.standing != after.standing { account.standing = after.standing }
    let isOther = before == nil || account.attributes.count > 1 || account.password != nil || account.standing != nil
    return isOther ? account : nil
  }
}

extension String {
  /// The code of an error as words.
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
