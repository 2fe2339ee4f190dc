import FlowModel
public import FlowRuntime

/// `/metrics` in the text format of Prometheus, with `/healthz` and `/readyz` beside it: for an address of its own, which only
/// whoever watches over the server can reach.
public struct Metrics: HTTPHandler {
  private let router: Router

  /// Answers with the figures of now, and with why the server cannot do its work.
  public init(
    _ families: @escaping @Sendable () async -> [MetricFamily], unreadiness: @escaping @Sendable () async -> [String]
  ) {
    var router = Router()
    router.on(.get, "metrics") { _ in
      HTTPResponse(
        200, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
        body: Array(await families().map(\.text).joined().utf8))
    }
    let health = Health(unreadiness)
    for path in [ServedPaths.liveness, ServedPaths.readiness] { router.mount(path, health) }
    self.router = router
  }

  /// Answers.
  public nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    await router.respond(to: request)
  }

  /// In plain text.
  public func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse { refusal.plain }
}

extension MetricFamily {
  /// The family in the text format, version 0.0.4.
  var text: String {
    var text = "# HELP \(name) \(escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
      text += name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(figure(sample.value))\n"
    }
    return text
  }
}

/// A figure as it is written: a whole one without a fraction.
private func figure(_ value: Double) -> String { Int64(exactly: value).map { String($0) } ?? "\(value)" }

private func escaped(_ text: String, quotes: Bool = false) -> String {
  var escaped = ""
  for character in text.unicodeScalars {
    switch character {
    case "\\": escaped += "\\\\"
    case "\n": escaped += "\\n"
    case "\"" where quotes: escaped += "\\\""
    default: escaped.unicodeScalars.append(character)
    }
  }
  return escaped
}
