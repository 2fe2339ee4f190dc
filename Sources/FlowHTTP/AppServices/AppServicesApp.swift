public import FlowModel
import FlowRuntime
public import FlowTokens

/// An app that speaks the protocol: its Client App ID and the flows that answer it.
public struct AppServicesApp: Sendable {
  /// How a new account is confirmed; clients are told which of their calls fit.
  public enum Confirmation: Hashable, Sendable {
    /// Registering confirms at once.
    case automatic
    /// A mailed link confirms.
    case mail
    /// A function of the tenant's own confirms.
    case function
  }

  /// The Client App ID.
  public let id: String
  /// The tenant.
  public let tenant: String
  /// The flow of each part that the app offers.
  public let flows: [AppServicesProtocol.Part: String]
  /// How users are confirmed, as the parts and the effects of the register flow show: by a function, by a link, else at
  /// once.
  public let confirmation: Confirmation
  /// Whether one of its flows says openly that an account exists.
  let revealsAccounts: Bool
  private let takesUnproven: Bool
  /// What the wire calls `email` and `username`.
  public let identifier: AttributeDefinition
  /// The lengths that passwords may have.
  public let passwordLengths: ClosedRange<Int>

  /// The app as its sessions know it: with what its users get as custom data.
  public let session: SessionApp

  /// The tenant's own errors, and the standard ones that the app hears instead.
  private let spokenAs: [String: String]

  /// An app of a tenant; nil where it speaks another protocol, or the tenant's accounts have no identifier.
  public init?(_ application: Application, of table: FlowTable) {
    guard application.spoken == .appServices,
      let identifier = AppServicesProtocol.identifier(of: table.attributes)
    else { return nil }
    id = application.name
    tenant = table.tenant
    self.identifier = identifier
    let shortest = max(0, table.passwords.minLength)
    passwordLengths = shortest...max(shortest, table.passwords.maxLength)
    session = SessionApp(
      id: application.name,
      userData: application.userData.compactMap { index in
        table.attributes.indices.contains(Int(index)) ? table.attributes[Int(index)].name : nil
      }, policy: table.tokens)
    spokenAs = Dictionary(application.errors.map { ($0.code, $0.spokenAs) }) { first, _ in first }
    let playing: [(AppServicesProtocol.Part, Flow)] = application.parts.compactMap { part in
      guard let name = AppServicesProtocol.Part(rawValue: part.name), table.flows.indices.contains(Int(part.flow))
      else {
        return nil
      }
      return (name, table.flows[Int(part.flow)])
    }
    flows = Dictionary(playing.map { ($0, $1.name) }) { first, _ in first }
    takesUnproven = table.takesUnproven(application)
    revealsAccounts = playing.contains { $0.1.revealsAccounts }
    let registering = playing.first { $0.0 == .register }?.1.calls ?? []
    confirmation =
      flows[.retryConfirmation] != nil || registering.contains(where: \.attests)
      ? .function
      : flows[.confirm] != nil || flows[.resendConfirmation] != nil
        || registering.contains(where: \.definition.sendsLink)
        ? .mail : .automatic
  }
}

extension AppServicesApp {
  /// Whether an account can log in here without a further confirmation.
  func counts(asConfirmed account: AccountRecord) -> Bool {
    account.isConfirmed && (takesUnproven || account.unproven.isEmpty)
  }

  /// The code that the app hears for an error.
  func spoken(_ code: String) -> String { spokenAs[code] ?? code }
}

extension EffectCall {
  /// Whether a function decides here on what is proven, now or by a link that it is handed.
  fileprivate var attests: Bool {
    definition.asksOthers && (attested != nil || linkFlow != nil)
  }
}
