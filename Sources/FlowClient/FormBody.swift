/// Percent-encoding of what stands in paths, queries and forms (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// A text in which all but the unreserved characters (RFC 3986, section 2.3) is escaped.
  public static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    append(text, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  static func append(_ text: String, to encoded: inout [UInt8]) {
    for byte in text.utf8 { append(byte, to: &encoded) }
  }

  private static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      encoded.append(byte)
    default:
      encoded.append(UInt8(ascii: "%"))
      encoded.append(digit(byte >> 4))
      encoded.append(digit(byte & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

/// The body of a form (`application/x-www-form-urlencoded`, WHATWG URL, section 5.2).
public enum FormBody {
  /// The value of `Content-Type`.
  public static let type = "application/x-www-form-urlencoded"

  /// Fields in their order.
  public static func encode(_ fields: [(name: String, value: String)]) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(fields.reduce(0) { $0 + $1.name.utf8.count + 2 * $1.value.utf8.count + 2 })
    for (name, value) in fields {
      if !body.isEmpty { body.append(UInt8(ascii: "&")) }
      PercentEncoding.append(name, to: &body)
      body.append(UInt8(ascii: "="))
      PercentEncoding.append(value, to: &body)
    }
    return body
  }
}
