import FlowModel
import FlowThreads

extension Engine {
  /// All figures, as they are now: those that `EnginePorts.measures` has counted, and how full the queues are. Where storage does
  /// not answer soon, those that rest there are left out.
  public func metrics() async -> [MetricFamily] {
    let status = status
    var families = ports.measures?.families ?? []
    families += [
      .init("usher_steps_open", .gauge, "Steps that are being taken", value: Double(status.steps)),
      .init("usher_tables", .gauge, "Versions of tables that are held ready", value: Double(status.programs)),
      .init(
        "usher_password_hashing_threads", .gauge, "Threads that hash passwords", value: Double(hashing.threads)),
      .init(
        "usher_password_hashing_queue", .gauge, "Passwords that are being hashed or wait for it",
        value: Double(hashing.taken)),
      .init("usher_messages_open", .gauge, "Messages that are being delivered", value: Double(status.messages)),
      .init(
        "usher_background_failures_total", .counter, "Times that storage failed beside any step",
        value: Double(status.failures)),
    ]
    let waiting = await outboxAge()
    families.append(
      .init("usher_storage_up", .gauge, "Whether storage answered just now", value: waiting == nil ? 0 : 1))
    if let waiting {
      families += [
        .init("usher_messages_waiting", .gauge, "Messages in the outbox", value: Double(waiting.messages)),
        .init(
          "usher_messages_oldest_due_seconds", .gauge, "For how long the first message is due that nobody took yet",
          value: Double(waiting.overdue) / 1000),
      ]
    }
    return families
  }

  /// How many messages wait, and for how long one is due, in milliseconds, that no process takes; nil where storage does not
  /// answer. One that is tried again later is not due.
  public func outboxAge() async -> (messages: Int, overdue: Milliseconds)? {
    let (storage, now) = (storage, ports.clock.now())
    let reading = Task {
      try? await storage.transact { transaction in
        let first = try transaction.messages(dueBy: now, limit: 1).first
        return (messages: try transaction.waitingMessages(), overdue: first.map { max(0, now - $0.due) } ?? 0)
      }
    }
    return await value(of: reading, within: .seconds(2)) ?? nil
  }
}
