import FlowModel
import FlowRuntime

typealias NativeAuthPart = NativeAuthProtocol.Part
typealias NativeAuthEvent = NativeAuthProtocol.Event

extension Reply {
  /// What the run rests at is in the flow of a part: this is all the API goes by.
  func kind(in part: NativeAuthPart) -> NativeAuthProtocol.PageKind {
    if held != nil { return .held }
    return page.map { NativeAuthProtocol.kind(of: $0, in: part) } ?? .unspeakable
  }

  /// Whether the page has an event of a name without fields.
  func has(_ event: NativeAuthEvent) -> Bool { page?.event(event.rawValue)?.fields.isEmpty ?? false }

  /// The methods of a second factor to choose from.
  var methods: [String] { page.map(NativeAuthProtocol.methods) ?? [] }

  /// The events that take an address to prove.
  var contacts: [EventView] { page.map(NativeAuthProtocol.contacts) ?? [] }
}

extension FieldView {
  /// The channel of an address.
  var channel: ChannelKind { ChannelKind(to: type) }
}
