/// Finds the handler of a request by its path and method.
///
/// A pattern is a path whose segments are literal or `{name}`; what stands for a name is in the request's `parameters`. A
/// literal goes before a name. `HEAD` is answered by the route of `GET`, `OPTIONS` with `Allow`. A mount takes all paths
/// below its pattern that no route takes.
public struct Router: HTTPHandler {
  private struct Endpoint: Sendable {
    let names: [String]
    let handler: any HTTPHandler
  }

  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var named: Int?
    var methods: [HTTPMethod: Endpoint] = [:]
    var mount: Endpoint?
  }

  private var nodes = [Node()]
  /// The handlers that are mounted.
  private var mounts: [any HTTPHandler] = []
  /// All literals.
  private var words: Set<String> = []

  /// How it refuses what is below no mount.
  private let form: @Sendable (HTTPRefusal) -> HTTPResponse

  /// A router without routes, which refuses what is below no mount in a form: plain text, or the protocol's whose router it is.
  public init(refusing form: @escaping @Sendable (HTTPRefusal) -> HTTPResponse = { $0.plain }) { self.form = form }

  /// Routes a method at a pattern.
  public mutating func on(_ method: HTTPMethod, _ pattern: String, _ handler: any HTTPHandler) {
    let (node, names) = node(pattern)
    nodes[node].methods[method] = Endpoint(names: names, handler: handler)
  }

  /// Routes a method at a pattern to a function.
  public mutating func on(_ method: HTTPMethod, _ pattern: String, _ body: @escaping FunctionHandler.Body) {
    on(method, pattern, FunctionHandler(body))
  }

  /// Gives all paths below a pattern to a handler, which sees the path without what the pattern took.
  public mutating func mount(_ pattern: String, _ handler: any HTTPHandler) {
    let (node, names) = node(pattern)
    nodes[node].mount = Endpoint(names: names, handler: handler)
    mounts.append(handler)
  }

  private mutating func node(_ pattern: String) -> (node: Int, names: [String]) {
    var at = 0
    var names: [String] = []
    for segment in pattern.split(separator: "/") {
      let isNamed = segment.first == "{" && segment.last == "}"
      if isNamed { names.append(String(segment.dropFirst().dropLast())) } else { words.insert(String(segment)) }
      if let next = isNamed ? nodes[at].named : nodes[at].literals[String(segment)] {
        at = next
        continue
      }
      nodes.append(Node())
      if isNamed { nodes[at].named = nodes.count - 1 } else { nodes[at].literals[String(segment)] = nodes.count - 1 }
      at = nodes.count - 1
    }
    return (at, names)
  }

  /// The literals of its patterns, and what the handlers that are mounted know.
  public func knows(_ segment: String) -> Bool { words.contains(segment) || mounts.contains { $0.knows(segment) } }

  // MARK: Finding

  private struct Match {
    var node: Int
    /// How many segments it took.
    var depth: Int
    var values: [String]
  }

  /// Hands the request on.
  public nonisolated(nonsending) func respond(to request: HTTPRequest) async -> HTTPResponse {
    let path = request.path == [""] ? [] : request.path
    let root = Match(node: 0, depth: 0, values: [])
    if let match = find(path, from: root, where: { $0.depth == path.count && !nodes[$0.node].methods.isEmpty }) {
      let methods = nodes[match.node].methods
      guard let endpoint = methods[request.method] ?? (request.method == .head ? methods[.get] : nil) else {
        return respond(to: request, allowing: Array(methods.keys))
      }
      var request = request
      bind(endpoint, match, &request)
      return await endpoint.handler.respond(to: request)
    }
    // `OPTIONS *` asks whether the server is there at all.
    if request.path == ["*"], request.method == .options { return HTTPResponse(204) }
    guard let (endpoint, request) = mount(of: request) else { return refuse(.notFound, request) }
    return await endpoint.handler.respond(to: request)
  }

  /// The form that the handler mounted at the request's path gives it, or the router's own.
  public func refuse(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
    guard let (endpoint, request) = mount(of: request) else { return form(refusal) }
    return endpoint.handler.refuse(refusal, request)
  }

  private func respond(to request: HTTPRequest, allowing methods: [HTTPMethod]) -> HTTPResponse {
    var allowed = Set(methods)
    if allowed.contains(.get) { allowed.insert(.head) }
    allowed.insert(.options)
    let refusal = HTTPRefusal.methodNotAllowed(allowed.sorted())
    return request.method == .options ? HTTPResponse(204, headers: refusal.headers) : refuse(refusal, request)
  }

  /// The deepest mount at the request's path, and the request as it sees it.
  private func mount(of request: HTTPRequest) -> (Endpoint, HTTPRequest)? {
    var best: Match?
    _ = find(request.path, from: Match(node: 0, depth: 0, values: [])) { match in
      if nodes[match.node].mount != nil, match.depth >= best?.depth ?? 0, best?.depth != match.depth { best = match }
      return false
    }
    guard let best, let endpoint = nodes[best.node].mount else { return nil }
    var request = request
    bind(endpoint, best, &request)
    request.mountedAt += request.path.prefix(best.depth)
    request.path.removeFirst(best.depth)
    return (endpoint, request)
  }

  private func bind(_ endpoint: Endpoint, _ match: Match, _ request: inout HTTPRequest) {
    for (name, value) in zip(endpoint.names, match.values) { request.parameters[name] = value }
  }

  /// The first place along the path, literals first, that fits. Each node is looked at once at most.
  private func find(_ path: [String], from match: Match, where fits: (Match) -> Bool) -> Match? {
    if fits(match) { return match }
    guard match.depth < path.count else { return nil }
    let segment = path[match.depth]
    var next = match
    next.depth += 1
    if let literal = nodes[match.node].literals[segment] {
      next.node = literal
      if let found = find(path, from: next, where: fits) { return found }
    }
    guard let named = nodes[match.node].named, !segment.isEmpty else { return nil }
    next.node = named
    next.values.append(segment)
    return find(path, from: next, where: fits)
  }
}
