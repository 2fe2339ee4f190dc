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
    eachEntry(
      of: id, "`channels`", keys: ChannelKind.allCases.map(\.name), calling: ChannelWords.kinds
    ) { reader, key, word, value in
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
      if word(id).text != "outbox" { noTarget(id, owner, kind) }
      return nil
    }
    if let missing = missingTarget(of: id, kind) {
      unknownKeys.insert(id)
      report(missing)
      return nil
    }
    var targets: [Word] = []
    let tree = tree
    var definition: ChannelDefinition?
    let isMapping = eachEntry(
      of: id, owner, ChannelTargetKey.self, calling: ChannelWords.targets,
      elsewhere: { tree.service($0, $1, kind) }
    ) { reader, key, word, value in
      targets.append(word)
      switch key {
      case .webhook: definition = reader.webhook(value, kind)
      case .smtp where kind == .email: definition = reader.smtp(value)
      case .smtp:
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

  private mutating func webhook(_ id: YAMLNodeID, _ kind: ChannelKind) -> ChannelDefinition? {
    var hook = MessageHook()
    var limits = ChannelDefinition(kind: kind, target: .webhook(hook))
    var hasURL = false
    if tree.kind(id) == .scalar, let meant = hookMeant(id) {
      wrongKind(id, "`webhook`", "a mapping", help: "write `\(meant.replacement)`", edit: meant)
      return nil
    }
    let isMapping = eachEntry(
      of: id, "`webhook`", WebhookKey.self, calling: ChannelWords.webhook, elsewhere: { credential($0, $1) }
    ) { reader, key, _, value in
      switch key {
      case .url:
        hasURL = true
        if let name = reader.variable(value, "url") {
          hook.url = .variable(name)
        } else if !reader.tree.text(value).hasPrefix("env:"), let url = reader.url(value, "`url`", of: .hook) {
          hook.url = .text(url)
        }
      case .timeout:
        let seconds = reader.seconds(value, "`timeout`", FunctionDefinition.timeoutRange)
        hook.timeout = seconds.map { $0 * 1000 } ?? hook.timeout
      case .secret: hook.secret = reader.secret(value)
      case .connections: reader.connections(value, &limits)
      case .perSecond: reader.perSecond(value, &limits)
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

  /// How many connections a channel has at most.
  mutating func connections(_ id: YAMLNodeID, _ channel: inout ChannelDefinition) {
    channel.connections = integer(id, "`connections`", ChannelDefinition.connectionRange) ?? channel.connections
  }

  /// How many messages a second leave by a channel at most.
  mutating func perSecond(_ id: YAMLNodeID, _ channel: inout ChannelDefinition) {
    if let count = rateMeant(id) {
      wrongKind(
        id, "`per-second`", "a whole number", help: "write `\(count)`: so many messages a second",
        edit: Edit(tree.span(id), count))
    } else {
      channel.perSecond = integer(id, "`per-second`", ChannelDefinition.rateRange)
    }
  }

  /// A setting that is written here, or says in which variable it is.
  mutating func setting(
    _ id: YAMLNodeID, _ key: String, _ complaint: String, help: String? = nil, _ isGood: (String) -> Bool
  ) -> ChannelText? {
    guard let word = reference(id, "`\(key)`", as: "a text, or `env:NAME`") else { return nil }
    if word.text.hasPrefix("env:") { return variable(id, key).map(ChannelText.variable) }
    if let name = variableMeant(word.text) {
      invalid(
        id, "`\(key)` is taken as it stands, and names no variable so", help: "write `env:\(name)`",
        edit: Edit(word.span, "env:\(name)"))
      return nil
    }
    guard isGood(word.text) else {
      invalid(id, "`\(key)` \(complaint)", help: help ?? "write it here, or `env:NAME` for a variable of the server's")
      return nil
    }
    return .text(word.text)
  }

  /// The name of the variable that a value says; nil, and reported where it says a bad one, for others.
  mutating func variable(_ id: YAMLNodeID, _ key: String) -> String? {
    let text = tree.kind(id) == .scalar ? tree.text(id) : ""
    guard text.hasPrefix("env:") else { return nil }
    let name = text.dropFirst(4)
    if FunctionSecret.isVariableName(name) { return String(name) }
    invalid(id, "`\(key)` names no variable", help: "a name is a letter, then letters, digits and `_`: `env:SMTP_HOST`")
    return nil
  }
}

let webhookKeys = Shapes.webhook.keys
