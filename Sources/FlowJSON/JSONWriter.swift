extension JSON {
  /// The value as compact JSON on one line.
  public var text: String { String(decoding: utf8(), as: UTF8.self) }

  /// The value as JSON indented by two spaces, ending without a line break.
  public var prettyText: String {
    var writer = JSONWriter(indent: true)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as the bytes of compact JSON.
  public func utf8() -> [UInt8] {
    var writer = JSONWriter(indent: false)
    writer.write(self)
    return writer.bytes
  }

  /// Appends the value as the bytes of compact JSON.
  public func append(to bytes: inout [UInt8]) {
    var writer = JSONWriter(indent: false)
    swap(&writer.bytes, &bytes)
    writer.write(self)
    swap(&writer.bytes, &bytes)
  }
}

private struct JSONWriter {
  var bytes: [UInt8] = []
  let indent: Bool
  var depth = 0

  init(indent: Bool) { self.indent = indent }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .int(let number): bytes += String(number).utf8
    case .double(let number):
      // JSON has no infinities; the parser never makes one, and null is what JavaScript writes.
      bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .string(let text): write(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      depth += 1
      for (index, element) in elements.enumerated() {
        begin(index)
        write(element)
      }
      end(elements.isEmpty, UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      depth += 1
      for (index, member) in object.members.enumerated() {
        begin(index)
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        if indent { bytes.append(0x20) }
        write(member.value)
      }
      end(object.members.isEmpty, UInt8(ascii: "}"))
    }
  }

  /// What stands before an element.
  private mutating func begin(_ index: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    newLine()
  }

  /// What stands behind the last element.
  private mutating func end(_ isEmpty: Bool, _ close: UInt8) {
    depth -= 1
    if !isEmpty { newLine() }
    bytes.append(close)
  }

  mutating func newLine() {
    guard indent else { return }
    bytes.append(0x0A)
    bytes += [UInt8](repeating: 0x20, count: depth * 2)
  }

  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
      if utf8.contains(where: Self.isEscaped) { writeEscaped(utf8) } else { bytes.append(contentsOf: utf8) }
    }
    if isWritten == nil { writeEscaped(text.utf8) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func writeEscaped(_ utf8: some Sequence<UInt8>) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7F:
        let hex = Array("0123456789abcdef".utf8)
        bytes += "\\u00".utf8
        bytes.append(hex[Int(byte >> 4)])
        bytes.append(hex[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
  }
}
