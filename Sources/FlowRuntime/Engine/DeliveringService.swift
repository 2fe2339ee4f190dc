public import FlowJSON

/// A service whose messages leave by themselves: each step wakes the delivery, and so does time.
public struct DeliveringService: FlowService {
  private let engine: Engine
  private let wake: AsyncStream<Void>.Continuation

  /// How many milliseconds delivery waits, so that it shares no time with the request that woke it, nor with the next one:
  /// neither tells whether a message or a decoy was stored.
  private static let pause = 20...120

  /// A service over an engine, and the task that delivers and tidies until it is cancelled. It then delivers once
  /// more what is due, and ends.
  public static func start(_ engine: Engine) -> (service: DeliveringService, task: Task<Void, Never>) {
    let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let delivery = Task {
      for await _ in stream {
        try? await Task.sleep(for: .milliseconds(Int.random(in: pause)))
        await engine.deliverMessages()
      }
    }
    let timer = Task {
      var rounds = 0
      while !Task.isCancelled {
        wake.yield()
        if rounds % 60 == 0 { while let count = try? await engine.removeExpired(), count >= Engine.removalLimit {} }
        rounds += 1
        try? await Task.sleep(for: .seconds(1))
      }
    }
    let task = Task {
      await withTaskCancellationHandler {
        await timer.value
      } onCancel: {
        timer.cancel()
      }
      // What was committed before the end still leaves.
      wake.finish()
      await delivery.value
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
