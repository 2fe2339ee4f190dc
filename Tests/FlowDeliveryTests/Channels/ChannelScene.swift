import FlowDelivery
import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import TestSupport

/// A tenant's channels, a mail server, and messages for it.
struct ChannelScene {
  static let tenant = "shop"
  let folder: TestSupport.TemporaryFolder
  let channels: TenantChannels
  let settings: FunctionSettings

  /// Channels of a tenant whose secrets are in the folder `secrets`.
  init(_ definitions: [ChannelDefinition], in folder: TestSupport.TemporaryFolder) throws {
    self.folder = folder
    mkdir(folder.path + "/secrets", 0o700)
    mkdir(folder.path + "/secrets/" + Self.tenant, 0o700)
    let hosts = AllowedHosts.reading("http://localhost,http://127.0.0.1,localhost,nowhere.invalid").hosts
    settings = FunctionSettings(
      hosts: hosts ?? .public, secrets: folder.path + "/secrets", demandsSecrets: false)
    channels = TenantChannels(outbox: nil, settings: settings)
    var table = FlowTable(tenant: Self.tenant)
    table.channels = definitions
    channels.take([table])
  }

  /// A mail server on this machine.
  static func mail(_ port: Int, _ encryption: MailEncryption = .none) -> MailServerSettings {
    var server = FlowModel.MailServer()
    server.host = .text("localhost")
    server.port = .text(String(port))
    server.encryption = encryption
    server.from = .text("Contoso <no-reply@contoso.example>")
    return server
  }

  static func smtp(_ server: MailServerSettings, connections: Int = 4, perSecond: Int? = nil) -> ChannelDefinition {
    var definition = ChannelDefinition(kind: .email, target: .smtp(server))
    definition.connections = connections
    definition.perSecond = perSecond
    return definition
  }

  static func message(
    _ to: String = "ada@example.com", number: UInt64 = .random(in: 0 ... .max), over channel: ChannelKind = .email
  ) -> Message {
    Message(
      id: RandomID(high: 7, low: number), time: 1_790_000_000_000, tenant: tenant, channel: channel, to: to,
      flow: "sign-up", content: .code("12345678", lifetime: 600))
  }

  /// What came of a message; nil: it was delivered.
  func deliver(_ message: Message) async -> DeliveryError? {
    await failure(message)?.parts.error
  }

  /// The same, with what was said.
  func failure(_ message: Message) async -> DeliveryError? {
    do throws(DeliveryError) {
      try await channels.deliver(message)
      return nil
    } catch {
      return error
    }
  }

  /// The same, in as many turns as the channel asks for.
  func deliverInTurn(_ message: Message) async -> DeliveryError? {
    while true {
      let error = await deliver(message)
      let wait: Milliseconds
      switch error {
      case .postponed(let time): wait = time
      case .resting(let rest): wait = rest.wait
      default: return error
      }
      try? await Task.sleep(for: .milliseconds(wait))
    }
  }

  func write(secret: String, _ text: String) {
    folder.write("secrets/\(Self.tenant)/\(secret)", text)
    chmod(folder.path + "/secrets/\(Self.tenant)/\(secret)", 0o600)
  }
}

typealias MailServerSettings = FlowModel.MailServer
typealias LiveMailServer = TestSupport.MailServer

extension DeliveryError {
  /// How soon it is worth another try, if it is.
  var retry: RetryClass? { if case .temporary(_, let retry) = self { retry } else { nil } }
}

extension LiveMailServer {
  var documents: [JSON] { mails.compactMap { try? JSON.parse($0) } }
}
