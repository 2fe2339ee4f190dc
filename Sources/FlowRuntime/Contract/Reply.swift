public import FlowJSON
public import FlowModel

/// All that a client needs after a step: the same over every transport, each of which renders it in its own form. The
/// JSON of the wire contract is one of them (`ReplyJSON.swift`).
public struct Reply: Hashable, Sendable {
  /// The run's id; nil where no run belongs to what was sent.
  public var run: String?
  /// The name of the run's tenant. Never on the wire: a transport counts by it what it is asked.
  public var tenant: String?
  /// The name of the flow.
  public var flow: String?
  /// The language in which the reply speaks with people; nil where no run belongs to what was sent.
  public var locale: LanguageTag?
  /// The name of the state the run rests in; nil while a code is held: which state sends it is no matter of clients.
  public var state: String?
  /// The page with what the run has for its fields, unless the run is over.
  public var page: PageView?
  /// Where events send codes to, as far as that is known before they are sent.
  public var targets: [Target] = []
  /// Where the last code went.
  public var sent: Sent?
  /// Where a code will go, if the run rests before it is sent (`ClientEvent.holdsCodes`).
  public var held: Held?
  /// What went wrong; the run can go on from the state beside it.
  public var error: ErrorView?
  /// How the run is over, if it is.
  public var end: EndView?
  /// When the run has outlived its time, in milliseconds since 1970; nil once it is over.
  public var expiresAt: Milliseconds?
  /// When the page is over and its time-out is followed, or a held code can be sent no more, in milliseconds since 1970;
  /// nil where nothing ends before the run does.
  public var deadline: Milliseconds?
  /// The continuation token to send with the next event.
  public var token: String?

  /// A reply of nothing but an error.
  public init(error: ErrorView? = nil) {
    self.error = error
    // Of a run that never began that is the language of its error.
    locale = error?.locale
  }

  /// The names of the events that may be sent.
  public var events: [String] { page?.events.map(\.name) ?? (held == nil ? [] : [ClientEvent.release]) }

  /// Whether the run waits for an event: at a page, or before a code that is held.
  public var isAtRest: Bool { page != nil || held != nil }

  /// Where an event sends a code to.
  public struct Target: Hashable, Sendable {
    /// The event.
    public var event: String
    /// The address, masked.
    public var to: String
    /// How.
    public var channel: ChannelKind

    /// An event and where it sends a code.
    public init(event: String, to: String, channel: ChannelKind) {
      self.event = event
      self.to = to
      self.channel = channel
    }
  }

  /// Where a code or link went.
  public struct Sent: Hashable, Sendable {
    /// The address, masked.
    public var to: String
    /// How.
    public var channel: ChannelKind
    /// How many digits the code has; nil for a link.
    public var length: Int?
    /// In how many seconds another one may be sent.
    public var resendAfter: Int

    /// Something that was sent.
    public init(to: String, channel: ChannelKind, length: Int?, resendAfter: Int) {
      self.to = to
      self.channel = channel
      self.length = length
      self.resendAfter = resendAfter
    }
  }

  /// A code that waits for the event `ClientEvent.release`.
  public struct Held: Hashable, Sendable {
    /// The address, masked; nil where the run has none, so that the code cannot be delivered.
    public var to: String?
    /// How it will go there.
    public var channel: ChannelKind

    /// A code that will go to an address.
    public init(to: String?, channel: ChannelKind) {
      self.to = to
      self.channel = channel
    }
  }

  /// An error beside a state.
  public struct ErrorView: Hashable, Sendable {
    /// The stable code.
    public var code: String
    /// What people read.
    public var message: String
    /// The fields it is about, each with a reason where there is one.
    public var fields: [FieldError] = []
    /// In how many seconds what was used up (attempts, messages) may be tried again, where that is known.
    public var retryAfter: Int?
    /// The language of `message`, as far as it is known.
    public var locale: LanguageTag?

    /// An error about fields, or about none.
    public init(_ error: ErrorDefinition, fields: [FieldError] = []) {
      code = error.code
      message = error.message
      self.fields = fields
    }

    /// The same in a language.
    public init(_ error: ErrorDefinition, fields: [FieldError] = [], in words: StandardWords) {
      self.init(error, fields: fields)
      message = words.text(error)
      locale = words.language
    }

    /// The same with a more precise message, which is in English: said where the words would be English ones as well.
    public init(_ error: ErrorDefinition, precisely english: String, in words: StandardWords) {
      self.init(error, in: words)
      message = words.text(error, precisely: english)
    }

    /// The same with a more precise message.
    public init(_ error: ErrorDefinition, message: String) {
      code = error.code
      self.message = message
    }
  }

  /// A field that an error is about.
  public struct FieldError: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// What people know it by, in the language of the run; nil: its name.
    public var label: String?
    /// Why, for people.
    public var reason: String?
    /// Why, for transports that have words of their own.
    public var complaint: FieldComplaint?

    /// A field and why.
    public init(name: String, reason: String? = nil) {
      self.name = name
      self.reason = reason
    }

    /// A field and what is wrong with its value, in the words of the field's `hint` where it has one.
    public init(name: String, complaint: FieldComplaint, hint: String = "", in words: StandardWords = .english) {
      self.init(name: name, label: nil, complaint: complaint, reason: complaint.text(hint: hint, in: words))
    }

    /// A field as people know it, what is wrong with its value, and why, for them.
    init(name: String, label: String?, complaint: FieldComplaint? = nil, reason: String? = nil) {
      (self.name, self.label) = (name, label)
      self.complaint = complaint
      self.reason = reason
    }
  }

  /// How a run is over.
  public struct EndView: Hashable, Sendable {
    /// `completed`, `failed`, or the flow's own name.
    public var name: String
    /// What it grants: `sign-in` with a grant token.
    public var grants: JSONObject?
    /// What the client gets.
    public var result: JSONObject?
    /// What people read who must go on in a browser; nil: nobody must.
    public var redirect: String?
    /// What people read in place of the names of results, for transports that show them.
    public var labels: [String: String] = [:]

    /// An end of a name.
    public init(name: String, grants: JSONObject? = nil, result: JSONObject? = nil, redirect: String? = nil) {
      self.name = name
      self.grants = grants
      self.result = result
      self.redirect = redirect
    }
  }
}
