package import FlowModel
import Synchronization

/// Watches an engine while an attack is replayed: which effects were performed with which outcome, which of them without
/// what they demand, and how much slow work was done.
///
/// INVARIANT: only an engine made by `Engine.init(replayingIn:ports:observer:)` has one. Its storage is memory that nobody
/// else knows, so that what is done without its demands is done to nobody.
package final class EngineObserver: Sendable {
  /// An effect that was performed.
  package struct PerformedEffect: Hashable, Sendable {
    /// The state's name in the table.
    package var state: String
    /// The effect.
    package var effect: Effect
    /// The outcome's name.
    package var outcome: String
    /// Whether something that the catalogue bounds was spent for it.
    package var hasSpent: Bool
  }

  /// What was done although the engine would have refused it.
  package struct Violation: Hashable, Sendable {
    /// The state's name in the table.
    package var state: String
    /// What was done, as in "password.set without the proof that must stand before it".
    package var action: String
    /// The identifiers of those it was done to: of the bound account, and the one that should have been proven.
    package var subject: [String]
  }

  /// What was seen of one step.
  package struct Step: Sendable {
    /// The effects, in their order.
    package var performed: [PerformedEffect] = []
    /// What was not proven.
    package var violations: [Violation] = []
    /// How many passwords were hashed or compared.
    package var hashes = 0
  }

  private let step = Mutex(Step())

  /// An observer that has seen nothing.
  package init() {}

  /// What was seen since the last call.
  package func take() -> Step {
    step.withLock { step in
      defer { step = Step() }
      return step
    }
  }

  /// Forgets an attempt that is made again, but for the work that was done for it.
  func begin() {
    step.withLock { step in
      step.performed = []
      step.violations = []
    }
  }

  func note(_ effect: PerformedEffect) { step.withLock { $0.performed.append(effect) } }
  func note(_ violation: Violation) { step.withLock { $0.violations.append(violation) } }
  func note(_ work: Work) {
    switch work {
    case .hash, .verify: step.withLock { $0.hashes += 1 }
    case .dictionary, .leak, .leaked, .function, .spend: break
    }
  }
}

extension EffectStep {
  /// Refuses to go on with what was not proven; where an attack is replayed, goes on and says so. `isProvable`: whether the
  /// compiler proves that it never happens.
  func violate(_ action: String, subject: [String] = [], isProvable: Bool = true) throws {
    guard let observer = ports.observer else { throw refused(isProvable ? .unproven(action) : .denied(action)) }
    let account = try boundAccount()
    observer.note(
      EngineObserver.Violation(
        state: state.name, action: action, subject: subject + (account?.identifiers.map(\.value) ?? [])))
  }
}
