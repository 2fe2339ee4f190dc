import FlowClient
import Synchronization

/// The tokens of somebody who is logged in.
struct Session: Hashable, Sendable {
  var access: AccessToken
  let refresh: String
}

/// What an app knows of a user.
struct UserRecord: Sendable {
  var session: Session?
  var known: KnownUser
  /// The refresh tokens of sessions that are over here, while the server does not know it yet.
  var ending: [String] = []
  let refreshing = SharedWork<AccessToken, AppError>(abandoned: .isCancelled)

  fileprivate mutating func end(_ session: Session?) { if let session { ending.append(session.refresh) } }
}

/// The users of an app, as long as the app lives.
final class UserStore: Sendable {
  private struct State {
    var records: [String: UserRecord] = [:]
    /// Their ids; the last one was logged in or switched to last.
    var order: [String] = []
    var device: String?
  }

  private let state = Mutex(State())

  /// The id that the server gave this app as a device.
  var device: String? { state.withLock { $0.device } }

  /// The ids of all users, those logged out among them.
  var ids: [String] { state.withLock { $0.order } }

  /// Who is logged in and was chosen last.
  var current: String? {
    state.withLock { state in state.order.last { state.records[$0]?.session != nil } }
  }

  func record(of id: String) -> UserRecord? { state.withLock { $0.records[id] } }

  /// Takes in who logged in; the refresh tokens of the sessions before, which the server still has to end.
  func take(_ logIn: LogIn, _ session: Session, _ known: KnownUser) -> [String] {
    state.withLock { state in
      var record = state.records[logIn.user] ?? UserRecord(known: known)
      record.end(record.session)
      (record.session, record.known) = (session, known)
      state.records[logIn.user] = record
      state.device = logIn.device
      Self.choose(logIn.user, &state)
      return record.ending
    }
  }

  /// Makes a user the current one; false where they are not logged in.
  func choose(_ id: String) -> Bool {
    state.withLock { state in
      guard state.records[id]?.session != nil else { return false }
      Self.choose(id, &state)
      return true
    }
  }

  /// Takes another access token in, unless the session is over meanwhile.
  func renew(_ access: AccessToken, of id: String, in session: Session) {
    state.withLock { state in
      if state.records[id]?.session?.refresh == session.refresh { state.records[id]?.session?.access = access }
    }
  }

  /// The server knows the session no longer.
  func drop(_ session: Session, of id: String) {
    state.withLock { state in
      if state.records[id]?.session?.refresh == session.refresh { state.records[id]?.session = nil }
    }
  }

  /// Logs a user out here; the refresh tokens of the sessions that the server still has to end.
  func logOut(_ id: String) -> [String] {
    state.withLock { state in
      guard var record = state.records[id] else { return [] }
      record.end(record.session)
      record.session = nil
      state.records[id] = record
      return record.ending
    }
  }

  /// The server has ended a session.
  func ended(_ refresh: String, of id: String) {
    state.withLock { state in
      state.records[id]?.ending.removeAll { $0 == refresh }
    }
  }

  /// Forgets a user; `unlessLoggedIn`: not where they have logged in again meanwhile.
  func remove(_ id: String, unlessLoggedIn: Bool = false) {
    state.withLock { state in
      if unlessLoggedIn, state.records[id]?.session != nil { return }
      state.records[id] = nil
      state.order.removeAll { $0 == id }
    }
  }

  private static func choose(_ id: String, _ state: inout State) {
    state.order.removeAll { $0 == id }
    state.order.append(id)
  }
}
