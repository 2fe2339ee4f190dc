import Synchronization

/// Which transitions a step took, for whoever tests flows. It is told and never asked: a run goes the same way with it and
/// without. A step that is taken again from the start begins anew.
package final class StepPath: Sendable {
  /// A transition, by the numbers of its flow and of itself in the table.
  package struct Taken: Hashable, Sendable {
    /// The flow.
    package var flow: Int32
    /// The transition.
    package var transition: Int32

    /// A transition of a flow.
    package init(flow: Int32, transition: Int32) { (self.flow, self.transition) = (flow, transition) }
  }

  private let taken = Mutex<[Taken]>([])

  /// A path that leads nowhere yet.
  package init() {}

  /// The transitions since the last call, in the order in which they were taken.
  package func take() -> [Taken] {
    taken.withLock { taken in
      defer { taken.removeAll(keepingCapacity: true) }
      return taken
    }
  }

  func begin() { taken.withLock { $0.removeAll(keepingCapacity: true) } }

  func note(_ transition: Int32, of flow: Int32) {
    taken.withLock { $0.append(Taken(flow: flow, transition: transition)) }
  }
}
