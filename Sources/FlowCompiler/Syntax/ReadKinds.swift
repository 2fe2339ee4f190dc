import FlowSource
import FlowYAML

// What is of the wrong kind, and what was surely meant by it.

extension SyntaxReader {
  /// Reports a value out of place.
  mutating func invalid(_ id: YAMLNodeID, _ message: String, help: String, labels: [Label] = [], edit: Edit? = nil) {
    let word = word(id)
    let found = word.text.isEmpty ? "" : ": \(word.text.quoted)"
    report(Diagnostic("U106", .error, message + found, at: shortSpan(id), labels: labels, help: help, edit: edit))
  }

  /// Reports a value of the wrong kind.
  mutating func wrongKind(_ id: YAMLNodeID, _ owner: String, _ expected: String, help: String? = nil, edit: Edit? = nil)
  {
    var (help, edit) = (help, edit)
    if help == nil, let meant = tree.kind(id) == .scalar ? meant(id, as: expected) : nil { (help, edit) = meant }
    report(
      Diagnostic(
        "U103", .error, "\(owner) must be \(expected), not \(described(id))", at: shortSpan(id),
        help: help ?? "write \(expected) here", edit: edit))
  }

  /// What a scalar was surely meant to be, where a list or a mapping is wanted.
  private mutating func meant(_ id: YAMLNodeID, as expected: String) -> (String?, Edit?)? {
    var word = word(id)
    if let end = commaTails.removeValue(forKey: id) {
      word = Word(text: tree.source.text(word.span.extended(to: end)), span: word.span.extended(to: end))
    }
    if word.text.isEmpty {
      return expected == "a mapping" || expected == "a list"
        ? ("write \(expected) here, or leave the key out", nil) : nil
    }
    if expected == "a list" {
      let parts = word.text.split(separator: ",").map { $0.drop { $0 == " " } }
      guard parts.allSatisfy({ !$0.isEmpty && isPlain(String($0)) }) else { return nil }
      let list = "[\(parts.joined(separator: ", "))]"
      return ("write `\(list.shortened)`", Edit(word.span, list))
    }
    if expected == "a mapping", tree.isAloneInLine(id), let space = word.text.firstIndex(of: " "),
      case let key = String(word.text[..<space]), key.isName, word.span.end - word.span.start == word.text.utf8.count
    {
      let end = word.span.part(key.utf8.count..<key.utf8.count)
      return ("a colon is missing behind \(key.quoted)", Edit(end, ":"))
    }
    return nil
  }

  /// Reports a text that a comma of its own has ended.
  mutating func cutText(_ id: YAMLNodeID, _ end: UInt32) -> Word? {
    let span = tree.span(id).extended(to: end)
    let text = tree.source.text(span)
    let isPlain = !text.contains("\"") && !text.contains("\\")
    report(
      Diagnostic(
        "U103", .error, "in braces, a comma ends a text without quotes", at: span,
        help: "put the whole text in quotes", edit: isPlain ? Edit(span, "\"\(text)\"") : nil))
    return Word(text: text, span: span)
  }

  /// Reports what commas have cut off from values that are no texts and no lists; at the end of a file.
  mutating func reportTails() {
    for (id, end) in commaTails.sorted(by: { $0.value < $1.value }) {
      report(
        Diagnostic(
          "U103", .error, "in braces, a comma ends a value without quotes", at: tree.span(id).extended(to: end),
          help: "write `key: value` behind the comma, or put the whole value in quotes"))
    }
    commaTails = [:]
  }

  /// The problem of a scalar that a comma has ended, where no text for people stands.
  mutating func listWithoutBrackets(_ id: YAMLNodeID, _ owner: @autoclosure () -> String) -> Bool {
    guard commaTails[id] != nil else { return false }
    wrongKind(id, owner(), "a list")
    return true
  }

  /// Whether a node is of a kind; reports it where it is not.
  mutating func expect(
    _ kind: YAMLKind, _ id: YAMLNodeID, _ owner: @autoclosure () -> String,
    as expected: @autoclosure () -> String? = nil
  ) -> Bool {
    if tree.kind(id) == kind { return true }
    let usual =
      switch kind {
      case .mapping: "a mapping"
      case .sequence: "a list"
      case .scalar: "a text"
      }
    wrongKind(id, owner(), expected() ?? usual)
    return false
  }

  /// Whether a text means the same inside brackets.
  private func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_./".utf8.contains($0) }
  }

  func described(_ id: YAMLNodeID) -> String {
    switch tree.kind(id) {
    case .mapping: return "a mapping"
    case .sequence: return "a list"
    case .scalar: break
    }
    switch tree.scalar(id) {
    case .null: return tree.text(id).isEmpty ? "nothing" : "null"
    case .bool: return "a boolean"
    case .int, .float: return "a number"
    case .string: return "a text"
    }
  }

  /// A node's place; of a block over several lines, its first line.
  func shortSpan(_ id: YAMLNodeID) -> SourceSpan {
    var span = tree.span(id)
    let bytes = tree.source.bytes
    let end = min(Int(span.end), bytes.count)
    if Int(span.start) < end, let stop = bytes[Int(span.start)..<end].firstIndex(of: 0x0A) {
      span.end = max(span.start, UInt32(truncatingIfNeeded: stop))
    }
    return span
  }
}
