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
      write(elements, "[", "]") { $0.write($1) }
    case .object(let object):
      write(object.members, "{", "}") {
        $0.write($1.name)
        $0.bytes += ($0.indent ? ": " : ":").utf8
        $0.write($1.value)
      }
    }
  }

  mutating func write<Element>(
    _ elements: [Element], _ open: Character, _ close: Character, one: (inout JSONWriter, Element) -> Void
  ) {
    bytes += open.utf8
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      newLine()
      one(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { newLine() }
    bytes += close.utf8
  }

  mutating func newLine() {
    guard indent else { return }
    bytes.append(0x0A)
    bytes += [UInt8](repeating: 0x20, count: depth * 2)
  }

  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
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
    bytes.append(UInt8(ascii: "\""))
  }
}
