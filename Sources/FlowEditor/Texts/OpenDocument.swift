package import FlowJSON

/// A text that a client has open; it goes before the file of its path.
package struct OpenDocument: Sendable {
  /// As the client names it, which answers repeat.
  package let uri: String
  package let path: String
  package private(set) var version: Int64
  package private(set) var lines: TextLines

  package var bytes: [UInt8] { lines.bytes }

  package init(uri: String, path: String, version: Int64, text: String) {
    (self.uri, self.path, self.version) = (uri, path, version)
    lines = TextLines(Array(text.utf8))
  }

  /// Makes the changes of a message, one after the other; false where one is none, and then nothing is changed.
  package mutating func apply(_ changes: [JSON], version: Int64) -> Bool {
    var lines = lines
    for change in changes {
      guard let text = change["text"]?.string else { return false }
      guard let json = change["range"], json != .null else {
        lines = TextLines(Array(text.utf8))
        continue
      }
      guard let range = TextRange(json) else { return false }
      let (start, end) = (lines.offset(range.start), lines.offset(range.end))
      lines = TextLines(lines.bytes[..<start] + Array(text.utf8) + lines.bytes[end...])
    }
    (self.lines, self.version) = (lines, version)
    return true
  }
}

/// `file:` URIs and paths.
package enum FileURI {
  /// The path of a URI; nil where it is none of a file on this machine.
  package static func path(_ uri: String) -> String? {
    let scheme = "file://"
    guard uri.lowercased().hasPrefix(scheme) else { return nil }
    let rest = uri.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash]) else { return nil }
    var bytes: [UInt8] = []
    var text = rest[slash...].prefix { $0 != "?" && $0 != "#" }.utf8[...]
    while let byte = text.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = text.popFirst(), let low = text.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), value != 0
      else { return nil }
      bytes.append(value)
    }
    guard let path = String(validating: bytes, as: UTF8.self), !path.contains("\0") else { return nil }
    return path
  }

  /// The URI of a path.
  package static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "/-._~".utf8.contains(byte)
      bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
