public import FlowJSON
public import FlowModel

/// Tells the time.
public protocol TimeSource: Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  func now() -> Milliseconds
}

/// Makes unguessable bytes.
public protocol Randomness: Sendable {
  /// `count` bytes from a cryptographic generator.
  func bytes(_ count: Int) -> [UInt8]
}

/// A message to a person.
public struct Message: Hashable, Sendable {
  /// What it carries.
  public enum Content: Hashable, Sendable {
    /// A one-time code and how many seconds it is valid.
    case code(String, lifetime: Int)
    /// A link with the parts of its token, and how many seconds it is valid.
    case link(token: String, tokenId: String, url: String, lifetime: Int)
    /// A link to whoever reads at the address.
    case invitation(token: String, tokenId: String, url: String, lifetime: Int)
    /// A notice of a name, which carries nothing, and how many seconds it is worth delivering.
    case notice(String, lifetime: Int)
  }

  /// The idempotency key: the same message is never delivered twice by a channel that keeps it.
  public var id: RandomID
  /// When it was written.
  public var time: Milliseconds
  /// The tenant.
  public var tenant: String
  /// How it travels.
  public var channel: ChannelKind
  /// Where to.
  public var to: String
  /// The name of the flow it belongs to, or which redeems its link.
  public var flow: String
  /// What it carries.
  public var content: Content
  /// What people read.
  public var words: MessageWords

  /// A message; without words of its own it has the standard ones, in English.
  public init(
    id: RandomID, time: Milliseconds, tenant: String, channel: ChannelKind, to: String, flow: String, content: Content,
    words: MessageWords? = nil
  ) {
    self.id = id
    self.time = time
    self.tenant = tenant
    self.channel = channel
    self.to = to
    self.flow = flow
    self.content = content
    self.words = words ?? content.standardWords(of: tenant, in: .english)
  }
}

/// Delivers messages: at least once, with the message's id as idempotency key.
public protocol Channel: Sendable {
  /// Whether such messages can be delivered at all; where not, `code.send` answers `undeliverable`.
  func accepts(_ kind: ChannelKind, to: String) -> Bool
  /// Delivers one message. Others leave beside it. Where it takes longer than `EnginePorts.deliveryTimeout`, or the engine is
  /// closed, the task is cancelled, and the message is tried again later. It waits for no room: where the channel has none,
  /// it throws `postponed`; where it is left alone for a while, `resting`.
  func deliver(_ message: Message) async throws(DeliveryError)
  /// Ends a rest of a tenant's channel that began before `asked`, as whoever looks after the server asked then for a message to
  /// be tried: the next one is tried.
  func rouse(_ kind: ChannelKind, of tenant: String, asked: Milliseconds)
  /// Tries whether messages of a kind could be delivered now, and delivers none; throws as `deliver` would. False: that cannot be
  /// known. A decoy, which rests for an address that has no account, is tried so in place of a message: a channel that fails
  /// tells nobody which of the two it was asked for.
  func probe(_ kind: ChannelKind) async throws(DeliveryError) -> Bool
}

extension Channel {
  /// By default nothing is known without a message.
  public func probe(_ kind: ChannelKind) async throws(DeliveryError) -> Bool { false }
  /// By default no channel rests.
  public func rouse(_ kind: ChannelKind, of tenant: String, asked: Milliseconds) {}
}

/// What a function answered.
public enum FunctionStatus: Hashable, Sendable {
  /// It agrees: the outcome `success`.
  case success
  /// It goes on by itself: `pending`.
  case pending
  /// It refuses: `fail`.
  case fail
}

/// Runs the tenants' functions.
public protocol FunctionRunner: Sendable {
  /// Calls a function with a JSON object and reads its answer. Whatever goes wrong is `fail`; the reason is for the log,
  /// which names the function before it. The step waits for it as long as `function.timeout` says, in milliseconds; then it
  /// is `fail`, and the task is cancelled. It is never cancelled before: whoever asked may go away, and the step goes on.
  ///
  /// `request["id"]` is the idempotency key: the same work is asked with the same key, also after a crash or a commit that
  /// failed, and other work with another one.
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?)

  /// Asks a function for the published passwords whose SHA-1 begins with `request["prefix"]`, five digits: lines of the other
  /// 35 digits, each with a colon and a number behind it perhaps. Nil where it does not say, with the reason for the log.
  func leaked(_ function: FunctionDefinition, request: JSON) async -> (range: String?, reason: String?)
}

extension FunctionRunner {
  /// Knows of none.
  public func leaked(_ function: FunctionDefinition, request: JSON) async -> (range: String?, reason: String?) {
    (nil, "this host asks no function for leaked passwords")
  }
}

/// Knows which passwords are too common.
public protocol PasswordDictionary: Sendable {
  /// Whether a password is in the dictionary, or is a simple variation of a word in it. May take some milliseconds.
  func contains(_ password: String) -> Bool
}
