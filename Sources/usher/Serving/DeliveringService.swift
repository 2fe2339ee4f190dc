import FlowJSON
import FlowRuntime

/// A service whose messages leave by themselves: each step wakes the delivery, and so does time.
struct DeliveringService: FlowService {
  let engine: Engine
  private let wake: AsyncStream<Void>.Continuation

  /// A service over an engine, and the task that delivers and tidies until it is cancelled.
  static func start(_ engine: Engine) -> (service: DeliveringService, task: Task<Void, Never>) {
    let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let delivery = Task {
      for await _ in stream { await engine.deliverMessages() }
    }
    let timer = Task {
      var rounds = 0
      while !Task.isCancelled {
        wake.yield()
        if rounds % 60 == 0 { _ = try? await engine.removeExpired() }
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

  func start(
    flow: String, tenant: String, application: String?, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    let reply = await engine.start(
      flow: flow, tenant: tenant, application: application, input: input, tokens: tokens)
    wake.yield()
    return reply
  }

  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    let reply = await engine.send(event, tokens: tokens)
    wake.yield()
    return reply
  }

  func start(
    flow: String, tenant: String, application: String?, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    let reply = await engine.start(
      flow: flow, tenant: tenant, application: application, event: event, tokens: tokens)
    wake.yield()
    return reply
  }

  func current(token: String) async -> Reply {
    let reply = await engine.current(token: token)
    wake.yield()
    return reply
  }

  func current(token: String, scope: ClientEvent.Scope, earlier: Bool) async -> Reply {
    let reply = await engine.current(token: token, scope: scope, earlier: earlier)
    wake.yield()
    return reply
  }

  func deliverMessages() async { await engine.deliverMessages() }
}
