import FlowRuntime
import FlowThreads
import Synchronization

/// The threads that calls run on, and who may have one.
struct FunctionTurns {
  let threads: WorkerPool
  let shares: FunctionShares

  init(threads count: Int) {
    threads = WorkerPool(threads: count)
    shares = FunctionShares(total: count, line: 2 * count)
  }
}

/// How many calls may be under way at once: of one function, of one tenant, and in all. So a function that does not answer
/// takes the turn of its own calls, and of no other tenant's.
final class FunctionShares: Sendable {
  /// Whose call it is.
  struct Caller: Hashable {
    let tenant: String
    let function: String
  }

  private struct Waiter {
    let number: Int
    let caller: Caller
    let deadline: Deadline
    /// What it waits for.
    let reason: String
    let turn: CheckedContinuation<Result<String?, CallFailure>, Never>
  }

  private enum Answer {
    case turn
    case refused(String)
    case waits(Int)
  }

  private struct State {
    var calls: [Caller: Int] = [:]
    var tenants: [String: Int] = [:]
    var total = 0
    var waiting: [Waiter] = []
    var number = 0
  }

  private let state = Mutex(State())
  private let perFunction: Int
  private let perTenant: Int
  private let total: Int
  private let line: Int

  /// So many in all, a quarter of them for one tenant, half of those for one of its functions, of whose calls `line` may wait.
  init(total: Int, line: Int) {
    self.total = total
    perTenant = max(1, total / 4)
    perFunction = max(1, total / 8)
    self.line = line
  }

  /// Waits for a turn, which `leave` ends; throws where there is none by the deadline, or too many wait. Says what it had to
  /// wait for; nil: nothing.
  func enter(_ caller: Caller, by deadline: Deadline) async throws(CallFailure) -> String? {
    let result: Result<String?, CallFailure> = await withCheckedContinuation { turn in
      let answer: Answer = state.withLock { state in
        guard let reason = reason(caller, state) else {
          take(caller, &state)
          return .turn
        }
        guard state.waiting.count(where: { $0.caller == caller }) < line else {
          return .refused("is one of too many that wait: \(reason)")
        }
        state.number += 1
        state.waiting.append(
          Waiter(number: state.number, caller: caller, deadline: deadline, reason: reason, turn: turn))
        return .waits(state.number)
      }
      switch answer {
      case .turn: turn.resume(returning: .success(nil))
      case .refused(let reason): turn.resume(returning: .failure(CallFailure(reason)))
      case .waits(let number):
        Task { [self] in
          try? await Task.sleep(for: .milliseconds(deadline.remaining))
          giveUp(number)
        }
      }
    }
    return try result.get()
  }

  /// Ends a turn, and gives it to whoever has waited longest of those that may have it.
  func leave(_ caller: Caller) {
    let next: Waiter? = state.withLock { state in
      state.total -= 1
      state.tenants[caller.tenant] = state.tenants[caller.tenant].flatMap { $0 > 1 ? $0 - 1 : nil }
      state.calls[caller] = state.calls[caller].flatMap { $0 > 1 ? $0 - 1 : nil }
      guard
        let index = state.waiting.firstIndex(where: { !$0.deadline.hasPassed && reason($0.caller, state) == nil })
      else { return nil }
      let waiter = state.waiting.remove(at: index)
      take(waiter.caller, &state)
      return waiter
    }
    if let next { next.turn.resume(returning: .success(next.reason)) }
  }

  private func giveUp(_ number: Int) {
    let late: Waiter? = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    if let late { late.turn.resume(returning: .failure(CallFailure("was not asked in time: \(late.reason)"))) }
  }

  /// What a call has to wait for; nil: nothing.
  private func reason(_ caller: Caller, _ state: State) -> String? {
    if state.calls[caller, default: 0] >= perFunction { return "\(perFunction) calls of it are under way" }
    if state.tenants[caller.tenant, default: 0] >= perTenant {
      return "\(perTenant) calls of its tenant's functions are under way"
    }
    if state.total >= total { return "\(total) calls of all tenants' functions are under way" }
    return nil
  }

  private func take(_ caller: Caller, _ state: inout State) {
    state.total += 1
    state.tenants[caller.tenant, default: 0] += 1
    state.calls[caller, default: 0] += 1
  }
}
