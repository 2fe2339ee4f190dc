import FlowSource

/// What can be wrong with a YAML file beside its syntax. The texts stand at the foot of this file.
enum Problem: Error {
  case tooLarge(Int, limit: Int)
  case otherEncoding(String)
  case invalidUTF8(UInt8, at: Int)
  case forbiddenCharacter(UInt32, at: Range<Int>)
  case outOfMemory
  case directive(Range<Int>)
  case secondDocument(Range<Int>)
  case tooDeep(Range<Int>, limit: Int)
  case duplicateKey(String, Range<Int>, earlier: Range<Int>)
  case complexKey(Range<Int>)
  case missingKey(Int)
  case mergeKey(Range<Int>)
  case tag(Range<Int>)
  case unknownAlias(String, Range<Int>, anchor: Int?)
  case aliasesExpand(Range<Int>, limit: Int)
  /// The last problem that is reported of a file.
  indirect case last(Problem)

  /// The problem with its code, place, words and help.
  func diagnostic(in source: SourceFile) -> Diagnostic {
    func span(_ range: Range<Int>) -> SourceSpan {
      SourceSpan(file: source.id, start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
    }
    switch self {
    case .tooLarge(let count, let limit):
      return Diagnostic(
        "U005", .error, "the file is too large: \(size(count)), where \(size(limit)) is the most",
        at: .fileStart(source.id),
        help: "split it: each flow has a file of its own")
    case .otherEncoding(let name):
      return Diagnostic(
        "U003", .error, "the file is written in \(name), not in UTF-8", at: .fileStart(source.id),
        help: "save the file as UTF-8")
    case .invalidUTF8(let byte, let offset):
      return Diagnostic(
        "U003", .error, "the file is not valid UTF-8: byte \(hex(UInt32(byte), 2)) at offset \(offset)",
        at: span(offset..<offset + 1), help: "save the file as UTF-8")
    case .forbiddenCharacter(let scalar, let range):
      return forbidden(scalar, at: span(range))
    case .outOfMemory:
      return Diagnostic(
        "U001", .error, "there is not enough memory to read the file", at: .fileStart(source.id),
        help: "free memory, then retry")
    case .directive(let range):
      return Diagnostic(
        "U001", .error, "a line that starts with `%` is a YAML directive, and only `%YAML 1.2`, once, is known here",
        at: span(range), help: "remove the line, or put a text that starts with `%` in quotes")
    case .secondDocument(let range):
      return Diagnostic(
        "U012", .error, "a second YAML document starts here, where a file holds one", at: span(range),
        help: "move it to a file of its own")
    case .tooDeep(let range, let limit):
      return Diagnostic(
        "U011", .error, "this nests deeper than \(limit) levels", at: span(range),
        help: "take levels out: a flow needs fewer than ten")
    case .duplicateKey(let key, let range, let earlier):
      return Diagnostic(
        "U006", .error, "the key `\(shortened(key))` stands twice in this mapping", at: span(range),
        labels: [Label(span(earlier), "first here")], help: "remove or rename one of the two")
    case .complexKey(let range):
      return Diagnostic(
        "U013", .error, "a key must be a text, not a list or a mapping", at: span(firstLine(range, in: source)),
        help: "write a plain name before the colon; a text in brackets or braces needs quotes")
    case .missingKey(let offset):
      return Diagnostic(
        "U013", .error, "a key is missing here", at: span(offset..<offset), help: "write a name before the colon")
    case .mergeKey(let range):
      return Diagnostic(
        "U010", .error, "merge keys (`<<`) are not part of YAML 1.2", at: span(range),
        help: "write the entries out, or use an alias for a whole value")
    case .tag(let range) where source.isMeantAsText(range):
      return Diagnostic(
        "U014", .error, Self.needsQuotes, at: span(range), help: Self.quoteWhole, edit: source.quotingTag(range))
    case .tag(let range):
      return Diagnostic(
        "U014", .error, "YAML tags such as `\(shortened(source.text(span(range))))` are not supported", at: span(range),
        help: "remove the tag, or put a text that starts with `!` in quotes")
    case .unknownAlias(let name, let range, let anchor):
      let place = anchor.map { [Label(span($0..<$0 + 1), "the value with this anchor starts here")] } ?? []
      return Diagnostic(
        "U009", .error,
        anchor == nil
          ? "no anchor `&\(shortened(name))` stands before this alias"
          : "this alias stands inside the value that it repeats", at: span(range), labels: place,
        help: "write the value out, or put a text that starts with `*` in quotes",
        edit: anchor == nil ? source.quoting(from: range.lowerBound) : nil)
    case .aliasesExpand(let range, let limit):
      return Diagnostic(
        "U008", .error, "aliases add more than \(limit) nodes to this file", at: span(range),
        help: "write values out instead of repeating repeated ones")
    case .last(let problem):
      var diagnostic = problem.diagnostic(in: source)
      diagnostic.notes.append("no further problems of this file are shown")
      return diagnostic
    }
  }
}

extension Problem {
  /// What is wrong with a condition such as `!attributes.member`.
  static let needsQuotes = "a value that starts with `!` needs quotes, as YAML takes it for a tag"
  /// What helps against it.
  static let quoteWhole = "put the whole value in quotes"
}

private func forbidden(_ scalar: UInt32, at span: SourceSpan) -> Diagnostic {
  let name = "U+" + hex(scalar, 4).dropFirst(2)
  let message: String
  var help = "remove it; in double quotes it can be written as an escape, such as `\\u0007`"
  switch scalar {
  case 0: (message, help) = ("the file holds a NUL byte", "remove it: is this a text file?")
  case 0x85, 0x2028, 0x2029: message = "\(name) is a line break to some YAML tools only, and is not allowed"
  case 0xFEFF: (message, help) = ("a byte order mark stands inside the file", "remove it")
  default: message = "the control character \(name) is not allowed in YAML"
  }
  return Diagnostic("U004", .error, message, at: span, help: help)
}

/// The part of a range that lies in its first line.
private func firstLine(_ range: Range<Int>, in source: SourceFile) -> Range<Int> {
  range.lowerBound..<(source.bytes[range].firstIndex(of: 0x0A) ?? range.upperBound)
}

/// A text short enough for a message.
func shortened(_ text: String) -> String {
  text.prefix(61).count <= 60 ? text : text.prefix(57) + "..."
}

private func size(_ bytes: Int) -> String {
  bytes < 1 << 20 ? "\(bytes) bytes" : "\((bytes + (1 << 20) - 1) >> 20) MiB"
}

private func hex(_ number: UInt32, _ digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
}
