import FlowModel
import FlowRuntime
import Synchronization

/// Counts the runs that each requester has open of each application, in this process: those that were started here and have
/// neither ended here nor outlived their time. It keeps keyed hashes of requesters, and nothing of what runs hold.
final class OpenRuns: Sendable {
  /// Whose runs are counted together: a keyed hash of tenant, application and requester.
  typealias Owner = RandomID

  fileprivate struct State {
    var counts: [Owner: Int] = [:]
    var owners: [RandomID: Owner] = [:]
    /// The runs that outlive their time in a slice of it.
    var endings: [Int64: [RandomID]] = [:]
    var swept: Int64 = 0
  }

  /// More runs than these are not counted: about 20 MB of memory.
  private static let capacity = 250_000
  /// How long a slice is, in milliseconds.
  private static let slice: Milliseconds = 10_000
  /// After how many seconds somebody who has too many may come back.
  static let retryAfter = 60

  private let limit: Int
  private let key: ServerKey
  private let clock: any TimeSource
  private let state = Mutex(State())

  /// A bound of `limit` runs; the key makes the hashes.
  init(limit: Int, key: ServerKey, clock: any TimeSource = SystemClock()) {
    self.limit = limit
    self.key = key
    self.clock = clock
  }

  func owner(_ requester: String, application: String?, of tenant: String) -> Owner? {
    let name = Array("runs\0\(tenant)\0\(application ?? "")\0\(requester)".utf8)
    return RandomID(bytes: key.hash(name, .counter, length: 16))
  }

  /// Makes room for a run; false where there is none.
  func enter(_ owner: Owner) -> Bool {
    let now = clock.now() / Self.slice
    return state.withLock { state in
      state.sweep(before: now)
      let count = state.counts[owner, default: 0]
      if count >= limit { return false }
      state.counts[owner] = count + 1
      return true
    }
  }

  /// Keeps the room for a run until a time, or gives it back where no run has come of it.
  func settle(_ owner: Owner, _ run: RandomID?, until end: Milliseconds) {
    state.withLock { state in
      guard let run, state.owners.count < Self.capacity else { return state.leave(owner) }
      state.owners[run] = owner
      state.endings[end / Self.slice, default: []].append(run)
    }
  }

  /// A run has ended.
  func end(_ run: RandomID) {
    state.withLock { state in
      if let owner = state.owners.removeValue(forKey: run) { state.leave(owner) }
    }
  }
}

extension OpenRuns.State {
  mutating func leave(_ owner: OpenRuns.Owner) {
    let rest = counts[owner, default: 1] - 1
    counts[owner] = rest > 0 ? rest : nil
  }

  /// Forgets the runs whose time is over.
  mutating func sweep(before slice: Int64) {
    guard slice != swept else { return }
    swept = slice
    for over in endings.keys.filter({ $0 < slice }) {
      for run in endings.removeValue(forKey: over) ?? [] {
        if let owner = owners.removeValue(forKey: run) { leave(owner) }
      }
    }
  }
}
