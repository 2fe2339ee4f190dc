/// A setting of a channel: a text, or a variable of the server's environment where it differs from one to the next.
public enum ChannelText: Hashable, Sendable, BinaryCodable {
  /// As it stands in YAML.
  case text(String)
  /// A variable of the server's environment, without the beginning that makes it the tenant's.
  case variable(String)

  /// Appends which it is, and the text or the name.
  public func encode(to writer: inout ByteWriter) {
    switch self {
    case .text(let text): writer.encode(false, text)
    case .variable(let name): writer.encode(true, name)
    }
  }
  /// Reads which it is, and the text or the name.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let (isVariable, text): (Bool, String) = try reader.decode()
    self = isVariable ? .variable(text) : .text(text)
  }
}

/// How a connection to a mail server is kept from others.
public enum MailEncryption: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  /// It begins in clear and goes on in TLS, or ends (RFC 3207).
  case startTLS = 0
  /// TLS from the first byte (RFC 8314, section 3.3).
  case implicit = 1
  /// Not at all: for a mail server on this machine alone.
  case none = 2

  /// The name in YAML.
  public var name: String {
    switch self {
    case .startTLS: "starttls"
    case .implicit: "implicit"
    case .none: "none"
    }
  }

  /// The port where nothing is said (RFC 6409, RFC 8314, RFC 5321).
  public var port: Int {
    switch self {
    case .startTLS: 587
    case .implicit: 465
    case .none: 25
    }
  }
}

/// A mail server that takes a tenant's mail.
public struct MailServer: Hashable, Sendable, BinaryCodable {
  /// Its name or address.
  public var host = ChannelText.text("")
  /// Its port; nil: the usual one.
  public var port: ChannelText?
  /// How the connection is encrypted.
  public var encryption = MailEncryption.startTLS
  /// Where the certificates of the authorities are that may vouch for it; nil: those of the system.
  public var authorities: FunctionSecret?
  /// By what name it knows us; nil: it asks for none.
  public var user: ChannelText?
  /// Where the password is.
  public var password: FunctionSecret?
  /// Whom people read as the sender: `Contoso <no-reply@contoso.example>`.
  public var from = ChannelText.text("")
  /// Where answers go; nil: to the sender.
  public var replyTo: ChannelText?
  /// Where mail servers tell of what cannot be delivered; nil: to the sender.
  public var envelopeFrom: ChannelText?

  /// A mail server of which nothing is known.
  public init() {}

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(host, port, encryption, authorities?.stored, user, password?.stored, from, replyTo, envelopeFrom)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let (authorities, password): (String?, String?)
    (host, port, encryption, authorities, user, password, from, replyTo, envelopeFrom) = try reader.decode()
    self.authorities = authorities.map(FunctionSecret.init(stored:))
    self.password = password.map(FunctionSecret.init(stored:))
  }

  /// All settings that are a text or a variable, by their keys.
  public var texts: [(key: String, value: ChannelText)] {
    [
      ("host", host), ("port", port), ("user", user), ("from", from), ("reply-to", replyTo),
      ("envelope-from", envelopeFrom),
    ].compactMap { key, value in value.map { (key, $0) } }
  }
}

/// A program of the tenant's that takes messages over HTTP and sends them on.
public struct MessageHook: Hashable, Sendable, BinaryCodable {
  /// Where it is.
  public var url = ChannelText.text("")
  /// How long to wait for its answer, in milliseconds.
  public var timeout = FunctionDefinition.defaultTimeout
  /// Where the keys come from that its requests are signed with.
  public var secret: FunctionSecret?

  /// A hook of which nothing is known.
  public init() {}

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) { writer.encode(url, timeout, secret?.stored) }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let secret: String?
    (url, timeout, secret) = try reader.decode()
    self.secret = secret.map(FunctionSecret.init(stored:))
  }
}

/// How a tenant's messages of one kind leave. A kind that has none is left to the outbox of whoever develops.
public struct ChannelDefinition: Hashable, Sendable, BinaryCodable {
  /// What takes the messages.
  public enum Target: Hashable, Sendable {
    /// A mail server.
    case smtp(MailServer)
    /// A program of the tenant's.
    case webhook(MessageHook)
  }

  /// The kind of its messages.
  public var kind: ChannelKind
  /// What takes them.
  public var target: Target
  /// How many may be under way at once.
  public var connections = 4
  /// How many may begin in a second; nil: as many as leave.
  public var perSecond: Int?

  /// How many may be under way at once.
  public static let connectionRange = 1...32
  /// How many may begin in a second.
  public static let rateRange = 1...10_000

  /// A channel.
  public init(kind: ChannelKind, target: Target) {
    self.kind = kind
    self.target = target
  }

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(kind, connections, perSecond)
    switch target {
    case .smtp(let server): writer.encode(Code.smtp, server)
    case .webhook(let hook): writer.encode(Code.webhook, hook)
    }
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (kind, connections, perSecond) = try reader.decode()
    switch try Code(from: &reader) {
    case .smtp: target = .smtp(try MailServer(from: &reader))
    case .webhook: target = .webhook(try MessageHook(from: &reader))
    }
  }

  private enum Code: UInt8, BinaryCodable {
    case smtp = 0
    case webhook = 1
  }

  /// The names of what is read from the server's environment.
  public var variables: [String] {
    let (texts, secrets): ([ChannelText], [FunctionSecret?]) =
      switch target {
      case .smtp(let server): (server.texts.map(\.value), [server.password, server.authorities])
      case .webhook(let hook): ([hook.url], [hook.secret])
      }
    return texts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
      + secrets.compactMap { if case .variable(let name)? = $0 { name } else { nil } }
  }

  /// Whether something of it is read from the server's environment.
  public var readsVariables: Bool { !variables.isEmpty }
}

extension FlowTable {
  /// How messages of a kind leave; nil: into the outbox of whoever develops.
  public func channel(_ kind: ChannelKind) -> ChannelDefinition? { channels.first { $0.kind == kind } }

  /// The kinds of messages that the flows send.
  public var sentKinds: Set<ChannelKind> {
    flows.reduce(into: []) { kinds, flow in
      for call in flow.calls {
        guard let slot = call.address else { continue }
        kinds.insert(call.channel ?? ChannelKind(to: definition(of: slot, in: flow)?.type))
      }
    }
  }
}
