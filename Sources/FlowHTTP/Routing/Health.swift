/// Whether a server can do its work: what a balancer and an orchestrator ask, in plain text, under whatever name and however
/// often.
///
/// | path | is |
/// |---|---|
/// | `/healthz` | 200 `ok` while the process answers: where it does not, only a restart helps |
/// | `/readyz` | 200 `ok` while it can do its work, else 503 with a reason a line: requests should go elsewhere |
struct Health: HTTPHandler {
  private let router: Router

  init(_ reasons: @escaping @Sendable () async -> [String]) {
    var router = Router()
    router.on(.get, "healthz") { _ in Self.answer([]) }
    router.on(.get, "readyz") { _ in Self.answer(await reasons()) }
    self.router = router
  }

  nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    await router.respond(to: whole(request))
  }

  func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse { refusal.plain }

  func knows(_ segment: String) -> Bool { router.knows(segment) }

  /// The request with the path that the mount has taken.
  private func whole(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.path = request.mountedAt + request.path
    return request
  }

  private static func answer(_ reasons: [String]) -> HTTPResponse {
    HTTPResponse(
      reasons.isEmpty ? 200 : 503,
      headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
      body: Array((reasons.isEmpty ? "ok\n" : reasons.map { $0 + "\n" }.joined()).utf8))
  }
}
