/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
  /// Decodes; nil where an escape is broken or what results is no UTF-8, or has a NUL. `plusIsSpace` for form fields.
  static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
    // Most of what comes has nothing to decode.
    let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || $0 == 0 || plusIsSpace && $0 == UInt8(ascii: "+") }
    if isPlain { return String(validating: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(0x20)
      default: decoded.append(byte)
      }
    }
    if decoded.contains(0) { return nil }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// Fields as forms and queries carry them (`application/x-www-form-urlencoded`, WHATWG URL, section 5.1), in order.
public struct FormFields: Hashable, Sendable {
  /// One field.
  public struct Field: Hashable, Sendable {
    /// The decoded name.
    public let name: String
    /// The decoded value.
    public let value: String
  }

  /// All fields in order.
  public var fields: [Field] = []

  /// No fields.
  public init() {}

  /// Reads a form strictly; nil where an escape is broken, the text is no UTF-8 or has a NUL.
  public init?(_ bytes: some Collection<UInt8>) {
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      let rest = equals.map { part[part.index(after: $0)...] } ?? part[part.endIndex...]
      guard let name = PercentEncoding.decode(part[..<(equals ?? part.endIndex)], plusIsSpace: true),
        let value = PercentEncoding.decode(rest, plusIsSpace: true)
      else { return nil }
      fields.append(Field(name: name, value: value))
    }
  }

  /// The first value of a name.
  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// A name that stands more than once.
  public var duplicate: String? {
    // Forms are small, and a set of their names is dearer than a look back. Large ones come from nobody of good will.
    if fields.count <= 16 {
      return fields.indices.first { index in fields[..<index].contains { $0.name == fields[index].name } }
        .map { fields[$0].name }
    }
    var seen = Set<String>()
    return fields.first { !seen.insert($0.name).inserted }?.name
  }
}
