import FlowModel

/// One field of a mail's header (RFC 5322, section 2.2), with what is not ASCII as encoded words (RFC 2047).
///
/// INVARIANT: no value ends the field and begins another: what is no visible ASCII is encoded, whatever it is.
struct HeaderField {
  /// The field with its line break.
  let line: String

  /// A field whose value people read.
  init(_ name: String, text: String) {
    line = "\(name): \(Self.unstructured(text, behind: name.utf8.count + 2))\r\n"
  }

  /// A field that holds one address.
  init(_ name: String, _ mailbox: Mailbox) {
    let address = mailbox.address.wire
    guard let person = mailbox.name else {
      line = "\(name): \(address)\r\n"
      return
    }
    // The form of a mailbox's name has no quote and no backslash.
    let isPlain = person.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    let shown = isPlain ? "\"\(person)\"" : Self.words(person)
    line = "\(name): \(shown)\r\n <\(address)>\r\n"
  }

  private static func unstructured(_ text: String, behind width: Int) -> String {
    let isPlain = text.utf8.count + width <= 76 && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    return isPlain && !text.contains("=?") && text.first != " " && text.last != " " ? text : words(text)
  }

  /// The text as encoded words of at most 75 characters, none of which splits a letter.
  private static func words(_ text: String) -> String {
    var words: [String] = []
    var bytes: [UInt8] = []
    func end() {
      if !bytes.isEmpty { words.append("=?utf-8?B?\(base64(bytes))?=") }
      bytes = []
    }
    for scalar in text.unicodeScalars {
      let next = Array(String(scalar).utf8)
      if bytes.count + next.count > 39 { end() }
      bytes += next
    }
    end()
    return words.joined(separator: "\r\n ")
  }
}

extension EmailAddress {
  /// The address as mail servers take it: the domain as DNS knows it.
  var wire: String { "\(local)@\(asciiDomain ?? domain)" }

  /// Whether a mail server must know SMTPUTF8 to take it (RFC 6531).
  var needsUTF8: Bool { !local.utf8.allSatisfy { $0 < 0x80 } }
}
