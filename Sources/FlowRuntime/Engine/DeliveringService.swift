public import FlowJSON

/// A service whose messages leave by themselves: each step wakes the delivery, and so does time.
public struct DeliveringService: FlowService {
  private let engine: Engine
  private let wake: AsyncStream<Void>.Continuation

  /// How many milliseconds delivery waits, so that it shares no time with the request that woke it, nor with the next one:
  /// neither tells whether a message or a decoy was stored.
  private static let pause = 20...120

  /// A service over an engine, and the task that delivers and tidies until it is cancelled. It then closes the engine: steps
  /// are refused, and what is under way and due is done within `limit`.
  public static func start(
    _ engine: Engine, closingWithin limit: Duration = .seconds(10)
  ) -> (service: DeliveringService, task: Task<Void, Never>) {
    let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let delivery = Task {
      await withDiscardingTaskGroup { group in
        for await _ in stream {
          try? await Task.sleep(for: .milliseconds(Int.random(in: pause)))
          // One round does not wait for another: a message that takes its time holds up none that comes later.
          if !engine.activity.isPausing { group.addTask { await engine.deliverMessages() } }
        }
      }
    }
    let timer = Task {
      while !Task.isCancelled {
        wake.yield()
        try? await Task.sleep(for: .seconds(1))
      }
    }
    let upkeep = Task {
      while !Task.isCancelled {
        await engine.tidy()
        try? await Task.sleep(for: .seconds(60))
      }
    }
    let backlog = Task {
      while !Task.isCancelled {
        await engine.tellBacklog()
        try? await Task.sleep(for: .seconds(10))
      }
    }
    let pauses = Task {
      while !Task.isCancelled {
        await engine.tellPauses()
        try? await Task.sleep(for: .seconds(3))
      }
    }
    let task = Task {
      await withTaskCancellationHandler {
        await timer.value
        await upkeep.value
        await backlog.value
        await pauses.value
      } onCancel: {
        timer.cancel()
        upkeep.cancel()
        backlog.cancel()
        pauses.cancel()
      }
      wake.finish()
      // What was committed before the end still leaves.
      await engine.close(within: limit)
      delivery.cancel()
    }
    return (DeliveringService(engine: engine, wake: wake), task)
  }

  /// Starts a run.
  public func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    defer { wake.yield() }
    return await engine.start(flow: flow, tenant: tenant, by: starter, input: input, tokens: tokens)
  }

  /// Starts a run with an event.
  public func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    defer { wake.yield() }
    return await engine.start(flow: flow, tenant: tenant, by: starter, event: event, tokens: tokens)
  }

  /// Sends an event.
  public func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    defer { wake.yield() }
    return await engine.send(event, tokens: tokens)
  }

  /// Where the run of a token stands, if it is one of a scope; nil: any.
  public func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply {
    defer { wake.yield() }
    return await engine.current(token: token, scope: scope, earlier: earlier)
  }

  /// Tries to deliver all messages that are due.
  public func deliverMessages() async { await engine.deliverMessages() }
}

extension Engine {
  /// Removes all that has ended, in small batches: after each, it rests four times as long as that took, so that steps wait for
  /// one batch at most, and seldom.
  func tidy() async {
    while !Task.isCancelled, !activity.isPausing {
      let begun = ContinuousClock.now
      do {
        if try await removeExpired() < Self.removalLimit { return }
      } catch {
        let seconds = activity.noteFailure("what ended cannot be removed: \(error)")
        return log(.error, "what ended cannot be removed: \(error); it is tried again in \(seconds) s")
      }
      try? await Task.sleep(for: max(.milliseconds(2), (.now - begun) * 4))
    }
  }
}
