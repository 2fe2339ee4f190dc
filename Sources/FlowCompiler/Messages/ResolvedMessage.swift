import FlowModel
import FlowSource

/// The words of one kind of message in one language, with numbers for names.
struct ResolvedMessage: Sendable {
  let name: MessageFile.Name
  /// The plain text.
  let file: MessageFile
  /// What is in the table.
  var template: MessageTemplate
  /// Each read of an attribute.
  var reads: [Read] = []
  /// Whether something was wrong with it: nothing is concluded from what it says.
  var isBroken: Bool

  /// A place that says what the run has of an attribute.
  struct Read: Sendable {
    var slot: Slot
    var span: SourceSpan
    /// Whether an `if` around it has asked for it, or it is what an `if` asks.
    var isGuarded: Bool
  }
}

extension ResolvedMessage {
  /// Whether a message that is sent may be written by it: one of its channel's own goes before.
  func isSaid(of sent: SentMessage, among messages: [ResolvedMessage]) -> Bool {
    guard name.kind == sent.kind else { return false }
    if let own = name.channel { return own == sent.channel }
    return !messages.contains { other in
      other.name.kind == sent.kind && other.name.locale == name.locale && other.name.channel == sent.channel
    }
  }

  /// What its words are made of.
  var slots: SlotSet { SlotSet(template.texts.lazy.flatMap(\.slots).map(Int.init)) }
}

extension ResolvedTenant {
  /// The templates by which a message of a kind may be written that goes over a channel, in whichever language.
  func messages(for sent: SentMessage) -> [ResolvedMessage] { messages.filter { $0.isSaid(of: sent, among: messages) } }

  /// What a call of an effect sends.
  func sentMessage(_ call: some CalledEffect) -> SentMessage? { SentMessage(call, scope) }

  /// What the words of the message that a call sends are made of: what they say, and what they ask about.
  func wordSlots(of call: some CalledEffect) -> SlotSet? {
    if messages.isEmpty { return nil }
    return sentMessage(call).flatMap { sent in sentMessages.first { $0.message == sent }?.slots }
  }

  /// The slots of the attributes that the words of the message are made of which a call sends.
  func attributesSaid(by call: some CalledEffect) -> [Slot] {
    guard let words = wordSlots(of: call) else { return [] }
    return scope.tenant.attributes.indices.map(scope.slot).filter { words.contains(Int($0)) }
  }
}

/// What flows send: a kind of message, and how it travels.
struct SentMessage: Hashable, Sendable {
  var kind: MessageKind
  var channel: ChannelKind

  /// What a call of an effect sends; nil: nothing.
  init?(_ call: some CalledEffect, _ scope: TenantScope) {
    guard let kind = call.messageKind, let address = call.address else { return nil }
    self.kind = kind
    // It follows from the address; what says another one is told (U113), and is one slip.
    let type = scope.attribute(of: address)?.definition.type
    channel = type == nil ? call.channel ?? ChannelKind(to: type) : ChannelKind(to: type)
  }

  /// All that flows send, each once, in their order.
  static func all(_ flows: [ResolvedFlow], _ scope: TenantScope) -> [SentMessage] {
    var found: [SentMessage] = []
    for flow in flows {
      for state in flow.states {
        guard case .effect(let call) = state.kind, let sent = SentMessage(call, scope), !found.contains(sent) else {
          continue
        }
        found.append(sent)
      }
    }
    return found
  }
}
