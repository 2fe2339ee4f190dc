import FlowJSON
import FlowModel

/// A JSON document that stays the same for long, with its entity tag (RFC 9110, section 8.8.3).
struct HTTPDocument: Sendable {
  private let body: [UInt8]
  private let tag: String

  init(_ json: JSON) {
    body = json.utf8()
    tag = "\"\(ContentHash(of: body).description.prefix(32))\""
  }

  /// The document, or 304 for who has it.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let headers: HTTPHeaders = ["ETag": tag, "Cache-Control": "no-cache"]
    let known = request.headers.values("If-None-Match").flatMap { $0.split(separator: ",") }.map {
      String($0.drop { $0 == " " }.prefix { $0 != " " })
    }
    if known.contains(where: { $0 == "*" || $0 == tag || $0 == "W/" + tag }) {
      return HTTPResponse(304, headers: headers)
    }
    var whole = headers
    whole.add("Content-Type", MediaType.json)
    return HTTPResponse(200, headers: whole, body: body)
  }
}
