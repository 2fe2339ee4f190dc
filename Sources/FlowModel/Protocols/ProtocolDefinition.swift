/// What a protocol over HTTP asks of the flows behind it: the one place that the compiler's rules and the protocol's own
/// adapter both read.
public struct ProtocolDefinition: Sendable {
  /// The name in YAML.
  public let name: String
  /// The parts that flows play in it; none where any flow is spoken as it is.
  public let parts: [ProtocolPart]
  /// The part without which the others lead nowhere: it is what issues tokens.
  public let neededPart: String?
  /// The errors of flows that have a form of their own on its wire: all others must be mapped to one of these. Empty
  /// where every error is spoken as it is.
  public let errors: [String]
  /// The events that it knows by name.
  public let events: [ProtocolEvent]
  /// Whether it has a form for an end that sends people to a browser.
  public let hasRedirects: Bool
  /// Whether its clients name an application and no tenant, so that one name is one tenant's.
  public let namesNoTenant: Bool
  /// Whether its access tokens say for whom they are: one for an API of the application's own is that API's alone.
  public let namesAudience: Bool
  /// What its applications can declare besides their flows.
  public let settings: Set<ApplicationSetting>
  private let judge: @Sendable (PageView, PagePlace, (Int) -> CodeSends?) -> [Unspeakable]

  /// A protocol; without parts and errors it speaks any flow as it is.
  public init(
    name: String, parts: [ProtocolPart] = [], neededPart: String? = nil, errors: [String] = [],
    events: [ProtocolEvent] = [], hasRedirects: Bool = true, namesNoTenant: Bool = false, namesAudience: Bool = false,
    settings: Set<ApplicationSetting> = [],
    unspeakable: @escaping @Sendable (PageView, PagePlace, (Int) -> CodeSends?) -> [Unspeakable] = { _, _, _ in [] }
  ) {
    self.name = name
    self.parts = parts
    self.neededPart = neededPart
    self.errors = errors
    self.events = events
    self.hasRedirects = hasRedirects
    self.namesNoTenant = namesNoTenant
    self.namesAudience = namesAudience
    self.settings = settings
    judge = unspeakable
  }

  /// The part of a name.
  public func part(_ name: String) -> ProtocolPart? { parts.first { $0.name == name } }

  /// What of a page has no form in the flow of a part. `sends` tells what codes the page's event of an index leads to; it is
  /// asked only for events that have no form, to find a name for them.
  public func unspeakable(
    in page: PageView, at place: PagePlace, sends: (Int) -> CodeSends? = { _ in nil }
  ) -> [Unspeakable] {
    judge(page, place, sends)
  }
}

/// A part of a protocol that a flow plays, and what makes a flow fit for it.
public struct ProtocolPart: Hashable, Sendable {
  /// The name in YAML.
  public let name: String
  /// The effects without which a flow is not what the part says.
  public let effects: [Effect]
  /// Whether one of its ends must grant a sign-in.
  public let grantsSignIn: Bool
  /// The call that is answered without a flow where an application has none for the part: by a look at the account, if another
  /// of its flows reveals accounts.
  public let lookUp: String?

  /// A part.
  public init(_ name: String, effects: [Effect], grantsSignIn: Bool = false, lookUp: String? = nil) {
    self.name = name
    self.effects = effects
    self.grantsSignIn = grantsSignIn
    self.lookUp = lookUp
  }
}

/// An event that a protocol knows by its name.
public struct ProtocolEvent: Hashable, Sendable {
  /// The name.
  public let name: String
  /// What it does, as the end of a sentence that begins with its name.
  public let meaning: String

  /// An event and what it does.
  public init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }
}

/// What an application can declare in some protocols alone.
public enum ApplicationSetting: Hashable, Sendable {
  /// The scopes of its own APIs.
  case scopes
  /// Which attributes its users get as custom data.
  case userData
}

/// Where a page stands in the flow of a part.
public struct PagePlace: Hashable, Sendable {
  /// The part's name.
  public let part: String
  /// Whether the flow starts at it.
  public let isFirst: Bool
  /// The tenant's attributes.
  public let attributes: [AttributeDefinition]

  /// A place.
  public init(part: String, isFirst: Bool, attributes: [AttributeDefinition] = []) {
    self.part = part
    self.isFirst = isFirst
    self.attributes = attributes
  }
}

/// The codes that an event sends before anybody is asked again.
public struct CodeSends: Hashable, Sendable {
  /// How they go out.
  public var channels: Set<ChannelKind>
  /// Whether the page comes again behind them.
  public var returns: Bool

  /// Codes by their channels.
  public init(channels: Set<ChannelKind> = [], returns: Bool = false) {
    self.channels = channels
    self.returns = returns
  }
}

/// What of a page has no form in a protocol.
public enum Unspeakable: Hashable, Sendable {
  /// All of it.
  case page
  /// An event, by its index, with the name by which the protocol knows an event that does what this one does.
  case event(Int, likely: String?)
  /// A field, by its index in the event of an index.
  case field(event: Int, field: Int)
}

extension EventView {
  /// The fields of this event, the page's `index`th, that have no form.
  func fields(_ index: Int, where hasNone: (FieldView) -> Bool) -> [Unspeakable] {
    fields.enumerated().filter { hasNone($0.element) }.map { .field(event: index, field: $0.offset) }
  }
}
