import FlowModel
import FlowSource
import FlowYAML

/// What stands under `channels`.
struct ChannelSyntax: Sendable {
  /// `email` or `sms`, where it stands.
  var name: Word
  /// What leaves by it; nil: `outbox`, or something was wrong with it.
  var definition: ChannelDefinition?
  /// Whether something was wrong with it.
  var isBroken = false
}

private let channelForm = "SMTP: `smtp: { … }`, a program: `webhook: { … }`, or `outbox`"

extension SyntaxReader {
  /// `channels`.
  mutating func channels(_ id: YAMLNodeID) -> [ChannelSyntax] {
    var channels: [ChannelSyntax] = []
    eachEntry(of: id, "`channels`", keys: ChannelKind.allCases.map(\.name)) { reader, key, word, value in
      let count = reader.problems.count
      var channel = ChannelSyntax(name: Word(text: ChannelKind.allCases[key].name, span: word.span))
      channel.definition = reader.channel(value, ChannelKind.allCases[key], word)
      channel.isBroken = reader.problems.hasErrors(behind: count)
      channels.append(channel)
    }
    return channels
  }

  private mutating func channel(_ id: YAMLNodeID, _ kind: ChannelKind, _ name: Word) -> ChannelDefinition? {
    let owner = "the channel \(kind.name.quoted)"
    if tree.kind(id) == .scalar {
      if word(id).text != "outbox" {
        wrongKind(id, owner, "`smtp: { … }`, `webhook: { … }` or `outbox`", help: "write how its messages leave")
      }
      return nil
    }
    var targets: [Word] = []
    var definition: ChannelDefinition?
    let isMapping = eachEntry(of: id, owner, keys: ["smtp", "webhook"]) { reader, key, word, value in
      targets.append(word)
      if key == 1 {
        definition = reader.webhook(value, kind)
      } else if kind == .email {
        definition = reader.smtp(value)
      } else {
        reader.report(
          Diagnostic(
            "U125", .error, "\(owner) has `smtp`, which takes mail alone", at: word.span,
            help: "write `webhook`, with the URL of a program that sends its messages on"))
      }
    }
    if isMapping, targets.isEmpty {
      missing("smtp", owner, of: id, at: name.span, help: "say how its messages leave: \(channelForm)")
    } else if targets.count > 1 {
      report(
        Diagnostic(
          "U104", .error, "\(owner) has both `smtp` and `webhook`", at: targets[1].span,
          labels: [Label(targets[0].span, "the other one")], help: "keep one of the two"))
    }
    return definition
  }

  private mutating func smtp(_ id: YAMLNodeID) -> ChannelDefinition? {
    var server = MailServer()
    var limits = ChannelDefinition(kind: .email, target: .smtp(server))
    var places: [String: YAMLNodeID] = [:]
    let keys = [
      "host", "port", "tls", "ca", "user", "password", "from", "reply-to", "envelope-from", "connections", "per-second",
    ]
    let isMapping = eachEntry(of: id, "`smtp`", keys: keys) { reader, key, _, value in
      places[keys[key]] = value
      switch key {
      case 0:
        server.host =
          reader.setting(value, "host", "is no name of a server") { HostName.ascii($0) != nil } ?? server.host
      case 1:
        server.port = reader.setting(value, "port", "is no port, 1 to 65535") {
          wholeNumber($0).map { 1...65535 ~= $0 } == true
        }
      case 2:
        let kinds = MailEncryption.allCases
        if let index = reader.choice(
          value, "`tls`", of: kinds.map(\.name),
          calling: ["ssl": "implicit", "smtps": "implicit", "tls": "starttls", "yes": "starttls"])
        {
          server.encryption = kinds[index]
        }
      case 3: server.authorities = reader.secret(value, "ca", of: "the certificate")
      case 4: server.user = reader.setting(value, "user", "has what no name has") { isOneLine($0) }
      case 5: server.password = reader.secret(value, "password", of: "the password")
      case 6:
        server.from = reader.setting(value, "from", "is no mail address", isMailbox) ?? server.from
      case 7: server.replyTo = reader.setting(value, "reply-to", "is no mail address", isMailbox)
      case 8:
        server.envelopeFrom = reader.setting(value, "envelope-from", "is no mail address without a name") {
          EmailAddress($0)?.asciiDomain != nil
        }
      default: reader.limit(value, key == 9, &limits)
      }
    }
    guard isMapping else { return nil }
    for (key, example) in [("host", "smtp.example.com"), ("from", "Contoso <no-reply@contoso.example>")]
    where places[key] == nil {
      missing(key, "`smtp`", of: id, at: shortSpan(id), help: "write `\(key): \(example)`, or `\(key): env:NAME`")
    }
    for (key, other) in [("user", "password"), ("password", "user")] {
      guard let place = places[key], places[other] == nil else { continue }
      missing(other, "`smtp`", of: id, at: tree.span(place), help: "`user` and `password` go together")
    }
    if server.encryption == .none, case .text(let host) = server.host, !host.isEmpty, !HostName.isLocal(host),
      let place = places["tls"]
    {
      invalid(
        place, "`tls` cannot be left out beyond this machine",
        help: "codes and the password would go in clear: write `starttls` or `implicit`")
    }
    limits.target = .smtp(server)
    return limits
  }

  private mutating func webhook(_ id: YAMLNodeID, _ kind: ChannelKind) -> ChannelDefinition? {
    var hook = MessageHook()
    var limits = ChannelDefinition(kind: kind, target: .webhook(hook))
    var hasURL = false
    let isMapping = eachEntry(of: id, "`webhook`", keys: ["url", "timeout", "secret", "connections", "per-second"]) {
      reader, key, _, value in
      switch key {
      case 0:
        hasURL = true
        if let name = reader.variable(value, "url") {
          hook.url = .variable(name)
        } else if !reader.tree.text(value).hasPrefix("env:"), let url = reader.url(value, "`url`", isBase: false) {
          hook.url = .text(url)
        }
      case 1:
        let seconds = reader.seconds(value, "`timeout`", FunctionDefinition.timeoutRange)
        hook.timeout = seconds.map { $0 * 1000 } ?? hook.timeout
      case 2: hook.secret = reader.secret(value)
      default: reader.limit(value, key == 3, &limits)
      }
    }
    guard isMapping else { return nil }
    if !hasURL {
      missing(
        "url", "`webhook`", of: id, at: shortSpan(id), help: "say where it is: `url: https://…`, or `url: env:NAME`")
    }
    limits.target = .webhook(hook)
    return limits
  }

  private mutating func limit(_ id: YAMLNodeID, _ isConnections: Bool, _ channel: inout ChannelDefinition) {
    if isConnections {
      channel.connections =
        integer(id, "`connections`", ChannelDefinition.connectionRange) ?? channel.connections
    } else {
      channel.perSecond = integer(id, "`per-second`", ChannelDefinition.rateRange)
    }
  }

  /// A setting that is written here, or says in which variable it is.
  private mutating func setting(
    _ id: YAMLNodeID, _ key: String, _ complaint: String, _ isGood: (String) -> Bool
  ) -> ChannelText? {
    guard let word = reference(id, "`\(key)`", as: "a text, or `env:NAME`") else { return nil }
    if word.text.hasPrefix("env:") { return variable(id, key).map(ChannelText.variable) }
    guard isGood(word.text) else {
      invalid(id, "`\(key)` \(complaint)", help: "write it here, or `env:NAME` for a variable of the server's")
      return nil
    }
    return .text(word.text)
  }

  /// The name of the variable that a value says; nil, and reported where it says a bad one, for others.
  private mutating func variable(_ id: YAMLNodeID, _ key: String) -> String? {
    let text = tree.kind(id) == .scalar ? tree.text(id) : ""
    guard text.hasPrefix("env:") else { return nil }
    let name = text.dropFirst(4)
    if FunctionSecret.isVariableName(name) { return String(name) }
    invalid(id, "`\(key)` names no variable", help: "a name is a letter, then letters, digits and `_`: `env:SMTP_HOST`")
    return nil
  }
}

private func isMailbox(_ text: String) -> Bool { Mailbox(text)?.address.asciiDomain != nil }

private func isOneLine(_ text: String) -> Bool {
  text.utf8.count <= 256 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
}
