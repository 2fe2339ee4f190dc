import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime
import FlowTooling

/// What a performed attack came to, as it was observed.
struct AttackVerdict {
  /// Whether what was claimed was seen to happen.
  let hasSucceeded: Bool
  /// What was seen, in sentences without full stops.
  let observations: [String]

  /// Judges a transcript by what the rule's family claims; `other` is the same script in the world in which the victim has
  /// no account.
  init(_ script: AttackScript, _ transcript: AttackTranscript, other: AttackTranscript?) {
    if let divergence = transcript.divergence {
      hasSucceeded = false
      observations = [divergence]
      return
    }
    switch script.claimed {
    case .demand, .door, .arrival: (hasSucceeded, observations) = Self.evidence(script, transcript)
    case .guesses: (hasSucceeded, observations) = Self.guesses(script, transcript)
    case .messages: (hasSucceeded, observations) = Self.mail(script, transcript)
    case .secret, .ownership: (hasSucceeded, observations) = Self.leaks(transcript, other)
    case .functions: (hasSucceeded, observations) = Self.functions(script, transcript)
    case .difference: (hasSucceeded, observations) = Self.difference(script, transcript, other)
    case .factors: (hasSucceeded, observations) = Self.factors(script, transcript)
    case .nothing: (hasSucceeded, observations) = (false, ["no run shows what the rule is about"])
    }
  }

  private typealias Finding = (Bool, [String])

  /// Evidence, doors, properties: something was done that was not proven, or a state was come to that should not be.
  private static func evidence(_ script: AttackScript, _ transcript: AttackTranscript) -> Finding {
    var seen: [String] = []
    for violation in transcript.harms {
      let whom = violation.subject.first.map { ", to \($0)" } ?? ""
      let line = "at \(violation.state): \(violation.action)\(whom)"
      if !seen.contains(line) { seen.append(line) }
    }
    seen += transcript.changes
    // What somebody does to themselves is no harm: then the trace spoke of two people as if they were one.
    // At a door it is the tenant that is harmed.
    let isDoor = script.claimed == .door
    if transcript.harms.contains(where: { isDoor || script.world.isAnothers($0.subject) }) { return (true, seen) }
    if script.isRefused, transcript.harms.isEmpty { return (false, ["it is done by an account that may do it"] + seen) }
    if !transcript.harms.isEmpty { return (false, ["it is done to the attacker alone"] + seen) }
    // The engine checks what effects and ends demand, and can tell what was missing. What a tenant forbids itself, and
    // what `completed` promises, nothing demands: to come there is the harm.
    if !script.claimed.isShownByArriving {
      return (false, ["the engine had every proof that it demands"] + seen)
    }
    return (true, ["the run came to \(script.goal)"] + seen)
  }

  /// Second factors: the attacker, who has one factor of the victim's and no other, is signed in as them, or has changed
  /// their account, or holds what signs them in.
  private static func factors(_ script: AttackScript, _ transcript: AttackTranscript) -> Finding {
    if let harmed = script.harmed {
      let (held, holds) = (transcript.before?.values(of: harmed), transcript.after?.values(of: harmed))
      guard let held, let holds, held != holds else {
        return (false, ["the victim's \(harmed) is what it was"] + transcript.changes)
      }
      let (was, now) = (held.joined(separator: ", "), holds.joined(separator: ", "))
      func text(_ value: String) -> String { value.isEmpty ? "nothing" : value }
      return (true, ["the victim's \(harmed) was \(text(was)), and is \(text(now)) now"])
    }
    let isSignedIn = transcript.entries.contains { entry in
      entry.result.reply.end?.result?["tokens"]?["account"]?.string == transcript.before?.id
    }
    let isChanged =
      transcript.before?.attributes != transcript.after?.attributes
      || transcript.before?.passwordHash != transcript.after?.passwordHash
    // Where what opens a session in another flow is handed out, that is the harm.
    let isDoor = transcript.entries.contains { entry in
      entry.result.reply.end?.grants != nil
        || entry.result.seen.performed.contains { $0.state == script.goal && $0.effect.definition.sendsLink }
    }
    let isHandedOut = isDoor && transcript.waysInAfter > transcript.waysInBefore
    guard transcript.before != nil, isSignedIn || isChanged || isHandedOut else {
      return (false, ["nothing was done to the victim's account"] + transcript.changes)
    }
    let handedOut = isHandedOut ? ["there is a grant or a link now that signs the victim in"] : []
    return (true, transcript.changes + handedOut)
  }

  private static func guesses(_ script: AttackScript, _ transcript: AttackTranscript) -> Finding {
    // A condition compares without an effect.
    let isByCondition = !transcript.performed.contains { $0.state == script.goal }
    let count =
      isByCondition
      ? transcript.entries.count / max(1, script.lines.count)
      : transcript.performed.count(where: \.isGuess) + transcript.requests.count
    let compared = "\(counted(count, "guess", "guesses")) in \(counted(script.rounds, "run")) were compared"
    if count < script.rounds { return (false, [compared + ": the others were refused"]) }
    return (true, [compared + ", and none was refused for being one too many"])
  }

  private static func mail(_ script: AttackScript, _ transcript: AttackTranscript) -> Finding {
    var byAddress: [String: Int] = [:]
    for message in transcript.messages { byAddress[message.to, default: 0] += 1 }
    let most = byAddress.max { ($0.value, $1.key) < ($1.value, $0.key) }
    let count = max(most?.value ?? 0, transcript.requests.count)
    let whom = most.map { " to \($0.key)" } ?? " by functions"
    let sent = "\(counted(count, "message"))\(whom) in \(counted(script.rounds, "run")) were sent"
    if count < script.rounds { return (false, [sent + ": the others were held back"]) }
    return (true, [sent + ", and none was held back"])
  }

  /// A function is handed the victim's link with an address that is not the victim's; or it decides on the victim's address,
  /// and is not told it.
  private static func functions(_ script: AttackScript, _ transcript: AttackTranscript) -> Finding {
    let victim = script.world.victim
    for request in transcript.requests {
      var told: [String] = []
      if case .object(let attributes)? = request["attributes"] { told = attributes.members.compactMap(\.value.string) }
      let isVictims = request["username"]?.string.map(victim.contains) ?? false
      if request["token"] != nil {
        if isVictims, let other = told.first(where: script.world.mailboxes.contains) {
          return (
            true, ["a function is handed the link of \(request["username"]?.string ?? ""), and the address \(other)"]
          )
        }
      } else if !isVictims, !told.contains(where: victim.contains),
        let named = transcript.entries.lazy.compactMap({ $0.result.sent(of: victim) }).first
      {
        let words = ([request["username"]?.string].compactMap { $0 } + told).joined(separator: ", ")
        return (true, ["a function that attests \(named) is told of \(words.isEmpty ? "nobody" : words) alone"])
      }
    }
    return (false, ["each function was told whom it is asked about"])
  }

  private static func leaks(_ transcript: AttackTranscript, _ other: AttackTranscript?) -> Finding {
    var found: [String] = []
    if let other {
      for (number, pair) in zip(transcript.seenByClient, other.seenByClient).enumerated() where pair.0 != pair.1 {
        found = ["at line \(number + 1) the client gets: \(pair.0)", "and otherwise: \(pair.1)"]
        break
      }
      let (told, toldOtherwise) = (transcript.requests, other.requests)
      for pair in zip(told, toldOtherwise) where found.isEmpty && pair.0["attributes"] != pair.1["attributes"] {
        found = [
          "a function is handed \(pair.0["attributes"]?.text ?? "nothing")",
          "and otherwise \(pair.1["attributes"]?.text ?? "nothing")",
        ]
      }
      for pair in zip(transcript.messages, other.messages) where found.isEmpty && pair.0.to != pair.1.to {
        found = ["a message goes to \(pair.0.to)", "and otherwise to \(pair.1.to)"]
      }
    }
    for (secret, name) in transcript.secrets {
      if transcript.seenByClient.contains(where: { $0.contains(secret) }) {
        found.append("\(name) stands in what the client gets")
      }
      let isInMail = transcript.messages.contains { $0.to.contains(secret) }
      if isInMail { found.append("\(name) stands in the address of a message") }
      if transcript.requests.contains(where: { $0["attributes"]?.text.contains(secret) == true }) {
        found.append("\(name) stands in what a function is handed")
      }
    }
    return found.isEmpty ? (false, ["no secret was seen where it does not belong"]) : (true, found)
  }

  private static func difference(
    _ script: AttackScript, _ transcript: AttackTranscript, _ other: AttackTranscript?
  ) -> Finding {
    guard let other else { return (false, ["there is no world to compare with"]) }
    for (number, pair) in zip(transcript.seenByClient, other.seenByClient).enumerated() where pair.0 != pair.1 {
      return (
        true,
        ["at line \(number + 1) the client gets, with the account: \(pair.0)", "and without it: \(pair.1)"]
      )
    }
    for (number, pair) in zip(transcript.work, other.work).enumerated() where pair.0 != pair.1 {
      return (
        true,
        [
          "at line \(number + 1) \(counted(pair.0, "password is", "passwords are")) hashed with the account, "
            + "and \(pair.1) without it: that takes another time"
        ]
      )
    }
    for (number, pair) in zip(transcript.effects, other.effects).enumerated() where pair.0 != pair.1 {
      func text(_ names: [String]) -> String { names.isEmpty ? "nothing that takes time" : names.listed() }
      return (
        true,
        ["at line \(number + 1) the engine runs, with the account: \(text(pair.0))", "and without it: \(text(pair.1))"]
      )
    }
    func mail(_ transcript: AttackTranscript) -> Int {
      transcript.messages.count { script.world.mailboxes.contains($0.to) }
    }
    let (came, cameOtherwise) = (mail(transcript), mail(other))
    if came != cameOtherwise {
      return (
        true,
        [
          "with the account \(counted(came, "message comes", "messages come")) to the attacker's own addresses, "
            + "and \(cameOtherwise) without it"
        ]
      )
    }
    return (false, ["the client sees the same whether the account exists or not"])
  }
}

extension AttackStage.Result {
  /// What was sent of some people's addresses.
  fileprivate func sent(of people: Set<String>) -> String? {
    sent.members.lazy.compactMap(\.value.string).first(where: people.contains)
  }
}

extension AttackTranscript {
  /// What became of the victim's account, and what the attacker holds.
  fileprivate var changes: [String] {
    var changes: [String] = []
    let owner = after?.identifiers.first?.value ?? before?.identifiers.first?.value ?? "the victim"
    switch (before, after) {
    case (nil, .some(let account)):
      changes.append("there is an account of \(owner) now, which is \(account.isConfirmed ? "" : "not ")confirmed")
    case (.some, nil): changes.append("the account of \(owner) is gone")
    case (.some(let before), .some(let after)):
      if before.passwordHash != after.passwordHash {
        changes.append("the account of \(owner) has another password now")
      }
      if before.identifiers != after.identifiers {
        changes.append("it is found by \(after.identifiers.map(\.value).joined(separator: ", ")) now")
      }
      if !before.isConfirmed && after.isConfirmed { changes.append("the account of \(owner) is confirmed now") }
      if before.attributes != after.attributes { changes.append("the account of \(owner) has other attributes now") }
    case (nil, nil): break
    }
    for entry in entries {
      if let account = entry.result.reply.end?.result?["tokens"]?["account"]?.string {
        let whose = account == after?.id ? "the victim's" : account == before?.id ? "the victim's" : "an"
        changes.append("the attacker holds tokens of \(whose) account")
      }
      if entry.result.reply.end?.grants != nil { changes.append("the attacker holds a grant to sign in") }
    }
    return changes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The secrets that were sent or submitted, with what they are.
  fileprivate var secrets: [(secret: String, name: String)] {
    var secrets: [(String, String)] = []
    for message in messages {
      switch message.content {
      case .code(let code, _): secrets.append((code, "the code that was sent to \(message.to)"))
      case .notice: break
      case .link(let token, _, _, _), .invitation(let token, _, _, _):
        secrets.append((token, "the link that was sent to \(message.to)"))
      }
    }
    for entry in entries {
      for field in SecretField.allCases where field != .tokenId {
        if let value = entry.result.sent[field.name]?.string, value.utf8.count >= 4 {
          secrets.append((value, "the \(field.name) that was submitted"))
        }
      }
    }
    return secrets
  }
}

extension AccountRecord {
  /// What the account holds of an attribute, as texts.
  fileprivate func values(of attribute: String) -> [String] {
    let names = identifiers.filter { $0.attribute == attribute }.map(\.value)
    return names + [(try? JSON.parse(attributes))?[attribute]?.text].compactMap(\.self)
  }
}
