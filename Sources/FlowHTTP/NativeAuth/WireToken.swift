import FlowRuntime

/// The continuation token of the wire: what the engine handed out, and what the client has been told and can do. So nothing
/// needs to be kept between requests.
///
/// All of it is sealed for the application that it is handed to: no other application can use it, nobody can turn one kind
/// into another, and no two texts are the same.
struct WireToken: Sendable {
  /// What stands in it.
  enum Stage: UInt8 {
    /// A run's token; where a code went was not told yet.
    case fresh = 0
    /// A run's token; the client knows where the code went, so that it means a resend when it asks once more.
    case told = 1
    /// The grant of a flow that is completed.
    case granted = 2
    /// The token of a reset that is completed, and its grant.
    case submitted = 3
  }

  /// What the client can do beyond the challenge types.
  struct Capabilities: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// It can choose among methods for a second factor.
    static let mfa = Capabilities(rawValue: 1)
    /// It can register such a method.
    static let registration = Capabilities(rawValue: 2)
  }

  /// Whom a token is for: an application of a tenant, by the server's key.
  struct Audience: Sendable {
    private let key: ServerKey
    private let context: [UInt8]

    init(_ key: ServerKey, tenant: String, application: String) {
      self.key = key
      context = Array("native-auth\0\(tenant)\0\(application)".utf8)
    }

    func seal(_ content: [UInt8]) -> String { Base64URL.encode(key.seal(content, context: context, .wire)) }

    func open(_ text: String) -> [UInt8]? { Base64URL.decode(text).flatMap { key.open($0, context: context, .wire) } }
  }

  private let audience: Audience
  private(set) var stage = Stage.fresh
  let capabilities: Capabilities
  /// The run's token; empty where there is none.
  private(set) var run = ""
  /// The grant; empty where there is none.
  private(set) var grant = ""

  private static let runTokenLength = 48

  /// The token of a run that is about to start.
  init(for audience: Audience, _ capabilities: Capabilities) {
    self.audience = audience
    self.capabilities = capabilities
  }

  /// Reads a token; nil for what was not sealed for this audience.
  init?(_ text: String, for audience: Audience) {
    guard text.utf8.count <= 512, let content = audience.open(text), let kind = content.first,
      let stage = Stage(rawValue: kind & 3)
    else { return nil }
    self.init(for: audience, Capabilities(rawValue: kind >> 2))
    self.stage = stage
    let length = stage == .granted ? 0 : Self.runTokenLength
    run = String(decoding: content.dropFirst().prefix(length), as: UTF8.self)
    grant = String(decoding: content.dropFirst(1 + length), as: UTF8.self)
  }

  /// The text of the wire, another one each time.
  var text: String { audience.seal([stage.rawValue | capabilities.rawValue << 2] + Array((run + grant).utf8)) }

  /// Whether a run's token stands in it that an event can be sent with.
  var isOfRun: Bool { stage == .fresh || stage == .told }

  /// The token of the same run after a step, or for the same step again.
  func next(run newRun: String?, told: Bool? = nil) -> WireToken {
    var token = self
    (token.run, token.grant) = (newRun ?? run, "")
    token.stage = told ?? (stage == .told) ? .told : .fresh
    return token
  }

  /// The token of a grant alone.
  func granting(_ grant: String) -> WireToken {
    var token = self
    (token.stage, token.run, token.grant) = (.granted, "", grant)
    return token
  }

  /// The token of a completed reset with its grant, if it has one.
  func submitted(_ run: String?, granting grant: String?) -> WireToken {
    var token = self
    (token.stage, token.run, token.grant) = (.submitted, run ?? self.run, grant ?? "")
    return token
  }
}
