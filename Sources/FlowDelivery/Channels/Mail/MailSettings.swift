import FlowModel
import FlowRuntime

/// A tenant's mail server, with what stands in variables and files of the tenant's own. It is read for each mail: so a new
/// password is taken as soon as it is there.
struct MailSettings {
  let host: String
  let port: Int
  let encryption: MailEncryption
  /// The certificates that may vouch for it, PEM; nil: those of the system.
  let authorities: [UInt8]?
  let login: (user: String, password: String)?
  let from: Mailbox
  let replyTo: Mailbox?
  let envelopeFrom: EmailAddress

  init(_ server: MailServer, _ secrets: TenantSecrets) throws(SecretProblem) {
    func read(_ text: ChannelText, _ key: String) throws(SecretProblem) -> String { try secrets.text(text, "`\(key)`") }
    func mailbox(_ text: ChannelText, _ key: String) throws(SecretProblem) -> Mailbox {
      guard let mailbox = Mailbox(try read(text, key)), mailbox.address.asciiDomain != nil else {
        throw SecretProblem("its `\(key)`\(secrets.origin(of: text)) is no mail address")
      }
      return mailbox
    }
    guard let host = HostName.ascii(try read(server.host, "host")) else {
      throw SecretProblem("its `host`\(secrets.origin(of: server.host)) is no name of a server")
    }
    self.host = host
    if let port = server.port {
      guard let number = UInt16(try read(port, "port")), number > 0 else {
        throw SecretProblem("its `port`\(secrets.origin(of: port)) is no port")
      }
      self.port = Int(number)
    } else {
      port = server.encryption.port
    }
    encryption = server.encryption
    guard encryption != .none || HostName.isLocal(host) else {
      throw SecretProblem("`tls: none` is for a mail server on this machine, and \(host) is none")
    }
    authorities = try server.authorities.map { secret throws(SecretProblem) in
      let (place, bytes) = try secrets.content(secret, "the certificate of `ca`", limit: 1 << 20, isPublic: true)
      guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
        throw SecretProblem("\(place) with the certificate of `ca` has none in PEM")
      }
      return bytes
    }
    if let user = server.user, let password = server.password {
      let (user, word) = (try read(user, "user"), try secrets.keys(password, "its password").newest)
      guard let password = String(validating: word, as: UTF8.self),
        (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else {
        throw SecretProblem(
          "its `user`\(secrets.origin(of: server.user ?? .text(""))) or its password has what none can have")
      }
      login = (user, password)
    } else {
      login = nil
    }
    from = try mailbox(server.from, "from")
    replyTo = try server.replyTo.map { text throws(SecretProblem) in try mailbox(text, "reply-to") }
    envelopeFrom =
      try server.envelopeFrom.map { text throws(SecretProblem) in try mailbox(text, "envelope-from").address }
      ?? from.address
  }

  /// The server as what is judged by `--allow-hosts`: like a web hook at its name and port.
  var place: HookURL? { HookURL("\(encryption == .none ? "http" : "https")://\(host):\(port)") }

  /// The URL for libcurl. Its path is the name by which we say hello (RFC 5321, section 4.1.1.1).
  var url: String {
    "\(encryption == .implicit ? "smtps" : "smtp")://\(host):\(port)/\(envelopeFrom.asciiDomain ?? "localhost")"
  }
}
