import FlowJSON
import FlowModel

/// Which flow made a grant or a session, and for which application.
struct TicketOrigin: Hashable {
  /// The flow's name.
  var flow: String
  /// The application's name; nil: the run was started by none.
  var application: String?
  /// How the account's owner was shown to be present; nil: not known, as in those of an earlier version.
  var signIn: SignIn?
  /// The epoch of the account's sessions.
  var epoch: Int64 = 0

  /// As it rests in a ticket.
  func sealed(_ key: ServerKey, _ id: String) -> [UInt8] {
    var content: JSONObject = ["flow": .string(flow), "application": application.map(JSON.string) ?? .null]
    content["signed-in"] = signIn?.json
    content["epoch"] = .int(epoch)
    return key.seal(JSON.object(content).utf8(), context: TicketRecord.originContext(id))
  }
}

extension TicketRecord {
  fileprivate static func originContext(_ id: String) -> [UInt8] { Array("origin\0\(id)".utf8) }

  /// Where it was made; nil for one that was handed out before this was kept.
  func origin(_ key: ServerKey) -> TicketOrigin? {
    // Those from before this had a label open, too.
    let content = key.open(sealed, context: Self.originContext(id)) ?? key.open(sealed, context: Array(id.utf8))
    guard let origin = content.flatMap({ try? JSON.parse($0) }), let flow = origin["flow"]?.string
    else { return nil }
    return TicketOrigin(
      flow: flow, application: origin["application"]?.string, signIn: SignIn(origin["signed-in"]),
      epoch: origin["epoch"]?.int ?? 0)
  }
}

/// What the application of a run may do.
extension EffectStep {
  /// The application that started the run.
  private var application: Application? { run.application.map { table.applications[Int($0)] } }

  var origin: TicketOrigin { TicketOrigin(flow: flow.name, application: application?.name) }

  /// Whether the run's application offers a flow; where none started the run, nothing is out of its bounds.
  func isOffered(_ flow: String?) -> Bool {
    guard let application else { return true }
    return flow.flatMap(table.flow(named:)).map(application.flows.contains) ?? false
  }

  /// Whether an account counts as confirmed in this run. One whose address nobody has proven does where the application
  /// offers a flow that creates such accounts, or where this run has proven the address.
  func isConfirmed(_ account: AccountRecord) -> Bool {
    account.isConfirmed
      && (program.takesUnproven(run.application) || account.unproven.allSatisfy { run.proofs.contains(.verified($0)) })
  }
}
