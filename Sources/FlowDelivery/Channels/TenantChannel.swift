import FlowModel
import FlowRuntime
import FlowThreads

/// One channel of a tenant: its definition, and what is under way in it.
final class TenantChannel: Sendable {
  let definition: ChannelDefinition
  private let tenant: String
  private let settings: FunctionSettings
  private let log: any OperatorLog
  private let gate: ChannelGate
  private let connections = SMTPConnections()

  /// All channels' threads: one that waits for a slow server keeps no other tenant's waiting, as their turns alternate, and as
  /// there are more of them for those that wait for minutes.
  private static let threads = WorkerPool(threads: 32 + LingeringLimit.ofAll)

  init(_ definition: ChannelDefinition, of tenant: String, _ settings: FunctionSettings, _ log: any OperatorLog) {
    (self.definition, self.tenant, self.settings, self.log) = (definition, tenant, settings, log)
    gate = ChannelGate(connections: definition.connections, perSecond: definition.perSecond)
  }

  /// Hands a message over.
  func deliver(_ message: Message) async throws(DeliveryError) {
    try await gate.enter(message.id)
    let cancel = CancelFlag()
    let turn = DeliveryTurn(in: gate)
    let result = await withTaskCancellationHandler {
      await handed(message, cancel, turn)
    } onCancel: {
      cancel.set()
    }
    let error = result.failure?.parts.error
    if let pause = turn.end(error.outcome, error?.reason ?? "") {
      log.write(
        LogEntry(
          .warning,
          "the channel \(definition.kind.name) is left alone for \(pause.components.seconds) s, and longer each time that it "
            + "fails again",
          tenant: tenant))
    }
    try result.get()
  }

  /// Ends the rest of a channel that failed, if it began before somebody asked for that.
  func rouse(asked: Milliseconds) { gate.rouse(asked: asked) }

  private func handed(
    _ message: Message, _ cancel: CancelFlag, _ turn: DeliveryTurn
  ) async -> Result<Void, DeliveryError> {
    do throws(WorkerPoolRefusal) {
      return try await Self.threads.run(for: tenant) { [self] in
        Result { () throws(DeliveryError) in try hand(message, cancel, turn) }
      }
    } catch {
      return .failure(.temporary("there is no thread to send it on", .machine))
    }
  }

  private func hand(_ message: Message, _ cancel: CancelFlag, _ turn: DeliveryTurn) throws(DeliveryError) {
    let secrets = TenantSecrets(of: tenant, in: settings.secrets)
    switch definition.target {
    case .webhook(let hook): try MessageHookCall(hook: hook, settings: settings, secrets: secrets).send(message)
    case .smtp(let server): try mail(message, server, secrets, cancel, turn)
    }
  }

  private func mail(
    _ message: Message, _ server: MailServer, _ secrets: TenantSecrets, _ cancel: CancelFlag,
    _ turn: DeliveryTurn
  ) throws(DeliveryError) {
    let mail: MailSettings
    do { mail = try MailSettings(server, secrets) } catch { throw .temporary("\(error)", .settings) }
    guard let to = EmailAddress(message.to), to.asciiDomain != nil else {
      throw .undeliverable("it is no address that mail can be sent to")
    }
    guard let connection = connections.take() else {
      throw .temporary("libcurl could not be loaded (Debian: libcurl4)", .machine)
    }
    defer { connections.bringBack(connection) }
    let text = MailText(message, to: Mailbox(to), from: mail.from, replyTo: mail.replyTo)
    try connection.send(text.bytes, to: to, mail, settings.hosts, hiding: message.secrets, cancel, lingers: turn.linger)
  }
}

extension Result<Void, DeliveryError> {
  fileprivate var failure: DeliveryError? { if case .failure(let error) = self { error } else { nil } }
}

extension DeliveryError? {
  /// Whether the channel works.
  fileprivate var outcome: ChannelGate.Outcome {
    switch self {
    case nil, .undeliverable, .permanent, .postponed, .resting, .temporary(_, .busy), .quoting: .works
    case .temporary: .fails
    }
  }
}
