public import FlowJSON
import FlowModel

/// An event as a client sends it.
public struct ClientEvent: Hashable, Sendable {
  /// The name, one of the reply's `events`.
  public var event: String
  /// The fields' values by name.
  public var input: JSONObject
  /// The continuation token; nil: the newest that the transport knows.
  public var token: String?
  /// The runs it may be meant for; nil: any, as for a trusted host. Never on the wire: a transport says who sent a request,
  /// and to what.
  public var scope: Scope?
  /// Whether the values of its fields may come in several such events: where some are missing or not valid, the run keeps
  /// the others, secrets aside, until the page is left. For protocols that ask their clients for the missing ones alone;
  /// never on the wire, as every other client sends what the page shall have, and what it leaves out it means to.
  public var comesInParts = false
  /// Whether the run is to rest before a code is sent, so that the client is asked first (`Reply.held`). A step that comes
  /// there with an error sends all the same: the client has the error to answer. Never on the wire, as `scope`.
  public var holdsCodes = false

  /// The name of the event that lets a held code go, and the only one that a held run takes.
  public static let release = "release"

  /// The runs of one application, or of no application at all, as a transport may touch them for a client.
  public struct Scope: Hashable, Sendable {
    /// The application that started the run; nil: a run that was started for none.
    public var application: String?
    /// The tenant's name; nil: any.
    public var tenant: String?
    /// The flow's name; nil: any.
    public var flow: String?

    /// The runs that an application started, of one flow of one tenant or of any.
    public init(application: String?, tenant: String? = nil, flow: String? = nil) {
      self.application = application
      self.tenant = tenant
      self.flow = flow
    }
  }

  /// An event with its fields.
  public init(_ event: String, input: JSONObject = [:], token: String? = nil) {
    self.event = event
    self.input = input
    self.token = token
  }

  /// Reads one event object of the wire contract.
  public static func parse(_ bytes: some Sequence<UInt8>) -> Swift.Result<ClientEvent, InvalidRequest> {
    let value: JSON
    do {
      value = try JSON.parse(bytes)
    } catch {
      return .failure(InvalidRequest("This is no JSON: \(error)."))
    }
    guard case .object(let object) = value else {
      return .failure(InvalidRequest("An event is an object, and this is \(value.kind)."))
    }
    for member in object.members where !["event", "input", "token"].contains(member.name) {
      return .failure(InvalidRequest("An event has no member \"\(member.name)\"; it has event, input and token."))
    }
    guard case .string(let event)? = object["event"] else {
      return .failure(InvalidRequest("An event needs its name as a string in \"event\"."))
    }
    var result = ClientEvent(event)
    switch object["input"] {
    case nil, .null: break
    case .object(let input): result.input = input
    case .some(let other): return .failure(InvalidRequest("\"input\" is an object, and this is \(other.kind)."))
    }
    switch object["token"] {
    case nil, .null: break
    case .string(let token): result.token = token
    case .some(let other): return .failure(InvalidRequest("\"token\" is a string, and this is \(other.kind)."))
    }
    return .success(result)
  }
}

/// Why what was sent is no event.
public struct InvalidRequest: Error, Hashable, Sendable {
  /// A sentence for people.
  public let message: String

  /// A reason.
  public init(_ message: String) { self.message = message }

  /// The error of the wire contract.
  public var view: Reply.ErrorView {
    Reply.ErrorView(EngineError.invalidRequest, precisely: message, in: RequestLanguages.words(of: nil))
  }
}
