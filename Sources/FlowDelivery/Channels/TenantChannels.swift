import CCurl
public import FlowModel
public import FlowRuntime
import Synchronization

/// The channels of all tenants of a server: each message leaves as its tenant says.
public final class TenantChannels: Channel {
  private let outbox: (any Channel)?
  private let settings: FunctionSettings
  private let log: any OperatorLog
  private let channels = Mutex<[String: [TenantChannel]]>([:])

  /// Channels whose hosts and secrets are as `settings` let them. What a tenant leaves to an outbox goes to `outbox`.
  public init(outbox: (any Channel)?, settings: FunctionSettings, log: any OperatorLog = NoPorts()) {
    (self.outbox, self.settings, self.log) = (outbox, settings, log)
  }

  /// How long a message may take: an engine that waits no longer breaks off what a slow mail server would have taken.
  public static let longest = SMTPConnection.longest + .seconds(5)

  /// Why this machine can send nothing, as the end of a sentence; nil: it can.
  public static var lack: String? { lazy_curl_load().map { String(cString: $0) } }

  /// Takes the channels of these tenants. Those that are as before go on with what is under way in them; tenants that are not
  /// named keep theirs, for messages that wait.
  public func take(_ tables: [FlowTable]) {
    channels.withLock { channels in
      for table in tables {
        let before = channels[table.tenant] ?? []
        channels[table.tenant] = table.channels.map { definition in
          before.first { $0.definition == definition }
            ?? TenantChannel(definition, of: table.tenant, settings, log)
        }
      }
    }
  }

  /// Whether `to` is an e-mail address, or a phone number in E.164 form.
  public func accepts(_ kind: ChannelKind, to: String) -> Bool { kind.isAddress(to) }

  /// Delivers one message by its tenant's channel.
  public func deliver(_ message: Message) async throws(DeliveryError) {
    let (channel, isServed) = channels.withLock { channels in
      let present = channels[message.tenant]
      return (present?.first { $0.definition.kind == message.channel }, present != nil)
    }
    if let channel { return try await channel.deliver(message) }
    guard let outbox else {
      throw .temporary(
        isServed
          ? "its tenant has no channel for \(message.channel.name)"
          : "\(message.tenant) is not served here, or not any more: it leaves as soon as a server serves it", .settings)
    }
    try await outbox.deliver(message)
  }

  /// Ends the rest of a channel that failed, if it began before somebody asked for that.
  public func rouse(_ kind: ChannelKind, of tenant: String, asked: Milliseconds) {
    channels.withLock { $0[tenant]?.first { $0.definition.kind == kind } }?.rouse(asked: asked)
  }
}

/// What a server asks of a tenant's channels before it serves the tenant.
public enum ChannelCheck {
  /// The variables of this process's environment that a channel names and that are not set.
  public static func unsetVariables(of channel: ChannelDefinition, tenant: String) -> [String] {
    let secrets = TenantSecrets(of: tenant)
    var unset: [String] = []
    for name in channel.variables {
      let variable = secrets.variable(name)
      if variable.value == nil, !unset.contains(variable.fullName) { unset.append(variable.fullName) }
    }
    return unset
  }

  /// Why no message would leave by a channel, as the end of a sentence; nil: nothing is known that would keep one.
  public static func problem(
    of channel: ChannelDefinition, tenant: String, settings: FunctionSettings
  ) -> String? {
    let secrets = TenantSecrets(of: tenant, in: settings.secrets)
    let unset = unsetVariables(of: channel, tenant: tenant)
    if unset.count > 1 { return "the environment variables \(unset.joined(separator: ", ")) are not set" }
    do {
      switch channel.target {
      case .smtp(let server):
        let mail = try MailSettings(server, secrets)
        guard let place = mail.place else { return "its `host` is no name of a server" }
        return settings.hosts.refusal(of: place)
      case .webhook(let hook):
        let url = try secrets.text(hook.url, "`url`")
        if let refusal = settings.hosts.refusal(of: url) { return refusal }
        let isLocal = HookPlace.isLocal(url)
        guard let secret = hook.secret else {
          return isLocal || !settings.demandsSecrets
            ? nil : "it has no `secret`, with which its requests would be signed, and is outside of this machine"
        }
        guard try !secrets.keys(secret).isLong, !isLocal, settings.demandsSecrets else { return nil }
        return "its key has fewer than \(SecretKeys.leastSize) bytes, and it is outside of this machine"
      }
    } catch {
      return "\(error)"
    }
  }
}
