import FlowJSON
import FlowModel
import FlowRuntime

/// What a family of refresh tokens was granted at the sign-in, and what became of it since.
struct RefreshGrant: Sendable {
  /// A token of the family that was replaced a moment ago.
  struct Replaced: Sendable {
    /// The keyed hash of its secret.
    var hash: [UInt8]
    /// What its successor was drawn from.
    var salt: [UInt8]
    var time: Milliseconds
  }

  var client: String
  var scopes: [String]
  var started: Milliseconds
  /// How its owner signed in; nil: not known, as of families of an earlier version.
  var signIn: SignIn?
  /// The epoch of the account's sessions.
  var epoch: Int64
  /// When it was used last.
  var used: Milliseconds?
  /// The newest first.
  var replaced: [Replaced] = []

  /// How many are kept: a client that replaces tokens faster gets no grace for older ones.
  private static let limit = 16

  init(client: String, scopes: [String], started: Milliseconds, signIn: SignIn?, epoch: Int64) {
    self.client = client
    self.scopes = scopes
    self.started = started
    self.signIn = signIn
    self.epoch = epoch
  }

  /// Opens a family's ticket.
  init(_ ticket: TicketRecord, _ key: ServerKey) throws {
    guard let content = key.open(ticket.sealed, context: Self.context(ticket.id)), let json = try? JSON.parse(content),
      let client = json["client"]?.string, let scopes = json["scopes"]?.array?.compactMap(\.string),
      let started = json["started"]?.int
    else { throw StorageError.corrupted("a refresh token that this server's key does not open") }
    self.init(
      client: client, scopes: scopes, started: started, signIn: SignIn(json["signed-in"]),
      epoch: json["epoch"]?.int ?? 0)
    used = json["used"]?.int
    replaced = (json["replaced"]?.array ?? []).compactMap { entry in
      guard let hash = entry["hash"]?.string.flatMap({ Base64URL.decode($0) }),
        let salt = entry["salt"]?.string.flatMap({ Base64URL.decode($0) }), let time = entry["time"]?.int
      else { return nil }
      return Replaced(hash: hash, salt: salt, time: time)
    }
  }

  func sealed(id: String, _ key: ServerKey) -> [UInt8] {
    var content: JSONObject = [
      "client": .string(client), "scopes": .array(scopes.map(JSON.string)), "started": .int(started),
      "epoch": .int(epoch),
    ]
    content["signed-in"] = signIn?.json
    content["used"] = used.map(JSON.int)
    let replaced = replaced.map { one -> JSON in
      [
        "hash": .string(Base64URL.encode(one.hash)), "salt": .string(Base64URL.encode(one.salt)),
        "time": .int(one.time),
      ]
    }
    if !replaced.isEmpty { content["replaced"] = .array(replaced) }
    return key.seal(JSON.object(content).utf8(), context: Self.context(id))
  }

  /// Keeps that a token was replaced, and forgets those that were before `past`.
  mutating func note(_ one: Replaced, forgettingBefore past: Milliseconds) {
    replaced = Array(([one] + replaced.filter { $0.time > past }).prefix(Self.limit))
    used = one.time
  }

  private static func context(_ id: String) -> [UInt8] { Array("refresh:\(id)".utf8) }
}
