import FlowJSON

/// What the log keeps of a request: no query, no header, no body, and so no secret.
public struct AccessRecord: Hashable, Sendable {
  /// When it was over, in milliseconds since 1970-01-01T00:00:00Z.
  public var time: Int64
  /// The method; `-`: none of HTTP's own.
  public var method: String
  /// The path as it was sent, without its query; at most 512 bytes. Of a request that was refused it ends with `…` before the
  /// first segment that is no word of the server's.
  public var path: String
  /// The response's status; 0: the client left before there was one.
  public var status: Int
  /// From the request's line to the response, in microseconds.
  public var microseconds: Int64
  /// The size of the response's body.
  public var bytes: Int
  /// The request's correlation id.
  public var correlationID: String
  /// The id that the answer bears as its own (`x-ms-request-id`), which people quote when they ask for help; nil: none.
  public var trace: String?
  /// The tenant that it was about, where that is known.
  public var tenant: String?
  /// The run, as replies name it.
  public var run: String?
  /// The client's IP address.
  public var remoteAddress: String

  /// The record as one line of JSON, without its line break.
  public var line: String {
    var object: JSONObject = [
      "time": .int(time), "level": "info", "event": "request", "method": .string(method), "path": .string(path),
      "status": .int(Int64(status)),
      "us": .int(microseconds), "bytes": .int(Int64(bytes)), "id": .string(correlationID),
    ]
    object["trace"] = trace.map(JSON.string)
    object["tenant"] = tenant.map(JSON.string)
    object["run"] = run.map(JSON.string)
    object["remote"] = .string(remoteAddress)
    return JSON.object(object).text
  }

  /// The method; `-` for one that HTTP does not have, which may be anything.
  static func method(_ method: HTTPMethod?) -> String {
    method.map(\.name).flatMap { HTTPMethod.standard.contains($0) ? $0 : nil } ?? "-"
  }

  /// The path of a target, without a host that it names.
  static func path(of target: String) -> String {
    String(
      decoding: RequestTarget.split(target).rest.utf8.prefix { $0 != UInt8(ascii: "?") }.prefix(512), as: UTF8.self)
  }

  /// The path as far as it is made of words that are known.
  static func path(of target: String, knowing isKnown: (String) -> Bool) -> String {
    let segments = path(of: target).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let cut = segments.firstIndex(where: { !$0.isEmpty && $0 != "*" && !isKnown($0) }) else {
      return segments.joined(separator: "/")
    }
    return (segments[..<cut] + ["…"]).joined(separator: "/")
  }
}
