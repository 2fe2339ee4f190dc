import FlowModel
import FlowSource
import FlowYAML

extension SyntaxReader {
  /// `smtp`: the server that takes mail.
  mutating func smtp(_ id: YAMLNodeID) -> ChannelDefinition? {
    var server = MailServer()
    var limits = ChannelDefinition(kind: .email, target: .smtp(server))
    var places: [MailServerKey: YAMLNodeID] = [:]
    let tree = tree
    let isMapping = eachEntry(
      of: id, "`smtp`", MailServerKey.self, calling: ChannelWords.smtp, elsewhere: { tree.encryption($0, $1) }
    ) { reader, key, _, value in
      places[key] = value
      switch key {
      case .host:
        server.host =
          reader.setting(
            value, "host",
            reader.tree.text(value).contains("://") ? "is a URL, and no name of a server" : "is no name of a server",
            help: reader.hostMeant(value).map { "write the name alone: `host: \($0)`" }
          ) { HostName.ascii($0) != nil }
          ?? server.host
      case .port:
        server.port = reader.setting(
          value, "port", "is no port, 1 to 65535",
          help: "mail servers take 587, or 465 with `tls: implicit`; without `port` it is one of these"
        ) { wholeNumber($0).map { 1...65535 ~= $0 } == true }
      case .tls:
        let kinds = MailEncryption.allCases
        if let index = reader.choice(
          value, "`tls`", of: kinds.map(\.name),
          calling: ChannelWords.encryption)
        {
          server.encryption = kinds[index]
        }
      case .authorities: server.authorities = reader.secret(value, "ca", of: "the certificate")
      case .user: server.user = reader.setting(value, "user", "has what no name has") { isOneLine($0) }
      case .password: server.password = reader.secret(value, "password", of: "the password")
      case .from:
        server.from = reader.setting(value, "from", "is no mail address", help: mailboxForm, isMailbox) ?? server.from
      case .replyTo:
        server.replyTo = reader.setting(value, "reply-to", "is no mail address", help: mailboxForm, isMailbox)
      case .envelopeFrom:
        server.envelopeFrom = reader.setting(value, "envelope-from", "is no mail address without a name") {
          EmailAddress($0)?.asciiDomain != nil
        }
      case .connections: reader.connections(value, &limits)
      case .perSecond: reader.perSecond(value, &limits)
      }
    }
    guard isMapping else { return nil }
    let examples = [(MailServerKey.host, "smtp.example.com"), (.from, "Contoso <no-reply@contoso.example>")]
    for (key, example) in examples where places[key] == nil {
      let key = key.rawValue
      missing(key, "`smtp`", of: id, at: shortSpan(id), help: "write `\(key): \(example)`, or `\(key): env:NAME`")
    }
    for (key, other) in [(MailServerKey.user, MailServerKey.password), (.password, .user)] {
      guard let place = places[key], places[other] == nil else { continue }
      missing(other.rawValue, "`smtp`", of: id, at: tree.span(place), help: "`user` and `password` go together")
    }
    if server.encryption == .none, case .text(let host) = server.host, !host.isEmpty, !HostName.isLocal(host),
      let place = places[.tls]
    {
      invalid(
        place, "`tls` cannot be left out beyond this machine",
        help: "codes and the password would go in clear: write `starttls` or `implicit`")
    }
    if !hasUnknownKey(id) { refusePort(of: server, places) }
    limits.target = .smtp(server)
    return limits
  }
}

let smtpKeys = Shapes.smtp.keys
private let mailboxForm =
  "write an address, `no-reply@contoso.example`, or a name with it: `Contoso <no-reply@contoso.example>`"

private func isMailbox(_ text: String) -> Bool { Mailbox(text)?.address.asciiDomain != nil }

private func isOneLine(_ text: String) -> Bool {
  text.utf8.count <= 256 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
}
