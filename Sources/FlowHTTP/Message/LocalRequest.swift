extension HTTPRequest {
  /// A request from within the program, as a server would have read it: method, target (a path with its query), headers and
  /// body. Nil where the target is not well-formed.
  public init?(_ method: HTTPMethod, target: String, headers: HTTPHeaders, body: [UInt8], server: String) {
    guard let parsed = RequestTarget.parse(target, method) else { return nil }
    self.init(
      method, path: parsed.path, query: parsed.query, headers: headers, body: body, remoteAddress: "127.0.0.1",
      correlationID: CorrelationID.of(headers))
    localURL = server
  }
}
