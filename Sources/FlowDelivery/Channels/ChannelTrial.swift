public import FlowModel
import FlowRuntime

/// One message that tries a channel before people need it, and what came of each part of that.
public struct ChannelTrial: Sendable {
  /// A part of handing a message over.
  public struct Step: Hashable, Sendable {
    /// What is tried: `settings`, `name`, `connection`, `EHLO`, `TLS`, `log-in`, `sender`, `address`, `message`; or `web hook`.
    public let name: String
    /// What came of it.
    public let outcome: Outcome
    /// More about it; empty for nothing. It holds no secret.
    public let text: String
  }

  /// What came of a part.
  public enum Outcome: String, Hashable, Sendable {
    case done = "ok"
    case failed
    case notTried = "not tried"
    case notAsked = "not asked for"
  }

  /// What happens while a message is sent.
  public enum Event: Hashable, Sendable {
    /// Something came of a part.
    case step(Step)
    /// A part is waited for, so many seconds at most.
    case waiting(for: String, atMost: Int64)
  }

  private let channel: ChannelDefinition
  private let tenant: String
  private let settings: FunctionSettings

  /// A trial of a tenant's channel, with what the operator allows.
  public init(of channel: ChannelDefinition, tenant: String, settings: FunctionSettings) {
    (self.channel, self.tenant, self.settings) = (channel, tenant, settings)
  }

  /// Sends one message; blocks. Its words say that it is a test, and whoever gets it need do nothing.
  ///
  /// `telling` is told each step as it is done, and which one is waited for.
  public func send(to address: String, telling: @escaping (Event) -> Void = { _ in }) -> [Step] {
    var told: [Step] = []
    let steps = steps(to: address) { event in
      if case .step(let step) = event { told.append(step) }
      telling(event)
    }
    for (index, step) in steps.enumerated() where index >= told.count || told[index] != step { telling(.step(step)) }
    return steps
  }

  private func steps(to address: String, telling: @escaping (Event) -> Void) -> [Step] {
    if let problem = ChannelCheck.problem(of: channel, tenant: tenant, settings: settings) {
      return [Step(name: "settings", outcome: .failed, text: problem)]
    }
    guard channel.kind.isAddress(address) else {
      return [Step(name: "address", outcome: .failed, text: "\(address) is no address of this channel")]
    }
    let words = MessageWords(
      subject: "A test",
      text:
        "This message tries whether messages of \(tenant) arrive. Nobody asked for anything, and you need do nothing.\n",
      locale: .english)
    let message = Message(
      id: RandomID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)), time: SystemClock().now(),
      tenant: tenant, channel: channel.kind, to: address, flow: "test",
      content: .notice("test", lifetime: 60), words: words)
    let secrets = TenantSecrets(of: tenant, in: settings.secrets)
    let settled = Step(name: "settings", outcome: .done, text: "")
    switch channel.target {
    case .webhook(let hook):
      do {
        try MessageHookCall(hook: hook, settings: settings, secrets: secrets).send(message)
        return [settled, Step(name: "web hook", outcome: .done, text: "it has the message")]
      } catch {
        return [settled, Step(name: "web hook", outcome: .failed, text: error.reason)]
      }
    case .smtp(let server):
      telling(.step(settled))
      return [settled] + mail(message, server, secrets, telling)
    }
  }

  /// So many seconds of waiting nobody is told of.
  private static let patience: Int64 = 3

  private func mail(
    _ message: Message, _ server: MailServer, _ secrets: TenantSecrets, _ telling: @escaping (Event) -> Void
  ) -> [Step] {
    let mail: MailSettings
    do { mail = try MailSettings(server, secrets) } catch {
      return [Step(name: "settings", outcome: .failed, text: "\(error)")]
    }
    guard let to = EmailAddress(message.to), to.asciiDomain != nil else {
      return [Step(name: "address", outcome: .failed, text: "it is no address that mail can be sent to")]
    }
    guard let connection = SMTPConnection() else {
      return [Step(name: "connection", outcome: .failed, text: "libcurl could not be loaded (Debian: libcurl4)")]
    }
    let text = MailText(message, to: Mailbox(to), from: mail.from, replyTo: mail.replyTo)
    var progress: SMTPProgress?
    var (told, awaited) = (0, "")
    func look(_ transcript: SMTPTranscript) {
      let progress = SMTPProgress(transcript, mail)
      for step in progress.reached.dropFirst(told) {
        told += 1
        telling(.step(step))
      }
      guard transcript.waited >= Self.patience, let next = progress.next, next != awaited else { return }
      awaited = next
      telling(.waiting(for: next, atMost: transcript.longestWait))
    }
    do throws(DeliveryError) {
      try connection.send(
        text.bytes, to: to, mail, settings.hosts, hiding: message.secrets, CancelFlag(), watching: look,
        witness: { progress = SMTPProgress($0, mail) })
      return progress?.steps(behind: nil) ?? []
    } catch {
      let words = error.parts.words.map { "; it said: \($0)" } ?? ""
      let told = error.reason + words
      return progress?.steps(behind: told) ?? [Step(name: "connection", outcome: .failed, text: told)]
    }
  }
}

/// How far a mail came.
private struct SMTPProgress {
  /// Why the address was refused before it was named.
  private let lacksUTF8: Bool
  /// Each part, with what there is to tell of it where it went well; nil: it was not asked for.
  private let parts: [(name: String, isReached: Bool, text: String?)]

  init(_ transcript: SMTPTranscript, _ settings: MailSettings) {
    func said(_ stage: SMTPTranscript.Stage) -> Bool { transcript.statuses[stage].map { $0 < 400 } ?? false }
    func code(_ stage: SMTPTranscript.Stage) -> String { transcript.statuses[stage].map(String.init) ?? "" }
    let isHeard = !transcript.statuses.isEmpty
    let isEncrypted = settings.encryption == .implicit ? isHeard : transcript.isEncrypted
    let tls =
      settings.encryption == .none ? nil : "\(settings.encryption.name), the certificate is one for \(settings.host)"
    let isGreeted = said(.hello) && (settings.encryption == .none || isEncrypted)
    lacksUTF8 = transcript.lacksUTF8
    let hello = (name: "EHLO", isReached: said(.hello), text: Optional(code(.hello)))
    let encryption = (name: "TLS", isReached: isEncrypted, text: tls)
    let isImplicit = settings.encryption == .implicit
    parts = [
      ("name", transcript.address != nil, "\(settings.host) leads to \(transcript.address?.text ?? "nowhere")"),
      ("connection", isHeard, "port \(settings.port) answers"),
      isImplicit ? encryption : hello, isImplicit ? hello : encryption,
      ("log-in", isGreeted && transcript.isLoggedIn, settings.login == nil ? nil : code(.login)),
      ("sender", said(.sender), "\(settings.envelopeFrom.wire), \(code(.sender))"),
      ("address", said(.recipient), code(.recipient)),
      ("message", said(.content) && transcript.status / 100 == 2, "taken, \(transcript.status)"),
    ]
  }

  /// The parts that are behind it, as long as nothing failed.
  var reached: [ChannelTrial.Step] {
    guard !lacksUTF8, let last = parts.lastIndex(where: \.isReached) else { return [] }
    return Array(steps(behind: nil).prefix(last + 1))
  }

  /// The part that is waited for.
  var next: String? {
    let last = parts.lastIndex(where: \.isReached) ?? -1
    return parts.dropFirst(last + 1).first { $0.text != nil }?.name
  }

  /// The parts, of which the first that was not reached failed, where there is a reason.
  func steps(behind failure: String?) -> [ChannelTrial.Step] {
    // What comes later was reached only behind what comes before.
    let last = lacksUTF8 ? (parts.firstIndex { $0.name == "address" } ?? 0) - 1 : parts.lastIndex { $0.isReached } ?? -1
    var isOver = false
    return parts.enumerated().map { index, part in
      guard let text = part.text else {
        return ChannelTrial.Step(name: part.name, outcome: .notAsked, text: "")
      }
      if isOver { return ChannelTrial.Step(name: part.name, outcome: .notTried, text: "") }
      if lacksUTF8, index <= last, !part.isReached {
        return ChannelTrial.Step(name: part.name, outcome: .notTried, text: "")
      }
      if let failure, index > last, !part.isReached {
        isOver = true
        return ChannelTrial.Step(name: part.name, outcome: .failed, text: failure)
      }
      return ChannelTrial.Step(name: part.name, outcome: .done, text: text)
    }
  }
}
