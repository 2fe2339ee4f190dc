import FlowRuntime

/// Complete sign-ups over HTTP, the load from this same process; and what it costs that rows are sealed and bound.
enum SignUps {
  private static let rounds = 4

  static func measure() async throws -> [Row] {
    let sealed = try await MeasuredServer()
    let clear = try await MeasuredServer(isSealed: false)
    // By turns, so that a change of the machine's speed does not count for one side.
    var (signUps, others): ([SignUpLoad.Outcome], [SignUpLoad.Outcome]) = ([], [])
    for _ in 0..<rounds {
      signUps.append(try await load(sealed))
      others.append(try await load(clear))
    }
    await sealed.end()
    await clear.end()
    let perSecond = signUps.map(\.perSecond).median
    let processorTime = signUps.map(\.processorTime).median
    let cost = zip(signUps, others).map { $0.processorTime / $1.processorTime - 1 }.median
    return [
      Row(
        "e-mail sign-ups over HTTP, 4 requests each, SQLite on disk", rate(perSecond), bar: "1,500 /s",
        met: perSecond >= 1500, note: "\(microseconds(processorTime)) of processor time each"),
      Row(
        "  what sealing and binding their rows costs", "\((cost * 100).rounded(1)) %", bar: "5 %", met: cost <= 0.05,
        note: "of the processor time, by turns with a server without; \(rate(others.map(\.perSecond).median)) there"),
    ]
  }

  private static func load(_ server: MeasuredServer) async throws -> SignUpLoad.Outcome {
    let (port, box) = (server.port, server.box)
    return try await WorkerPool(threads: 1).run {
      var load = SignUpLoad(port: port, connections: 192, application: "browser", box: box)
      return load.run(warmUp: 1, seconds: 4)
    }
  }
}
