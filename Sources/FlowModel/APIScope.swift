/// A permission that an API of an application's own knows: `api://club/read` is `read` of the resource `api://club`.
public struct APIScope: Hashable, Sendable, BinaryCodable {
  /// The API, which is the audience of access tokens for it: all before the last slash.
  public let resource: String
  /// The permission, as access tokens name it: what stands behind the last slash.
  public let name: String

  /// How the name of each API begins.
  public static let prefix = "api://"

  /// The scope as it is declared and asked for.
  public var text: String { resource + "/" + name }

  /// Reads a scope: `api://`, then at least two parts between slashes. A part begins with a letter or digit, and has those,
  /// `.`, `-` and `_` in it. Nil for what is none, or longer than 128 characters.
  public init?(_ text: String) {
    let prefix = Self.prefix
    guard text.hasPrefix(prefix), text.utf8.count <= 128 else { return nil }
    let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, let name = parts.last, parts.allSatisfy(Self.isPart) else { return nil }
    resource = prefix + parts.dropLast().joined(separator: "/")
    self.name = String(name)
  }

  private static func isPart(_ part: Substring) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard let first = part.utf8.first, isAlphanumeric(first) else { return false }
    return part.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  /// Appends the text.
  public func encode(to writer: inout ByteWriter) { text.encode(to: &writer) }

  /// Reads the text.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    guard let scope = APIScope(try String(from: &reader)) else { throw reader.failure("a scope of no API") }
    self = scope
  }
}
