public import FlowModel
public import FlowRuntime
import Synchronization

/// A channel that keeps what it is given, and fails when a test says so.
public final class TestOutbox: Channel {
  private struct State {
    var delivered: [Message] = []
    var attempts: [Message] = []
    var refused: Set<String> = []
    var failures: [DeliveryError] = []
    var isProbed = false
    var roused: [Milliseconds] = []
    var trying: (@Sendable (Message) async -> Void)?
  }

  private let state = Mutex(State())

  /// An empty outbox to which every address is good.
  public init() {}

  /// The messages delivered so far, oldest first.
  public var messages: [Message] { state.withLock { $0.delivered } }

  /// Every message that delivery was tried for, as often as it was tried.
  public var attempts: [Message] { state.withLock { $0.attempts } }

  /// Makes an address one that nothing can be sent to.
  public func refuse(_ address: String) { state.withLock { _ = $0.refused.insert(address) } }

  /// Lets the next deliveries fail, each with one of these.
  public func fail(_ failures: DeliveryError...) { fail(failures) }

  /// Lets the next deliveries fail, each with one of these.
  public func fail(_ failures: [DeliveryError]) { state.withLock { $0.failures += failures } }

  /// Does something each time that a message is tried, before.
  public func whenTried(_ body: @escaping @Sendable (Message) async -> Void) { state.withLock { $0.trying = body } }

  /// Whether the address was not refused.
  public func accepts(_ kind: ChannelKind, to: String) -> Bool { state.withLock { !$0.refused.contains(to) } }

  /// Keeps a message, or fails as a test said.
  public func deliver(_ message: Message) async throws(DeliveryError) {
    await state.withLock { $0.trying }?(message)
    try state.withLock { state throws(DeliveryError) in
      state.attempts.append(message)
      if !state.failures.isEmpty { throw state.failures.removeFirst() }
      state.delivered.append(message)
    }
  }

  /// When somebody asked for tries, in the order in which those were told.
  public var roused: [Milliseconds] { state.withLock { $0.roused } }

  /// Notes that somebody asked for a try.
  public func rouse(_ kind: ChannelKind, of tenant: String, asked: Milliseconds) {
    state.withLock { $0.roused.append(asked) }
  }

  /// Whether it can be tried without a message.
  public var isProbed: Bool {
    get { state.withLock { $0.isProbed } }
    set { state.withLock { $0.isProbed = newValue } }
  }

  /// Fails as a test said, if it can be tried at all.
  public func probe(_ kind: ChannelKind) async throws(DeliveryError) -> Bool {
    try state.withLock { state throws(DeliveryError) in
      if state.isProbed, !state.failures.isEmpty { throw state.failures.removeFirst() }
      return state.isProbed
    }
  }

  /// The newest code that went to an address.
  public func code(to address: String) -> String? {
    messages.reversed().lazy.compactMap { message in
      if case .code(let code, _) = message.content, message.to == address { code } else { nil }
    }.first
  }

  /// The links and invitations that went to an address, newest first.
  public func links(to address: String) -> [Link] {
    messages.reversed().filter { $0.to == address }.compactMap { message in
      switch message.content {
      case .link(let token, let tokenId, let url, _), .invitation(let token, let tokenId, let url, _):
        Link(token: token, tokenId: tokenId, url: url)
      case .code, .notice: nil
      }
    }
  }

  /// The notices that went to an address, by their names, oldest first.
  public func notices(to address: String) -> [String] {
    messages.compactMap { message in
      if case .notice(let name, _) = message.content, message.to == address { name } else { nil }
    }
  }

  /// A link's parts.
  public struct Link: Hashable, Sendable {
    /// The secret part.
    public let token: String
    /// The part by which it is found.
    public let tokenId: String
    /// All of it.
    public let url: String
  }
}
