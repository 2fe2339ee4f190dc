import FlowModel
import FlowSource
import FlowYAML

extension SyntaxReader {
  /// `codes`.
  mutating func codes(_ id: YAMLNodeID, _ policy: inout CodePolicy, _ places: inout PolicyPlaces) {
    eachEntry(of: id, "`codes`", CodeKey.self) { reader, key, _, value in
      places["codes." + key.rawValue] = reader.tree.span(value)
      switch key {
      case .digits: policy.digits = reader.integer(value, "`digits`", CodePolicy.digitRange) ?? policy.digits
      case .lifetime: policy.lifetime = reader.seconds(value, "`lifetime`", CodePolicy.lifetimeRange) ?? policy.lifetime
      case .attempts: policy.attempts = reader.integer(value, "`attempts`", CodePolicy.attemptsRange) ?? policy.attempts
      case .resendAfter:
        policy.resendAfter = reader.seconds(value, "`resend-after`", CodePolicy.resendAfterRange) ?? policy.resendAfter
      case .perIdentifier: policy.perIdentifier = reader.rate(value, "`per-identifier`") ?? policy.perIdentifier
      }
    }
  }

  /// `links`.
  mutating func links(_ id: YAMLNodeID, _ tenant: inout TenantSyntax) {
    eachEntry(of: id, "`links`", LinkKey.self) { reader, key, _, value in
      tenant.places["links." + key.rawValue] = reader.tree.span(value)
      let policy = tenant.links
      switch key {
      case .base: tenant.links.base = reader.url(value, "`base`", of: .links) ?? policy.base
      case .lifetime:
        tenant.links.lifetime = reader.seconds(value, "`lifetime`", LinkPolicy.lifetimeRange) ?? policy.lifetime
      case .perIdentifier: tenant.links.perIdentifier = reader.rate(value, "`per-identifier`") ?? policy.perIdentifier
      case .invitations:
        tenant.links.invitations =
          reader.seconds(value, "`invitations`", LinkPolicy.lifetimeRange) ?? policy.invitations
      case .also:
        let sites = reader.unique(value, "`also`", "the site") { reader, element in
          reader.url(element, "a site of `also`", of: .site).map {
            Word(text: $0, span: reader.tree.span(element))
          }
        }
        tenant.alsoLinks = sites?.map(\.text) ?? []
      }
    }
  }

  /// `notices`.
  mutating func notices(_ id: YAMLNodeID, _ policy: inout NoticePolicy, _ places: inout PolicyPlaces) {
    eachEntry(of: id, "`notices`", NoticeKey.self) { reader, key, _, value in
      places["notices." + key.rawValue] = reader.tree.span(value)
      switch key {
      case .lifetime:
        policy.lifetime = reader.seconds(value, "`lifetime`", NoticePolicy.lifetimeRange) ?? policy.lifetime
      case .perIdentifier: policy.perIdentifier = reader.rate(value, "`per-identifier`") ?? policy.perIdentifier
      }
    }
  }

  /// `tokens`.
  mutating func tokens(_ id: YAMLNodeID, _ policy: inout TokenPolicy, _ places: inout PolicyPlaces) {
    var idle: YAMLNodeID?
    eachEntry(of: id, "`tokens`", TokenKey.self) { reader, key, _, value in
      places["tokens." + key.rawValue] = reader.tree.span(value)
      switch key {
      case .access: policy.access = reader.seconds(value, "`access`", TokenPolicy.accessRange)
      case .refresh:
        policy.refresh = reader.seconds(value, "`refresh`", TokenPolicy.sessionRange)
        idle = value
      case .session: policy.session = reader.seconds(value, "`session`", TokenPolicy.sessionRange)
      case .algorithm:
        let algorithms = TokenAlgorithm.allCases
        if let index = reader.choice(value, "`algorithm`", of: algorithms.map(\.name)) {
          policy.algorithm = algorithms[index]
        }
      }
    }
    if let idle, let refresh = policy.refresh, let session = policy.session, refresh > session {
      invalid(idle, "`refresh` is longer than `session`", help: "a session ends after `session`, however it is used")
    }
  }

  /// One entry of `functions`.
  mutating func function(_ id: YAMLNodeID, _ name: Word) -> FunctionSyntax {
    let owner = "the function \(name.text.quoted)"
    var definition = FunctionDefinition(name: name.text, target: .command([]))
    var targets: [Word] = []
    var attempts: SourceSpan?
    var environment: Word?
    if tree.kind(id) == .scalar, case let text = word(id), text.text.contains("://") {
      wrongKind(
        id, "a function", "a mapping",
        help: "write `{ url: \(text.text.shortened), secret: env:NAME, attempts: 10 per 1h }`")
      return FunctionSyntax(name: name, definition: definition)
    }
    let isMapping = eachEntry(of: id, "a function", FunctionKey.self) {
      reader, key, word, value in
      switch key {
      case .url:
        targets.append(word)
        if let url = reader.url(value, "`url`", of: .hook) { definition.target = .http(url) }
      case .command:
        targets.append(word)
        if let words = reader.command(value) { definition.target = .command(words) }
      case .timeout:
        let seconds = reader.seconds(value, "`timeout`", FunctionDefinition.timeoutRange)
        definition.timeout = seconds.map { $0 * 1000 } ?? definition.timeout
      case .secret: definition.secret = reader.secret(value)
      case .environment:
        environment = word
        definition.environment = reader.environment(value)
      case .attempts:
        definition.attempts = reader.rate(value, "`attempts`")
        attempts = reader.tree.span(value)
      }
    }
    if isMapping, targets.isEmpty {
      missing("url", owner, of: id, at: name.span, help: "say where it is: `url: https://…`, or `command: [./program]`")
    } else if targets.count > 1 {
      report(
        Diagnostic(
          "U104", .error, "\(owner) has both `url` and `command`", at: targets[1].span,
          labels: [Label(targets[0].span, "the other one")], help: "keep one of the two"))
    }
    if let environment, case .http = definition.target {
      report(
        Diagnostic(
          "U125", .error, "\(owner) is called by its `url`, and only a `command` has an `environment`",
          at: environment.span, help: "remove it"))
    }
    return FunctionSyntax(name: name, definition: definition, attempts: attempts)
  }

  /// The names of the variables that a command gets.
  private mutating func environment(_ id: YAMLNodeID) -> [String] {
    let words = unique(id, "`environment`", "the variable") { reader, element in
      guard let word = reader.reference(element, "a variable of `environment`", as: "its name") else { return nil }
      if FunctionSecret.isVariableName(word.text) { return word }
      reader.invalid(element, "a variable cannot be called so", help: "write names, such as `[API_KEY]`")
      return nil
    }
    return words?.map(\.text) ?? []
  }

  private mutating func command(_ id: YAMLNodeID) -> [String]? {
    guard expect(.sequence, id, "`command`") else { return nil }
    let words = tree.elements(id).compactMap { reference($0, "a word of `command`", as: "a text")?.text }
    if words.isEmpty, tree.count(id) == 0 {
      report(
        Diagnostic("U106", .error, "`command` is empty", at: tree.span(id), help: "name a program: `[./confirm.sh]`"))
    }
    return words
  }

  /// Where a secret is that a tenant shares with somebody.
  mutating func secret(
    _ id: YAMLNodeID, _ key: String = "secret", of what: String = "the secret"
  ) -> FunctionSecret? {
    guard let word = reference(id, "`\(key)`", as: "`env:NAME` or `file:NAME`") else { return nil }
    let parts = word.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      if parts[0] == "env", FunctionSecret.isVariableName(parts[1]) { return .variable(String(parts[1])) }
      if parts[0] == "file", FunctionSecret.isFileName(parts[1]) { return .file(String(parts[1])) }
    }
    // The text is not shown: it may be the secret itself.
    func refuse(_ message: String, help: String, edit: Edit? = nil) -> FunctionSecret? {
      report(Diagnostic("U106", .error, "`\(key)` \(message)", at: word.span, help: help, edit: edit))
      return nil
    }
    if parts.count == 2, parts[0] == "env", !parts[1].isEmpty {
      return refuse(
        "names no variable", help: "a name is a letter, then letters, digits and `_`: `env:SMTP_PASSWORD`")
    }
    if parts.count == 2, parts[0] == "file" {
      return refuse(
        "names no file",
        help: "it lies in the tenant's own folder of secrets, and stands here by its name alone: `file:NAME`")
    }
    if word.text.hasPrefix("$"), case let name = word.text.dropFirst(), FunctionSecret.isVariableName(name) {
      return refuse("names no variable", help: "write `env:\(name)`", edit: Edit(word.span, "env:\(name)"))
    }
    return refuse(
      "does not say where \(what) is",
      help: "write `env:NAME` for a variable or `file:NAME` for a file; \(what) itself never stands in a flow's files")
  }

  mutating func rate(_ id: YAMLNodeID, _ owner: String) -> Rate? {
    guard let word = reference(id, owner, as: "a rate") else { return nil }
    guard let (count, seconds) = FlowCompiler.rate(word.text), count > 0, seconds > 0 else {
      let meant = meantRate(word.text)
      let text = meant.map { "\($0.count) per \(durationText($0.seconds))" }
      invalid(
        id, "\(owner) is no rate",
        help: text.map { "write `\($0)`" } ?? "write a count and a duration, such as `10 per 1h`",
        edit: text.map { Edit(word.span, $0) })
      return meant.map { Rate($0.count, per: $0.seconds) }
    }
    return Rate(count, per: seconds)
  }

  mutating func url(_ id: YAMLNodeID, _ owner: String, of use: URLUse) -> String? {
    guard let word = reference(id, owner, as: "a URL") else { return nil }
    if let reason = complaint(aboutURL: word.text, of: use) {
      // A user's name may come with a password, which is not repeated.
      if reason == userInURL {
        report(
          Diagnostic(
            "U106", .error, "\(owner) \(reason)", at: word.span,
            help: "take it out: calls are signed with `secret: env:NAME` instead"))
        return nil
      }
      if word.text.hasPrefix("env:") || word.text.hasPrefix("file:") {
        invalid(
          id, "\(owner) is a URL, and no variable or file is looked up here",
          help:
            "write the URL itself, such as `https://app.example.com/auth`: the compiler reads it, and it is no secret")
        return nil
      }
      invalid(id, "\(owner) \(reason)", help: "write `https://` and a host; `http://` is for `localhost` only")
      return nil
    }
    return word.text
  }
}

/// What a URL in a tenant is for.
enum URLUse {
  /// The start of mailed links: a flow and a token follow. Behind `#` they are for the page alone, and reach no server and no
  /// log of one.
  case links
  /// A site that mails may lead to.
  case site
  /// What the server itself calls.
  case hook
}

private let userInURL = "has a user's name, which URLs of flows must not have"

/// Why a text is no URL that secrets may be sent to; nil where it is one.
func complaint(aboutURL text: String, of use: URLUse) -> String? {
  let isSecure = text.hasPrefix("https://")
  guard isSecure || text.hasPrefix("http://") else { return "is no `https://` URL" }
  let rest = text.dropFirst(isSecure ? 8 : 7)
  guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }) else {
    return "has characters that a URL cannot have"
  }
  let authority = rest.prefix { !"/?#".contains($0) }
  if authority.contains("@") { return userInURL }
  let isBracketed = authority.hasPrefix("[")
  let host = isBracketed ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
  let port = authority.dropFirst(host.count)
  guard !host.isEmpty, port.isEmpty || (port.first == ":" && wholeNumber(port.dropFirst()).map { $0 < 65536 } == true)
  else {
    return "has no host"
  }
  if !isSecure, !HostName.isLocal(String(host)) { return "is not encrypted" }
  switch use {
  case .links:
    if rest.contains("?") || rest.count(where: { $0 == "#" }) > 1 { return "has a query, or more than one `#`" }
  case .site: break
  case .hook:
    if rest.contains("#") { return "has a part behind `#`, which no server gets" }
    if HookURL(text) == nil { return "has a host or a port that cannot be called" }
  }
  return nil
}
