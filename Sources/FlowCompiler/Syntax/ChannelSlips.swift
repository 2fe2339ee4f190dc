import FlowModel
import FlowSource
import FlowYAML

/// What other tools call the parts of a channel.
package enum ChannelWords {
  package static let kinds = ["mail": "email", "e-mail": "email", "phone": "sms", "text": "sms", "mobile": "sms"]
  package static let targets = ["mail-server": "smtp", "server": "smtp", "hook": "webhook", "http": "webhook"]
  package static let smtp = [
    "server": "host", "hostname": "host", "address": "host", "username": "user", "login": "user", "account": "user",
    "pass": "password", "passwd": "password", "secret": "password", "sender": "from", "mail-from": "envelope-from",
    "return-path": "envelope-from", "encryption": "tls", "rate": "per-second", "rate-limit": "per-second",
    "pool": "connections", "max-connections": "connections",
  ]
  package static let webhook = [
    "uri": "url", "endpoint": "url", "address": "url", "href": "url", "key": "secret", "signing-key": "secret",
    "rate": "per-second", "rate-limit": "per-second", "max-connections": "connections",
  ]
  package static let encryption = [
    "ssl": "implicit", "smtps": "implicit", "tls": "starttls", "yes": "starttls", "true": "starttls",
    "start": "starttls", "start-tls": "starttls", "no": "none", "false": "none", "off": "none",
  ]
  /// Services that send messages on, and have programs of their own.
  static let services = [
    "twilio", "sendgrid", "mailgun", "mailjet", "postmark", "ses", "sns", "vonage", "nexmo", "messagebird", "sinch",
    "plivo", "infobip",
  ]
  /// Keys by which services know who asks.
  static let credentials = ["user", "password", "token", "api-key", "auth-token", "account-sid", "headers", "auth"]
}

private let servicesForm =
  "a web hook asks a program of yours, which asks the service; docs/channels.md shows one for Twilio"

extension SyntaxReader {
  /// Reports a text where it should stand how messages leave.
  mutating func noTarget(_ id: YAMLNodeID, _ owner: String, _ kind: ChannelKind) {
    let text = word(id)
    let expected = "`smtp: { … }`, `webhook: { … }` or `outbox`"
    let guess = Guess(text, among: ["outbox"])
    let help: String
    if let guess {
      help = guess.help
    } else if text.text.lowercased().hasPrefix("smtp") && kind == .email {
      help = "write it in parts: `{ smtp: { host: smtp.example.com, from: no-reply@contoso.example } }`"
    } else if text.text == "webhook" || text.text.contains("://") {
      help = "write it in parts: `{ webhook: { url: https://…, secret: env:NAME } }`"
    } else {
      help = "write how its messages leave"
    }
    guard !text.text.isEmpty else { return wrongKind(id, owner, expected, help: help) }
    // A URL may have a password in it, which is not repeated.
    let shown = text.text.contains("@") ? "this" : text.text.quoted
    report(
      Diagnostic(
        "U106", .error, "\(owner) cannot be \(shown)", at: text.span, notes: ["expected \(expected)"], help: help,
        edit: guess?.edit(text)))
  }

  /// The problem of a channel whose settings stand where `smtp` or `webhook` should; nil for others.
  func missingTarget(of id: YAMLNodeID, _ kind: ChannelKind) -> Diagnostic? {
    let keys = tree.entries(id).map { word($0.key) }
    guard let first = keys.first, !keys.contains(where: { ["smtp", "webhook"].contains($0.text) }) else { return nil }
    let target = keys.allSatisfy { smtpKeys.contains($0.text) } ? "smtp" : "webhook"
    guard keys.allSatisfy({ (target == "smtp" ? smtpKeys : webhookKeys).contains($0.text) }) else { return nil }
    return Diagnostic(
      "U101", .error, "the channel \(kind.name.quoted) has no key \(first.text.quoted)", at: first.span,
      notes: ["expected `smtp` or `webhook`"],
      help:
        "write \(keys.count == 1 ? "it" : "them") below `\(target)`: `\(kind.name): { \(target): { \(first.text): … } }`"
    )
  }

  /// `465` speaks TLS from its first byte, and `587` does not (RFC 8314): a server waits for ever where that is wrong.
  mutating func refusePort(of server: MailServer, _ places: [MailServerKey: YAMLNodeID]) {
    guard let place = places[.port], case .text(let port)? = server.port else { return }
    // A variable may name any server.
    if case .text(let host) = server.host, HostName.isLocal(host) { return }
    let (isImplicit, tls) = (server.encryption == .implicit, places[.tls])
    if port == "465", !isImplicit, server.encryption != .none {
      invalid(
        place,
        "`port` speaks TLS from its first byte, and `tls` is `starttls`\(tls == nil ? " where nothing is said" : "")",
        help: "write `tls: implicit`, or take port 587", labels: tls.map { [Label(tree.span($0), "said here")] } ?? [])
    } else if port == "587", isImplicit, let tls {
      invalid(
        place, "`port` begins without TLS, and `tls` is `implicit`", help: "write `tls: starttls`, or take port 465",
        labels: [Label(tree.span(tls), "said here")])
    }
  }

  /// The server's name in a text with a scheme or a port; nil where there is none.
  func hostMeant(_ id: YAMLNodeID) -> String? {
    guard tree.kind(id) == .scalar else { return nil }
    var text = tree.text(id)[...]
    if let end = text.firstRange(of: "://") { text = text[end.upperBound...] }
    let name = text.split(separator: "@").last?.prefix { $0 != ":" && $0 != "/" } ?? ""
    return HostName.ascii(String(name)) == nil ? nil : String(name)
  }

  /// The variable that a text of another tool's form stands for: `${NAME}`, `$NAME`, `{{ NAME }}`; nil for others.
  func variableMeant(_ text: String) -> String? {
    let inner: Substring
    if text.hasPrefix("${"), text.hasSuffix("}") {
      inner = text.dropFirst(2).dropLast()
    } else if text.hasPrefix("{{"), text.hasSuffix("}}") {
      inner = text.dropFirst(2).dropLast(2)
    } else if text.hasPrefix("$") {
      inner = text.dropFirst()
    } else {
      return nil
    }
    let name = inner.split(separator: ":").first.map(String.init) ?? ""
    let trimmed = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let last = trimmed.split(separator: ".").last.map(String.init) ?? ""
    return FunctionSecret.isVariableName(last) ? last : nil
  }

  /// The mapping that a web hook's URL alone is meant as.
  func hookMeant(_ id: YAMLNodeID) -> Edit? {
    let url = word(id)
    guard url.text.hasPrefix("https://") || url.text.hasPrefix("env:"), tree.isPlain(id) else { return nil }
    return Edit(url.span, "{ url: \(url.text), secret: env:NAME }")
  }

  /// The count of `10 per 1s`, where a count is wanted.
  func rateMeant(_ id: YAMLNodeID) -> String? {
    guard tree.kind(id) == .scalar, let (count, seconds) = FlowCompiler.rate(tree.text(id)), seconds == 1, count > 0
    else { return nil }
    return String(count)
  }
}

extension YAMLTree {
  /// The problem of a service's name in place of `smtp` or `webhook`, or of `outbox: true`; nil for others.
  func service(_ key: Word, _ value: YAMLNodeID, _ kind: ChannelKind) -> Diagnostic? {
    let owner = "the channel \(kind.name.quoted) has no key \(key.text.quoted)"
    if key.text == "outbox" {
      return Diagnostic("U101", .error, owner, at: key.span, help: "write `\(kind.name): outbox`")
    }
    guard ChannelWords.services.contains(key.text.lowercased()) else { return nil }
    let smtp = kind == .email ? "; most of them take mail by `smtp` as well" : ""
    return Diagnostic(
      "U101", .error, owner, at: key.span, notes: ["expected `smtp` or `webhook`"],
      help: "write `webhook: { url: …, secret: … }`: \(servicesForm)\(smtp)")
  }

  /// The problem of `ssl: true` and the like, which `tls` says; nil for others.
  func encryption(_ key: Word, _ value: YAMLNodeID) -> Diagnostic? {
    guard ["ssl", "starttls", "start-tls", "secure", "use-tls", "use_tls"].contains(key.text.lowercased()),
      case .bool(let isOn) = scalar(value)
    else { return nil }
    let meant = !isOn ? "starttls" : ["ssl", "secure"].contains(key.text.lowercased()) ? "implicit" : "starttls"
    return Diagnostic(
      "U101", .error, "`smtp` has no key \(key.text.quoted)", at: key.span,
      help: "write `tls: \(meant)`: `starttls` on port 587, `implicit` on 465",
      edit: isOn ? Edit(key.span.extended(to: span(value).end), "tls: \(meant)") : nil)
  }
}

/// The problem of what a service knows its customers by, in a web hook; nil for others.
func credential(_ key: Word, _ value: YAMLNodeID) -> Diagnostic? {
  guard ChannelWords.credentials.contains(key.text.lowercased().replacing("_", with: "-")) else { return nil }
  return Diagnostic(
    "U101", .error, "`webhook` has no key \(key.text.quoted)", at: key.span,
    notes: ["expected one of \(webhookKeys.listed("or"))"],
    help: "its requests are signed with `secret: env:NAME`, and \(servicesForm)")
}
