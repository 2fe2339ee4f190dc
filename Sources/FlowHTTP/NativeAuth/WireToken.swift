import FlowRuntime

/// The continuation token of the wire: one letter for what the client has been told, and behind it what the engine handed
/// out. So nothing needs to be kept between requests.
///
/// The letter is not authenticated: whoever changes it gains what the protocol would have told next, and nothing more.
struct WireToken: Hashable, Sendable {
  /// What stands behind the letter.
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

  var stage: Stage
  var capabilities: Capabilities
  /// Changes from answer to answer where the run stays, so that each answer's token is a fresh one.
  private var isTurned = false
  /// The run's token; empty where there is none.
  var run: String
  /// The grant; empty where there is none.
  var grant: String

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef".utf8)
  private static let runTokenLength = 48

  /// The token of a run.
  init(run: String, _ capabilities: Capabilities, told: Bool = false) {
    stage = told ? .told : .fresh
    self.capabilities = capabilities
    self.run = run
    grant = ""
  }

  /// A grant, alone or behind the run that handed it out.
  init(grant: String, of run: String = "", _ capabilities: Capabilities) {
    stage = run.isEmpty ? .granted : .submitted
    self.capabilities = capabilities
    self.run = run
    self.grant = grant
  }

  /// Reads a token; nil for what has not the form of one.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count > 1, bytes.count <= 512, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let letter = bytes.first.flatMap(Self.letters.firstIndex(of:)), let stage = Stage(rawValue: UInt8(letter & 3))
    else { return nil }
    self.stage = stage
    capabilities = Capabilities(rawValue: UInt8(letter >> 2 & 3))
    isTurned = letter & 16 != 0
    let rest = String(text.dropFirst())
    switch stage {
    case .fresh, .told: (run, grant) = (rest, "")
    case .granted: (run, grant) = ("", rest)
    case .submitted:
      (run, grant) = (String(rest.prefix(Self.runTokenLength)), String(rest.dropFirst(Self.runTokenLength)))
    }
  }

  /// The text of the wire.
  var text: String {
    let index = Int(stage.rawValue) | Int(capabilities.rawValue) << 2 | (isTurned ? 16 : 0)
    return String(UnicodeScalar(Self.letters[index])) + run + grant
  }

  /// Whether a run's token stands behind it that an event can be sent with.
  var isOfRun: Bool { stage == .fresh || stage == .told }

  /// The token of the same run after a step, or another text for the same step.
  func next(run newRun: String?, told: Bool? = nil) -> WireToken {
    var token = self
    token.run = newRun ?? run
    if let told { token.stage = told ? .told : .fresh }
    if token.run == run, token.stage == stage { token.isTurned.toggle() }
    return token
  }
}
