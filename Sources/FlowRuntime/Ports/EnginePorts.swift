public import FlowJSON
public import FlowModel

/// What the engine reaches the outside through. A host brings the key and what its flows use.
public struct EnginePorts: Sendable {
  /// The server's key.
  public var key: ServerKey
  /// Delivers messages.
  public var channel: any Channel
  /// Runs functions.
  public var functions: any FunctionRunner
  /// Knows common passwords.
  public var dictionary: any PasswordDictionary
  /// Knows the tenants' lists of leaked passwords.
  public var leaks: any LeakedPasswords = NoPorts()
  /// Tells the time.
  public var clock: any TimeSource
  /// Makes codes, tokens and ids.
  public var randomness: any Randomness
  /// Takes what the operator shall read.
  public var log: any OperatorLog
  /// How long what a run hands out is valid.
  public var lifetimes = TicketLifetimes()
  /// How long a channel may take for a message. One that takes longer is tried again later.
  public var deliveryTimeout = Duration.seconds(30)
  /// How long a message that is being delivered keeps one of the places of which an engine has 64; from then on it keeps nobody
  /// else's message waiting.
  public var placeTime = Duration.seconds(65)
  /// Whether messages leave. Where not they rest in storage, for whoever delivers there: as on a copy of a database, whose
  /// messages the original sends.
  public var delivers = true
  /// Counts for whoever watches over the engine, which belongs to one alone; nil: nothing is counted.
  public var measures: EngineMeasures?
  /// How many messages may wait before the log is told.
  public var backlogLimit = 1000
  /// Watches a replay, in which demands are recorded instead of made; nil everywhere else.
  var observer: EngineObserver?
  /// Is told which transitions steps take, where flows are tested; nil everywhere else.
  var path: StepPath?

  /// Ports with the system's clock and generator. What is not given is not there: no message can be delivered, every
  /// function refuses, no password is known to be common, and nothing is logged.
  public init(
    key: ServerKey, channel: any Channel = NoPorts(), functions: any FunctionRunner = NoPorts(),
    dictionary: any PasswordDictionary = NoPorts(), clock: any TimeSource = SystemClock(),
    randomness: any Randomness = SystemRandomness(), log: any OperatorLog = NoPorts()
  ) {
    self.key = key
    self.channel = channel
    self.functions = functions
    self.dictionary = dictionary
    self.clock = clock
    self.randomness = randomness
    self.log = log
  }
}

/// How long what a run hands out is valid, in seconds.
public struct TicketLifetimes: Hashable, Sendable {
  /// A grant that an end hands out.
  public var grant: Int64 = 600
  /// A session of the engine's own tokens.
  public var session: Int64 = 3600

  /// Ten minutes for a grant, an hour for a session.
  public init() {}
}

/// The ports of a host that has none.
public struct NoPorts: Channel, FunctionRunner, PasswordDictionary, LeakedPasswords, OperatorLog {
  /// No ports.
  public init() {}

  /// No message can be delivered.
  public func accepts(_ kind: ChannelKind, to: String) -> Bool { false }

  /// No message can be delivered.
  public func deliver(_ message: Message) async throws(DeliveryError) { throw .permanent("there is no channel") }

  /// Refuses.
  public func call(
    _ function: FunctionDefinition, request: JSON
  ) async -> (status: FunctionStatus, reason: String?) { (.fail, "this host runs no functions") }

  /// No password is known to be common.
  public func contains(_ password: String) -> Bool { false }

  /// There are no lists.
  public func contains(_ password: String, in file: String, of tenant: String) throws(LeakListError) -> Bool {
    throw LeakListError("this host reads no lists")
  }

  /// Drops the entry.
  public func write(_ entry: LogEntry) {}
}
