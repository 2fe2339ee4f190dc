import FlowModel
import Synchronization

/// How an engine is doing, for whoever watches over it.
public struct EngineStatus: Hashable, Sendable {
  /// Whether it was closed.
  public internal(set) var isClosed = false
  /// How many steps are being taken.
  public internal(set) var steps = 0
  /// How many messages are being delivered.
  public internal(set) var messages = 0
  /// How often storage has failed while messages were to be delivered or what ended was to be removed.
  public internal(set) var failures = 0
  /// How often in a row; 0: the last time went well.
  public internal(set) var failuresInARow = 0
  /// The last failure, in words.
  public internal(set) var lastFailure: String?
  /// Why no message leaves; nil: the last one did, or none was to.
  public internal(set) var undelivered: DeliveryTrouble?
  /// How many tables are held ready: the newest of each tenant, and those that runs in flight are pinned to.
  public internal(set) var programs = 0
}

/// What is under way in an engine, and whether more may begin.
final class EngineActivity: Sendable {
  private struct State {
    var status = EngineStatus()
    var idle: [CheckedContinuation<Void, Never>] = []
    /// What cancels each delivery.
    var deliveries: [RandomID: @Sendable () -> Void] = [:]
    /// Those that were taken to be delivered, from then on until what came of it is written.
    var held: Set<RandomID> = []
    /// Whether one of them has another behind it to the same address, which is due.
    var isFollowed = false
    var places = 0
    /// How many messages are being delivered that have given their place back.
    var lingering = 0
    /// Whether somebody wanted places who found none since they were taken last.
    var isAwaited = false
    var emptied: [CheckedContinuation<Void, Never>] = []
    var retry: ContinuousClock.Instant?
    /// The reasons for which channels fail that are known by now.
    var faults: [ChannelName: Set<String>] = [:]
    /// The channels that were paused when somebody looked last.
    var paused: Set<ChannelName> = []
  }

  /// How many messages are delivered side by side.
  static let deliveryLimit = 64
  /// How many reasons are told for which one channel fails.
  private static let faultLimit = 16

  private let state = Mutex(State())

  var status: EngineStatus {
    state.withLock { state in
      var status = state.status
      status.messages = state.deliveries.count
      return status
    }
  }

  // MARK: Steps

  /// Begins a step; false where the engine was closed.
  func begin() -> Bool {
    state.withLock { state in
      if state.status.isClosed { return false }
      state.status.steps += 1
      return true
    }
  }

  func end() {
    let idle: [CheckedContinuation<Void, Never>] = state.withLock { state in
      state.status.steps -= 1
      guard state.status.steps == 0 else { return [] }
      defer { state.idle = [] }
      return state.idle
    }
    for caller in idle { caller.resume() }
  }

  /// Lets no more steps begin.
  func close() { state.withLock { $0.status.isClosed = true } }

  /// Waits until no step is being taken.
  func idle() async {
    await withCheckedContinuation { caller in
      let isIdle = state.withLock { state in
        if state.status.steps > 0 { state.idle.append(caller) }
        return state.status.steps == 0
      }
      if isIdle { caller.resume() }
    }
  }

  // MARK: Messages

  /// Takes all places that are free for messages; how many.
  func takePlaces() -> Int {
    state.withLock { state in
      let free = Self.deliveryLimit - state.places
      state.isAwaited = free == 0
      state.places = Self.deliveryLimit
      return free
    }
  }

  var isAwaited: Bool { state.withLock { $0.isAwaited } }

  func returnPlaces(_ count: Int) {
    let emptied: [CheckedContinuation<Void, Never>] = state.withLock { state in
      state.places -= count
      guard state.places == 0, state.lingering == 0 else { return [] }
      defer { state.emptied = [] }
      return state.emptied
    }
    for caller in emptied { caller.resume() }
  }

  /// Gives the place of a message back that is being delivered on.
  func linger() {
    state.withLock { state in
      state.places -= 1
      state.lingering += 1
    }
  }

  /// Ends the delivery of such a message.
  func endLingering() {
    state.withLock { state in
      state.places += 1
      state.lingering -= 1
    }
    returnPlaces(1)
  }

  /// Waits until no message is being delivered.
  func emptied() async {
    await withCheckedContinuation { caller in
      let isEmpty = state.withLock { state in
        let isEmpty = state.places == 0 && state.lingering == 0
        if !isEmpty { state.emptied.append(caller) }
        return isEmpty
      }
      if isEmpty { caller.resume() }
    }
  }

  func hold(_ ids: Set<RandomID>, insteadOf others: Set<RandomID>) {
    state.withLock { $0.held = $0.held.subtracting(others).union(ids) }
  }

  /// Ends the delivery of a message; whether there may be others that wait for one.
  func release(_ id: RandomID) -> Bool {
    state.withLock { state in
      state.held.remove(id)
      defer { state.isFollowed = false }
      return state.isFollowed
    }
  }

  var held: Set<RandomID> { state.withLock { $0.held } }

  /// Notes that others wait for these; false where one of them is no longer being delivered.
  func follow(_ leaders: Set<RandomID>) -> Bool {
    state.withLock { state in
      guard leaders.isSubset(of: state.held) else { return false }
      if !leaders.isEmpty { state.isFollowed = true }
      return true
    }
  }

  /// Notes a delivery that is under way, and what cancels it.
  func add(_ id: RandomID, cancel: @escaping @Sendable () -> Void) { state.withLock { $0.deliveries[id] = cancel } }

  func remove(_ id: RandomID) { state.withLock { _ = $0.deliveries.removeValue(forKey: id) } }

  func cancelDeliveries() { for cancel in state.withLock({ Array($0.deliveries.values) }) { cancel() } }

  // MARK: A channel that fails

  /// Counts an attempt that failed; the trouble where it is to be told now.
  func noteUndelivered(_ reason: String, isOfMachine: Bool, now: Milliseconds) -> DeliveryTrouble? {
    state.withLock { state in
      var trouble = state.status.undelivered ?? DeliveryTrouble(since: now)
      // After a clock that was set back it begins anew.
      if trouble.since > now { trouble = DeliveryTrouble(since: now) }
      trouble.attempts += 1
      trouble.reason = reason
      trouble.isOfMachine = isOfMachine
      let isDue =
        now - trouble.since >= DeliveryTrouble.patience
        && trouble.told.map { now - $0 >= DeliveryTrouble.interval } ?? true
      if isDue { trouble.told = now }
      state.status.undelivered = trouble
      return isDue ? trouble : nil
    }
  }

  /// The trouble that is over, if there was some.
  func noteDelivered() -> DeliveryTrouble? {
    state.withLock { state in
      defer { state.status.undelivered = nil }
      return state.status.undelivered
    }
  }

  /// Notes why a channel fails; whether that is new. Of many reasons no more are told.
  func noteFault(_ reason: String, _ channel: ChannelName) -> Bool {
    state.withLock { state in
      guard state.faults[channel, default: []].count < Self.faultLimit else { return false }
      return state.faults[channel, default: []].insert(reason).inserted
    }
  }

  /// Notes that a channel works; whether it did not before.
  func noteWorking(_ channel: ChannelName) -> Bool { state.withLock { $0.faults.removeValue(forKey: channel) != nil } }

  /// Notes which channels are paused; which were so before.
  func notePaused(_ channels: Set<ChannelName>) -> Set<ChannelName> {
    state.withLock { state in
      defer { state.paused = channels }
      return state.paused
    }
  }

  // MARK: Failures of storage

  /// Counts a failure; after how many seconds it is to be tried again: 1, 2, 4 … up to 60.
  func noteFailure(_ failure: String) -> Int {
    state.withLock { state in
      state.status.failures += 1
      state.status.failuresInARow += 1
      state.status.lastFailure = failure
      let seconds = min(60, 1 << min(state.status.failuresInARow - 1, 6))
      state.retry = .now + .seconds(seconds)
      return seconds
    }
  }

  func noteSuccess() {
    state.withLock { state in
      state.status.failuresInARow = 0
      state.retry = nil
    }
  }

  /// Whether storage has failed so lately that it is left alone.
  var isPausing: Bool { state.withLock { $0.retry.map { .now < $0 } ?? false } }
}
