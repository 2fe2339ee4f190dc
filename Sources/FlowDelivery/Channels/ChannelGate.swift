import FlowModel
import FlowRuntime
import Synchronization

/// How many messages of a channel may be under way, how many may begin in a second, and whether any may: where several in a row
/// failed, the channel is left alone for a while, and then tried with one (a circuit breaker).
final class ChannelGate: Sendable {
  /// What came of a message that was let in.
  enum Outcome: Hashable {
    /// The channel works, whatever became of the message.
    case works
    /// The channel does not work.
    case fails
  }

  private struct Waiter {
    let number: Int
    let turn: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var running = 0
    /// How many have given their turn back, and wait for an answer still.
    var lingering = 0
    var waiting: [Waiter] = []
    var number = 0
    /// When the next message may begin, as the rate has it.
    var next = ContinuousClock.now
    /// When those may begin that were put off for the rate.
    var reserved: [RandomID: ContinuousClock.Instant] = [:]
    var failures = 0
    /// How often in a row it was closed.
    var closings = 0
    var closedUntil: ContinuousClock.Instant?
    /// When it was closed, by the clock on the wall, and for what.
    var closed: Milliseconds = 0
    var reason = ""
    var failed: Milliseconds = 0
    /// When the pause would have ended that somebody ended for a try.
    var interrupted: ContinuousClock.Instant?
    var isTrying = false
  }

  private let state = Mutex(State())
  private let connections: Int
  private let interval: Duration?

  /// After how many failures in a row the channel is left alone.
  private static let patience = 5
  /// For how long at first, and at most; each time twice as long.
  private static let shortest = Duration.seconds(5)
  private static let longest = Duration.seconds(300)
  /// How long a message waits here for one of the connections.
  private static let turnPatience = Duration.seconds(1)
  /// How many wait for each of them.
  private static let waitingPerConnection = 8
  /// The longest that a message is put off at once, for the rate.
  private static let longestReservation = Duration.seconds(60)

  /// How many messages of a channel wait for an answer without a turn, and how many of all.
  private static let lingeringLimit = 8
  private static let allLingering = LingeringLimit(LingeringLimit.ofAll)

  init(connections: Int, perSecond: Int?) {
    self.connections = connections
    interval = perSecond.map { .seconds(1) / $0 }
  }

  private enum Answer {
    case turn
    case waits
    case later(DeliveryError)
  }

  /// Waits a moment for a turn, which `leave` ends. Throws `postponed` or `resting` where there is none.
  func enter(_ id: RandomID) async throws(DeliveryError) {
    var later: DeliveryError?
    let hasTurn = await withCheckedContinuation { turn in
      let answer = state.withLock { state -> Answer in
        let now = ContinuousClock.now
        if let wait = wait(id, now, &state) { return .later(wait) }
        if state.running < connections {
          state.running += 1
          return .turn
        }
        guard state.waiting.count < Self.waitingPerConnection * connections else {
          return .later(Self.later)
        }
        state.number += 1
        state.waiting.append(Waiter(number: state.number, turn: turn))
        let number = state.number
        Task { [self] in
          try? await Task.sleep(for: Self.turnPatience)
          giveUp(number)
        }
        return .waits
      }
      switch answer {
      case .turn: turn.resume(returning: true)
      case .waits: break
      case .later(let wait):
        later = wait
        turn.resume(returning: false)
      }
    }
    if hasTurn { return }
    throw later ?? Self.later
  }

  private static var later: DeliveryError { .postponed(Milliseconds.random(in: 250...1250)) }

  /// Ends the pause that began before somebody asked for a try: the next message is tried. Where that fails, the pause goes on as
  /// if nobody had asked.
  func rouse(asked: Milliseconds) {
    state.withLock { state in
      guard let end = state.closedUntil, asked > state.closed, end > .now else { return }
      (state.interrupted, state.closedUntil) = (end, .now)
    }
  }

  /// Gives the turn of a message back to which no answer comes, so that it keeps no other waiting; false where it may not wait on, as
  /// there are too many such.
  func linger() -> Bool {
    let (next, lingers): (Waiter?, Bool) = state.withLock { state in
      guard state.lingering < Self.lingeringLimit, Self.allLingering.take() else { return (nil, false) }
      state.lingering += 1
      // Nor is it the one that others wait for to see whether the channel works.
      state.isTrying = false
      return (Self.pass(&state), true)
    }
    next?.turn.resume(returning: true)
    return lingers
  }

  /// Gives a turn to whoever waits for one.
  private static func pass(_ state: inout State) -> Waiter? {
    if !state.waiting.isEmpty { return state.waiting.removeFirst() }
    state.running -= 1
    return nil
  }

  /// Ends a turn, or that of a message that has given it back. Says for how long the channel is left alone from now on, where that
  /// begins, and it was not before.
  func leave(_ outcome: Outcome, _ reason: String = "", lingered: Bool = false) -> Duration? {
    let (next, pause): (Waiter?, Duration?) = state.withLock { state in
      var pause: Duration?
      if lingered {
        state.lingering -= 1
        Self.allLingering.giveBack()
      } else {
        state.isTrying = false
      }
      if outcome == .fails { (state.reason, state.failed) = (reason, SystemClock().now()) }
      switch outcome {
      case .works: (state.failures, state.closings, state.closedUntil, state.interrupted) = (0, 0, nil, nil)
      case .fails:
        state.failures += 1
        let isClosed = state.closedUntil.map { ContinuousClock.now < $0 } ?? false
        if let end = state.interrupted, end > .now {
          (state.closedUntil, state.closed, state.interrupted) = (end, SystemClock().now(), nil)
        } else if state.failures >= Self.patience, !isClosed {
          state.interrupted = nil
          let time = min(Self.longest, Self.shortest * (1 << min(state.closings, 6)))
          if state.closings == 0 { pause = time }
          state.closings += 1
          state.closedUntil = .now + time
          state.closed = SystemClock().now()
        }
      }
      return (lingered ? nil : Self.pass(&state), pause)
    }
    next?.turn.resume(returning: true)
    return pause
  }

  private func giveUp(_ number: Int) {
    let late: Waiter? = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    late?.turn.resume(returning: false)
  }

  /// Why a message is put off before it may even wait for a connection; nil: it is not.
  private func wait(_ id: RandomID, _ now: ContinuousClock.Instant, _ state: inout State) -> DeliveryError? {
    if let end = state.closedUntil {
      if now < end {
        let ends = (end - now).milliseconds
        return .resting(
          ChannelRest(
            ends: ends, wait: ends + Milliseconds.random(in: 0...1000), failures: state.failures, reason: state.reason,
            failed: state.failed))
      }
      // One is tried; the others wait for what comes of it.
      if state.isTrying { return .postponed(Milliseconds.random(in: 500...1500)) }
      state.isTrying = true
      return nil
    }
    guard let interval else { return nil }
    if let turn = state.reserved[id] {
      if now < turn { return .postponed((turn - now).milliseconds) }
      state.reserved[id] = nil
      return nil
    }
    state.next = max(state.next, now)
    let turn = state.next
    if turn - now > Self.longestReservation { return .postponed((Self.longestReservation / 2).milliseconds) }
    state.next = turn + interval
    if turn <= now { return nil }
    // Those that never came for their turn.
    if state.reserved.count > 10_000 {
      state.reserved = state.reserved.filter { now - $0.value < Self.longestReservation }
    }
    state.reserved[id] = turn
    return .postponed((turn - now).milliseconds)
  }
}

extension Duration {
  /// In whole milliseconds, rounded up.
  fileprivate var milliseconds: Milliseconds {
    components.seconds * 1000 + (components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
