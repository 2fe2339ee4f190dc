import FlowRuntime
import FlowThreads

/// Complete sign-ups over HTTP, the load from this same process; and what it costs that rows are sealed and bound.
enum SignUps {
  private static let rounds = 5

  static func measure() async throws -> [Row] {
    // By turns, so that a change of the machine's speed does not count for one side; each with a database of its own, which
    // begins empty.
    var (signUps, others): ([SignUpLoad.Outcome], [SignUpLoad.Outcome]) = ([], [])
    for _ in 0..<rounds {
      signUps.append(try await load(isSealed: true))
      others.append(try await load(isSealed: false))
    }
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

  private static func load(isSealed: Bool) async throws -> SignUpLoad.Outcome {
    let server = try await MeasuredServer(isSealed: isSealed)
    let (port, box) = (server.port, server.box)
    let outcome = try await WorkerPool(threads: 1).run {
      var load = SignUpLoad(port: port, connections: 192, application: "browser", box: box)
      return load.run(warmUp: 1, seconds: 3)
    }
    await server.end()
    return outcome
  }
}
