/// A request's method, by its case-sensitive name (RFC 9110, section 9).
public struct HTTPMethod: Hashable, Sendable, Comparable {
  /// The name.
  public let name: String

  /// A method of a name.
  public init(_ name: String) { self.name = name }

  /// Read.
  public static let get = HTTPMethod("GET")
  /// Read the headers alone.
  public static let head = HTTPMethod("HEAD")
  /// Do.
  public static let post = HTTPMethod("POST")
  /// Replace.
  public static let put = HTTPMethod("PUT")
  /// Remove.
  public static let delete = HTTPMethod("DELETE")
  /// Ask what is possible.
  public static let options = HTTPMethod("OPTIONS")

  /// Those of RFC 9110, section 9, and RFC 5789.
  static let standard: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
  ]

  /// By name.
  public static func < (one: HTTPMethod, other: HTTPMethod) -> Bool { one.name < other.name }
}
