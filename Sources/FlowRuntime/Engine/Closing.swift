import FlowModel
import FlowThreads

/// What an engine left undone when it was closed.
public struct Leftover: Hashable, Sendable {
  /// Steps that were still being taken: those go on while the process does.
  public var steps = 0
  /// Messages that were being delivered: whoever delivers next tries them again.
  public var messages = 0

  /// Whether nothing was.
  public var isEmpty: Bool { steps == 0 && messages == 0 }
}

extension Engine {
  /// How it is doing.
  public var status: EngineStatus {
    var status = activity.status
    status.programs = programCount
    return status
  }

  /// Ends the use of the engine. From now on every step is refused as `unavailable`, and nothing happens to its run. Steps
  /// under way are waited for, and then the messages that they have written are delivered. What is not done after `limit`
  /// is left: deliveries are cancelled, and their messages rest in storage. The storage is the host's to close.
  @discardableResult
  public func close(within limit: Duration = .seconds(10)) async -> Leftover {
    activity.close()
    let end = ContinuousClock.now + limit
    _ = await value(of: Task { await activity.idle() }, within: limit)
    let delivery = Task {
      await deliverDue()
      await activity.emptied()
    }
    if await value(of: delivery, within: end - .now) == nil {
      activity.cancelDeliveries()
      // A channel that minds its cancellation says so at once, and what came of it is written.
      _ = await value(of: Task { await activity.emptied() }, within: .milliseconds(500))
    }
    let status = activity.status
    let leftover = Leftover(steps: status.steps, messages: status.messages)
    if !leftover.isEmpty {
      log(.warning, "closed with \(leftover.steps) steps and \(leftover.messages) messages under way")
    }
    return leftover
  }
}
