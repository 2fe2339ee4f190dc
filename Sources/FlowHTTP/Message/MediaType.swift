/// A media type as `Content-Type` writes it (RFC 9110, section 8.3.1).
public struct MediaType: Hashable, Sendable {
  /// `type/subtype` in lower case.
  public let essence: String
  /// The parameter `charset` in lower case.
  public let charset: String?

  /// JSON.
  public static let json = "application/json"
  /// Plain text.
  public static let text = "text/plain"
  /// A form.
  public static let form = "application/x-www-form-urlencoded"

  /// Reads one media type; nil if the text is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { Self.trim($0) }
    guard let first = parts.first else { return nil }
    let halves = first.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, halves.allSatisfy(Self.isToken) else { return nil }
    essence = first.lowercased()
    var charset: String?
    for part in parts.dropFirst() where !part.isEmpty {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, Self.isToken(pair[0]) else { return nil }
      if pair[0].lowercased() == "charset" { charset = pair[1].lowercased().filter { $0 != "\"" } }
    }
    self.charset = charset
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isVisible && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
  }
}

extension HTTPRequest {
  /// Whether the body is declared to be of a type, in UTF-8 and unencoded. A second `Content-Type` is none.
  public func hasBody(of essence: String) -> Bool {
    let types = headers.values("Content-Type")
    guard types.count == 1, !isEncoded else { return false }
    // As nearly all clients write it.
    if types[0] == essence { return true }
    guard let type = MediaType(types[0]), type.essence == essence else { return false }
    return type.charset ?? "utf-8" == "utf-8"
  }

  /// Whether nothing is declared of the body.
  public var hasBodyOfNoType: Bool { headers.values("Content-Type").isEmpty && !isEncoded }

  private var isEncoded: Bool { headers["Content-Encoding"].map { $0 != "identity" } ?? false }
}
