import FlowModel
import FlowSource
import FlowYAML

extension SyntaxReader {
  /// `smtp`: the server that takes mail.
  mutating func smtp(_ id: YAMLNodeID) -> ChannelDefinition? {
    var server = MailServer()
    var limits = ChannelDefinition(kind: .email, target: .smtp(server))
    var places: [String: YAMLNodeID] = [:]
    let keys = smtpKeys
    let tree = tree
    let isMapping = eachEntry(
      of: id, "`smtp`", keys: keys, calling: ChannelWords.smtp, elsewhere: { tree.encryption($0, $1) }
    ) { reader, key, _, value in
      places[keys[key]] = value
      switch key {
      case 0:
        server.host =
          reader.setting(
            value, "host",
            reader.tree.text(value).contains("://") ? "is a URL, and no name of a server" : "is no name of a server",
            help: reader.hostMeant(value).map { "write the name alone: `host: \($0)`" }
          ) { HostName.ascii($0) != nil }
          ?? server.host
      case 1:
        server.port = reader.setting(
          value, "port", "is no port, 1 to 65535",
          help: "mail servers take 587, or 465 with `tls: implicit`; without `port` it is one of these"
        ) { wholeNumber($0).map { 1...65535 ~= $0 } == true }
      case 2:
        let kinds = MailEncryption.allCases
        if let index = reader.choice(
          value, "`tls`", of: kinds.map(\.name),
          calling: ChannelWords.encryption)
        {
          server.encryption = kinds[index]
        }
      case 3: server.authorities = reader.secret(value, "ca", of: "the certificate")
      case 4: server.user = reader.setting(value, "user", "has what no name has") { isOneLine($0) }
      case 5: server.password = reader.secret(value, "password", of: "the password")
      case 6:
        server.from = reader.setting(value, "from", "is no mail address", help: mailboxForm, isMailbox) ?? server.from
      case 7: server.replyTo = reader.setting(value, "reply-to", "is no mail address", help: mailboxForm, isMailbox)
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
