import FlowHTTP
import Glibc

/// Requests over loopback with wrk as the client, on the same machine.
enum HTTPRequests {
  static func measure() async throws -> [Row] {
    var router = Router()
    router.on(.get, "light") { _ in
      HTTPResponse(200, headers: ["Content-Type": "text/plain"], body: Array("light".utf8))
    }
    router.on(.get, "elsewhere") { _ in await answer() }
    let server = try HTTPServer(ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: router)
    let light = load("http://127.0.0.1:\(server.port)/light")
    let elsewhere = load("http://127.0.0.1:\(server.port)/elsewhere")
    await server.shutdown()
    guard let light, let elsewhere else { return [Row("HTTP requests", "not measured", note: "wrk is not installed")] }
    return [
      Row("HTTP requests, light handler, 64 connections", rate(light), bar: "50,000 /s", met: light >= 50_000),
      Row("  answered from another thread", rate(elsewhere)),
    ]
  }

  /// As an engine's step is: on Swift's pool, while the connection is suspended.
  @concurrent private static func answer() async -> HTTPResponse { HTTPResponse(200, body: Array("light".utf8)) }

  /// Requests a second; nil without wrk.
  private static func load(_ url: String) -> Double? {
    guard let pipe = popen("wrk -t1 -c64 -d3s \(url) 2>/dev/null", "r") else { return nil }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 512)
    var rate: Double?
    while fgets(&line, 512, pipe) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("Requests/sec:") { rate = Double(text.dropFirst(13).filter { !$0.isWhitespace }) }
      if text.contains("Non-2xx") || text.contains("Socket errors") { fatalFlow("wrk says: \(text)") }
    }
    return rate
  }
}
