import FlowRuntime

/// Complete sign-ups over HTTP, the load from this same process.
enum SignUps {
  static func measure() async throws -> [Row] {
    let server = try await MeasuredServer()
    let (port, box) = (server.port, server.box)
    let thread = WorkerPool(threads: 1)
    let outcome = try await thread.run {
      var load = SignUpLoad(
        port: port, connections: 192, application: "browser", box: box)
      return load.run(warmUp: 1, seconds: 5)
    }
    await server.end()
    return [
      Row(
        "e-mail sign-ups over HTTP, 4 requests each, SQLite on disk", rate(outcome.perSecond), bar: "1,500 /s",
        met: outcome.perSecond >= 1500,
        note: "\(microseconds(outcome.processorTime)) of processor time each")
    ]
  }
}
