public import FlowJSON
import FlowModel

/// What the audit log says of one change of an account: by whom, in which run, by which version of a flow, and on what evidence.
/// It names accounts by their ids and attributes by their names, and holds no address, no value and no secret.
public struct AuditEntry: Hashable, Sendable {
  /// Who changed it.
  public enum Actor: String, Hashable, Sendable, CaseIterable {
    /// A run of a flow.
    case run
    /// The owner, by a token of theirs.
    case owner
    /// Whoever operates the server, or its host program.
    case `operator`
  }

  /// When.
  public var time: Milliseconds
  /// Whose account.
  public var tenant: String
  /// The account's id.
  public var account: String
  /// What changed, such as `created`, `password` or `attribute:city`.
  public var changes: [String]
  /// Who changed it.
  public var actor: Actor
  /// The run, as replies name it.
  public var run: String?
  /// The flow.
  public var flow: String?
  /// The version of the tenant's table: its hash.
  public var version: String?
  /// What the run had proven by then, such as `owner by pwd`.
  public var evidence: [String] = []
  /// What was wrong with the chain when this was written; nil: nothing.
  public var trouble: String?

  /// A change on somebody's behalf.
  public init(_ changes: [String], of account: String, tenant: String, by origin: AuditOrigin) {
    time = origin.time
    self.tenant = tenant
    self.account = account
    self.changes = changes
    (actor, run, flow, version) = (origin.actor, origin.run, origin.flow, origin.version)
  }

  /// As it rests, and as it is listed.
  public var json: JSON {
    var object: JSONObject = [
      "time": .int(time), "tenant": .string(tenant), "account": .string(account),
      "changes": .array(changes.map(JSON.string)), "by": .string(actor.rawValue),
    ]
    object["run"] = run.map(JSON.string)
    object["flow"] = flow.map(JSON.string)
    object["version"] = version.map(JSON.string)
    if !evidence.isEmpty { object["evidence"] = .array(evidence.map(JSON.string)) }
    object["trouble"] = trouble.map(JSON.string)
    return .object(object)
  }

  /// Reads what rests; nil where it is no entry.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON.parse(bytes), let time = json["time"]?.int, let tenant = json["tenant"]?.string,
      let account = json["account"]?.string, let changes = json["changes"]?.array,
      let actor = json["by"]?.string.flatMap(Actor.init)
    else { return nil }
    self.init(
      changes.compactMap(\.string), of: account, tenant: tenant,
      by: AuditOrigin(
        actor, at: time, run: json["run"]?.string, flow: json["flow"]?.string, version: json["version"]?.string))
    evidence = json["evidence"]?.array?.compactMap(\.string) ?? []
    trouble = json["trouble"]?.string
  }
}

/// On whose behalf accounts are changed.
public struct AuditOrigin: Hashable, Sendable {
  var actor: AuditEntry.Actor
  var time: Milliseconds
  var run: String?
  var flow: String?
  var version: String?

  /// Somebody, at a time.
  public init(
    _ actor: AuditEntry.Actor, at time: Milliseconds, run: String? = nil, flow: String? = nil, version: String? = nil
  ) {
    (self.actor, self.time, self.run, self.flow, self.version) = (actor, time, run, flow, version)
  }
}

extension AccountRecord {
  /// What is different from before, by names alone; nothing where only its version is.
  func changes(since before: AccountRecord?) -> [String] {
    guard let before else {
      return ["created"] + (isConfirmed ? ["confirmed"] : []) + names(identifiers)
        + (passwordHash == nil ? [] : ["password"])
    }
    var changes: [String] = []
    if isConfirmed != before.isConfirmed { changes.append(isConfirmed ? "confirmed" : "unconfirmed") }
    if isEnabled != before.isEnabled { changes.append(isEnabled ? "enabled" : "disabled") }
    changes += names(
      identifiers.filter { !before.identifiers.contains($0) } + before.identifiers.filter { !identifiers.contains($0) })
    changes += Set(before.unproven.subtracting(unproven).filter(identifiers.contains).map { "proven:\($0.attribute)" })
      .sorted()
    if passwordHash != before.passwordHash {
      // One that is hashed anew at a sign-in is the same password.
      changes.append(
        passwordHash == nil
          ? "password.removed"
          : credentialsVersion == before.credentialsVersion ? "password.rehashed" : "password")
    }
    if attributes != before.attributes {
      let (now, then) = ((try? held()) ?? [:], (try? before.held()) ?? [:])
      let identifying = Set((identifiers + before.identifiers).map(\.attribute))
      let names = Set((now.members + then.members).map(\.name)).subtracting(identifying)
      changes += names.filter { now[$0] != then[$0] }.sorted().map { "attribute:\($0)" }
    }
    if sessionEpoch != before.sessionEpoch { changes.append("sessions.ended") }
    return changes
  }

  private func names(_ identifiers: [Identifier]) -> [String] {
    Set(identifiers.map { "identifier:\($0.attribute)" }).sorted()
  }
}
