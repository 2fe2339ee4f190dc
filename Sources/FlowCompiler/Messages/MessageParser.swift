import FlowModel
import FlowSource

/// Reads the files of `messages/`: their names, what stands between `---` and `---`, and the words below.
func parseMessages(_ sources: [SourceFile], _ problems: inout DiagnosticCollector) -> [MessageFile] {
  let names = Set(sources.map(\.nameInFolder))
  return sources.compactMap { source in
    guard let (name, isHTML) = messageName(of: source, beside: names, &problems) else { return nil }
    var file = MessageFile(source: source, name: name, isHTML: isHTML)
    let count = problems.count
    file.read(&problems)
    file.isBroken = problems.hasErrors(behind: count)
    return file
  }
}

extension MessageFile {
  /// How large a file may be, in bytes: mail programs cut what is larger.
  static let limit = 100 << 10

  /// How many parts a text message may be cut into, where its file allows it.
  static let partsRange = 1...10

  fileprivate mutating func read(_ problems: inout DiagnosticCollector) {
    let bytes = source.bytes
    func refuse(_ message: String, _ place: Range<Int>, help: String) {
      problems.report(Diagnostic("U612", .error, message, at: span(place), help: help))
    }
    guard bytes.count <= Self.limit else {
      return refuse(
        "the file is larger than \(Self.limit >> 10) KiB", 0..<0,
        help: "make it shorter: mail programs cut such mails off")
    }
    if let place = bytes.firstInvalidByte {
      return refuse("this is no UTF-8", place..<place + 1, help: "save the file as UTF-8")
    }
    let isForbidden: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 || $0 == 0x7F }
    if let place = bytes.firstIndex(where: isForbidden) {
      return refuse("a control character stands here", place..<place + 1, help: "take it out")
    }
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let unseen = UnseenCharacter.first(in: bytes, from: at, ofPage: isHTML) {
      return problems.report(unseen.problem(at: span(unseen.range)))
    }
    var isOpen = false
    if case let first = line(at), text(first.content) == "---" {
      isOpen = true
      at = first.next
    }
    // Else all of it would be read as keys.
    if isOpen, !isClosed(at) {
      return refuse("the front matter is never closed", 0..<3, help: "write `---` on a line of its own below it")
    }
    var places: [String: Range<Int>] = [:]
    while isOpen, at < bytes.count {
      let line = line(at)
      at = line.next
      if text(line.content) == "---" {
        isOpen = false
      } else {
        entry(line.content, &places, &problems)
      }
    }
    bodyRange = at..<bytes.count
    // The file's own last line break is not the message's.
    if !isHTML { while let last = bodyRange.last, [0x0A, 0x0D, 0x20].contains(bytes[last]) { bodyRange.removeLast() } }
    body = TemplateParser.parse(source, bodyRange, &problems)
    if !isHTML, bodyRange.isEmpty {
      refuse("there are no words in it", 0..<0, help: "write what people read; the plain text is always sent")
    }
    if !isHTML, name.channel != .sms, subject == nil, !problems.hasErrors {
      refuse("a mail needs a subject", 0..<0, help: "begin the file with `---`, `subject: …` and `---`")
    }
  }

  /// `key: value` of the front matter.
  private mutating func entry(
    _ line: Range<Int>, _ places: inout [String: Range<Int>], _ problems: inout DiagnosticCollector
  ) {
    func refuse(_ message: String, _ place: Range<Int>, help: String, edit: Edit? = nil) {
      problems.report(Diagnostic("U612", .error, message, at: span(place), help: help, edit: edit))
    }
    let bytes = source.bytes
    if line.isEmpty || bytes[line.lowerBound] == UInt8(ascii: "#") { return }
    guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else {
      return refuse("this is no `key: value`", line, help: "write `subject: …`, and `---` below the last one")
    }
    let key = trimmed(line.lowerBound..<colon)
    var value = trimmed(colon + 1..<line.upperBound)
    if let quote = bytes[value].first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let inner = value.lowerBound + 1..<max(value.lowerBound + 1, value.upperBound - 1)
      guard value.count >= 2, bytes[value].last == quote,
        !bytes[inner].contains(where: { $0 == quote || quote == UInt8(ascii: "\"") && $0 == UInt8(ascii: "\\") })
      else {
        return refuse(
          "these quotes are read in other ways elsewhere", value,
          help: "put all of it in quotes of the other kind, or leave them out")
      }
      value = inner
    } else if let comment = zip(value, value.dropFirst()).first(where: {
      (bytes[$0] == 0x20 || bytes[$0] == 0x09) && bytes[$1] == UInt8(ascii: "#")
    })?.1 {
      return refuse(
        "this looks like a comment, and would be sent", comment..<value.upperBound,
        help: "take it out, or put all behind the colon in quotes")
    }
    let name = text(key)
    let keys = isHTML ? ["preheader"] : ["subject", "parts"]
    guard keys.contains(name) else {
      if ["subject", "preheader", "parts"].contains(name) {
        return refuse(
          "\(name.quoted) does not stand in \(isHTML ? "the page" : "the plain text") of a message", key,
          help: name == "preheader" ? "write it in the `.html` file" : "write it in the `.txt` file")
      }
      let guess = Guess(Word(text: name, span: span(key)), among: keys)
      return refuse(
        "there is no \(name.quoted) here", key,
        help: guess?.help ?? "there \(keys.count == 1 ? "is" : "are") \(keys.listedWhole())",
        edit: guess?.edit(Word(text: name, span: span(key))))
    }
    if name == "subject", self.name.channel == .sms {
      return refuse("a text message has no subject", key, help: "take it out: nobody would see it")
    }
    if places.updateValue(key, forKey: name) != nil {
      return refuse("\(name.quoted) stands here twice", key, help: "keep one of the two")
    }
    guard !value.isEmpty else { return refuse("\(name.quoted) says nothing", key, help: "write it behind the colon") }
    switch name {
    case "subject": subject = TemplateParser.parse(source, value, &problems)
    case "preheader": preheader = TemplateParser.parse(source, value, &problems)
    default:
      guard let count = Int(text(value)), Self.partsRange.contains(count) else {
        let (least, most) = (Self.partsRange.lowerBound, Self.partsRange.upperBound)
        return refuse("`parts` is a number from \(least) to \(most)", value, help: "write `parts: 2`")
      }
      parts = count
    }
  }

  /// Whether a line behind a place closes the front matter.
  private func isClosed(_ start: Int) -> Bool {
    var at = start
    while at < source.bytes.count {
      let line = line(at)
      if text(line.content) == "---" { return true }
      at = line.next
    }
    return false
  }

  /// A line without its line break, and where the next one begins.
  private func line(_ start: Int) -> (content: Range<Int>, next: Int) {
    let bytes = source.bytes
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    return (trimmed(start..<end), min(end + 1, bytes.count))
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    while let first = range.first, isSpace(source.bytes[first]) { range = first + 1..<range.upperBound }
    while let last = range.last, isSpace(source.bytes[last]) { range = range.lowerBound..<last }
    return range
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }
}

extension Range<Int> {
  fileprivate mutating func removeLast() { self = lowerBound..<upperBound - 1 }
}

extension [UInt8] {
  /// The first byte that is no UTF-8.
  fileprivate var firstInvalidByte: Int? {
    do {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return Swift.min(error.byteOffsets.lowerBound, Swift.max(0, count - 1))
    }
  }
}
