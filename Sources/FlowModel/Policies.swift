/// So many in so long a time: `10 per 1h`.
public struct Rate: Hashable, Sendable, BinaryCodable {
  /// How many.
  public var count: Int
  /// In how many seconds.
  public var seconds: Int

  /// Whether it counts anything: nothing is bounded by a window that is over at once.
  var isPossible: Bool { (1...Int(Int32.max)).contains(count) && (1...Int(Int32.max)).contains(seconds) }

  /// `count` in `seconds`.
  public init(_ count: Int, per seconds: Int) {
    self.count = count
    self.seconds = seconds
  }

  /// Appends both numbers.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(count, seconds)
  }
  /// Reads both numbers.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (count, seconds) = try reader.decode()
  }
}

/// What one-time codes look like, how long they live and how often they may be guessed and sent.
public struct CodePolicy: Hashable, Sendable, BinaryCodable {
  /// How many digits, of `digitRange`.
  public var digits = 8
  /// How long a code is valid, in seconds.
  public var lifetime = 600
  /// How often one code may be guessed.
  public var attempts = 5
  /// How long to wait before another code is sent, in seconds.
  public var resendAfter = 30
  /// How many codes one address is sent; guesses for it are bounded by `attempts` times this.
  public var perIdentifier = Rate(10, per: 3600)

  /// How many digits a code may have.
  public static let digitRange = 4...12
  /// How long a code may be valid, in seconds: up to a day.
  public static let lifetimeRange = 30...86_400
  /// How often one code may be guessed.
  public static let attemptsRange = 1...100
  /// How long another code may be waited for, in seconds.
  public static let resendAfterRange = 0...86_400

  /// The defaults.
  public init() {}

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(digits, lifetime, attempts, resendAfter, perIdentifier)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (digits, lifetime, attempts, resendAfter, perIdentifier) = try reader.decode()
  }
}

/// Where mailed links lead, how long they live and how often they are sent.
public struct LinkPolicy: Hashable, Sendable, BinaryCodable {
  /// The constant start of each link; the redeeming flow's name and the token follow. Empty: links cannot be sent.
  public var base = ""
  /// How long a link is valid, in seconds.
  public var lifetime = 1800
  /// How long an invitation is valid, in seconds.
  public var invitations = 604_800
  /// How many links one address is sent.
  public var perIdentifier = Rate(10, per: 3600)

  /// How long a link or an invitation may be valid, in seconds: from a minute to 30 days.
  public static let lifetimeRange = 60...2_592_000

  /// The defaults.
  public init() {}

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(base, lifetime, perIdentifier, invitations)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (base, lifetime, perIdentifier) = try reader.decode()
    if reader.format > 7 { invitations = try Int(from: &reader) }
  }
}

/// How long notices are worth sending, and how often they are sent.
public struct NoticePolicy: Hashable, Sendable, BinaryCodable {
  /// How long a notice that could not be delivered is tried, in seconds.
  public var lifetime = 86_400
  /// How many notices one address is sent.
  public var perIdentifier = Rate(10, per: 3600)

  /// How long a notice may be tried, in seconds: from a minute to 30 days.
  public static let lifetimeRange = 60...2_592_000

  /// The defaults.
  public init() {}

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) { writer.encode(lifetime, perIdentifier) }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { (lifetime, perIdentifier) = try reader.decode() }
}

/// A tenant's own code that a flow asks for success, pending or fail.
public struct FunctionDefinition: Hashable, Sendable, BinaryCodable {
  /// Where the function is.
  public enum Target: Hashable, Sendable {
    /// An HTTP POST to this URL.
    case http(String)
    /// A local command with its arguments, the request on its standard input; for development.
    case command([String])
  }

  /// The name in YAML.
  public var name: String
  /// Where it is.
  public var target: Target
  /// How long to wait for its answer, in milliseconds.
  public var timeout: Int
  /// Where the keys come from that its requests are signed with.
  public var secret: FunctionSecret?
  /// The tenant's own variables that a command gets besides `PATH`, `HOME` and `LANG`, by the names that it gets them under.
  public var environment: [String] = []
  /// How often it may be asked for one account or address, and by one run; nil: without end.
  public var attempts: Rate?

  /// How long a function may be waited for, in seconds.
  public static let timeoutRange = 1...60
  /// How long one is waited for that says nothing of it, in milliseconds.
  public static let defaultTimeout = 5000

  /// A function; `timeout` is in milliseconds.
  public init(
    name: String, target: Target, timeout: Int = defaultTimeout, secret: FunctionSecret? = nil,
    attempts: Rate? = nil
  ) {
    self.name = name
    self.target = target
    self.timeout = timeout
    self.secret = secret
    self.attempts = attempts
  }

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    name.encode(to: &writer)
    switch target {
    case .http(let url):
      writer.write(UInt8(0))
      url.encode(to: &writer)
    case .command(let words):
      writer.write(UInt8(1))
      words.encode(to: &writer)
    }
    writer.encode(timeout, secret?.stored, attempts, environment)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    name = try String(from: &reader)
    switch try reader.read(UInt8.self) {
    case 0: target = .http(try String(from: &reader))
    case 1: target = .command(try [String](from: &reader))
    default: throw reader.failure("an unknown kind of function")
    }
    let stored: String?
    (timeout, stored, attempts) = try reader.decode()
    secret = stored.map(FunctionSecret.init(stored:))
    if reader.format > 4 { environment = try [String](from: &reader) }
  }
}

/// An app that starts flows.
public struct Application: Hashable, Sendable {
  /// The client id.
  public var name: String
  /// The flows it may start, as indices into `FlowTable.flows`.
  public var flows: [Int32]
  /// The protocol it speaks over HTTP.
  public var spoken = SpokenProtocol.flowAPI
  /// Which flow plays which part of the protocol.
  public var parts: [ApplicationPart] = []
  /// How the tenant's own errors are spoken in the protocol.
  public var errors: [ErrorMapping] = []
  /// What of its own APIs it may ask tokens for.
  public var scopes: [APIScope] = []
  /// What its users get as custom data, where the protocol has such: indices into `FlowTable.attributes`.
  public var userData: [Int32] = []
  /// Where that is what its own server shows to ask about tokens; nil: it asks about none.
  public var secret: FunctionSecret?

  /// An app and the flows it may start.
  public init(name: String, flows: [Int32]) {
    self.name = name
    self.flows = flows
  }

  /// The flow that plays a part, as an index into `FlowTable.flows`.
  public func flow(playing part: String) -> Int32? { parts.first { $0.name == part }?.flow }

  /// Appends all properties.
  func encode(to writer: inout ByteWriter) {
    writer.encode(name, flows, spoken, parts, errors, scopes, userData, secret?.stored)
  }

  /// Reads all properties.
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    (name, flows, spoken, parts, errors) = try reader.decode()
    if reader.format > 3 { (scopes, userData) = try reader.decode() }
    if reader.format > 5 { secret = try String?(from: &reader).map(FunctionSecret.init(stored:)) }
  }
}

extension FlowTable {
  /// Whether an application lets accounts in whose addresses nobody has proven: one that offers a flow which creates such
  /// accounts.
  public func takesUnproven(_ application: Application) -> Bool {
    application.flows.contains { flow in
      flows[Int(flow)].calls.contains { $0.definition.createsAccount && $0.optsOutOfProof }
    }
  }
}
