import FlowSource
import FlowYAML

// Scalars and lists of them: texts, names, numbers, durations, fixed words, conditions.

extension SyntaxReader {
  /// A scalar's text, whatever it means; empty for collections.
  func word(_ id: YAMLNodeID) -> Word { Word(text: tree.text(id), span: tree.span(id)) }

  /// A text that people read. Numbers and booleans are refused, and what YAML 1.1 tools take for such is warned of.
  mutating func text(_ id: YAMLNodeID, _ owner: @autoclosure () -> String) -> Word? {
    guard expect(.scalar, id, owner(), as: "a text") else { return nil }
    if let end = commaTails.removeValue(forKey: id) { return cutText(id, end) }
    switch tree.scalar(id) {
    case .string:
      if let warning = tree.ambiguityWarning(id) ?? tree.commentWarning(id) { report(warning) }
      return word(id)
    case .null:
      let comment = tree.commentForValue(id)
      wrongKind(
        id, owner(), "a text", help: comment.map { _ in "what stands behind `#` is a comment: put the text in quotes" },
        edit: comment)
      return nil
    case .bool, .int, .float:
      let word = word(id)
      report(
        Diagnostic(
          "U103", .error, "\(owner()) must be a text, and \(word.text.quoted) is \(described(id))", at: word.span,
          help: "put it in quotes", edit: Edit(word.span, "\"\(word.text)\"")))
      return word
    }
  }

  /// The name of something that is looked up, or a word of the language; any scalar but an empty one.
  mutating func reference(
    _ id: YAMLNodeID, _ owner: @autoclosure () -> String, as expected: @autoclosure () -> String = "a name"
  ) -> Word? {
    guard expect(.scalar, id, owner(), as: expected()) else { return nil }
    let word = word(id)
    if word.text.isEmpty {
      wrongKind(id, owner(), expected())
      return nil
    }
    return word
  }

  /// A name that is declared here.
  mutating func name(_ id: YAMLNodeID, _ owner: @autoclosure () -> String) -> Word? {
    guard let word = reference(id, owner()) else { return nil }
    checkName(word, owner())
    return word
  }

  mutating func checkName(_ word: Word, _ what: String) {
    if word.text.isName { return }
    lostNames += 1
    report(
      Diagnostic(
        "U105", .error, "\(word.text.quoted) cannot be the name of \(what)", at: word.span,
        help: word.text.meantName.map { "call it \($0.quoted)" }
          ?? "a name is a letter, then letters, digits, `-` and `_`, 64 at most"))
  }

  mutating func bool(_ id: YAMLNodeID, _ owner: String) -> Bool? {
    guard expect(.scalar, id, owner, as: "`true` or `false`") else { return nil }
    if case .bool(let value) = tree.scalar(id) { return value }
    let word = word(id)
    let meant =
      ["yes", "on", "y"].contains(word.text.lowercased())
      ? "true" : ["no", "off", "n"].contains(word.text.lowercased()) ? "false" : nil
    report(
      Diagnostic(
        "U103", .error, "\(owner) must be `true` or `false`, not \(described(id))", at: word.span,
        help: meant.map { "write `\($0)`" }, edit: meant.map { Edit(word.span, $0) }))
    return meant.map { $0 == "true" }
  }

  /// A whole number within bounds.
  mutating func integer(_ id: YAMLNodeID, _ owner: String, _ bounds: ClosedRange<Int>) -> Int? {
    guard expect(.scalar, id, owner, as: "a whole number") else { return nil }
    guard case .int(let value) = tree.scalar(id) else {
      wrongKind(id, owner, "a whole number")
      return nil
    }
    if var warning = tree.ambiguityWarning(id) {
      // In quotes it would be no number.
      warning.help = "write `\(value)`"
      warning.edit = Edit(tree.span(id), "\(value)")
      report(warning)
    }
    guard let value = Int(exactly: value), bounds.contains(value) else {
      invalid(id, "\(owner) is out of range", help: "\(bounds.lowerBound) to \(bounds.upperBound) is possible")
      return nil
    }
    return value
  }

  /// A finite number.
  mutating func number(_ id: YAMLNodeID, _ owner: String) -> Double? {
    guard expect(.scalar, id, owner, as: "a number") else { return nil }
    switch tree.scalar(id) {
    case .int(let value):
      if Int64(exactly: Double(value)) == value { return Double(value) }
      invalid(
        id, "\(owner) is too large to be kept exactly",
        help: "up to 9007199254740992 is possible, and less than 0 as far")
      return nil
    case .float(let value) where value.isFinite: return value
    case .float:
      invalid(id, "\(owner) is not a finite number", help: "leave it out where there is no bound")
      return nil
    default:
      wrongKind(id, owner, "a number")
      return nil
    }
  }

  /// A duration in seconds, within bounds.
  mutating func seconds(_ id: YAMLNodeID, _ owner: String, _ bounds: ClosedRange<Int>) -> Int? {
    guard let word = reference(id, owner, as: "a duration") else { return nil }
    guard let seconds = duration(word.text) else {
      let unit = wholeNumber(word.text) != nil ? " with its unit" : ""
      let meant = meantDuration(word.text)
      invalid(
        id, "\(owner) is no duration\(unit)",
        help: meant.map { "write `\(durationText($0))`" } ?? "write a number and `s`, `m`, `h` or `d`, such as `10m`",
        edit: meant.map { Edit(word.span, durationText($0)) })
      return meant.flatMap { bounds.contains($0) ? $0 : nil }
    }
    guard bounds.contains(seconds) else {
      invalid(
        id, "\(owner) is out of range",
        help: "\(durationText(bounds.lowerBound)) to \(durationText(bounds.upperBound)) is possible")
      return nil
    }
    return seconds
  }

  /// One of some words.
  mutating func choice(
    _ id: YAMLNodeID, _ owner: @autoclosure () -> String, of words: [String], calling others: [String: String] = [:]
  ) -> Int? {
    guard let word = reference(id, owner(), as: words.listed("or")) else { return nil }
    if let index = words.firstIndex(of: word.text) { return index }
    if let only = words.first, words.count == 1 {
      report(
        Diagnostic(
          "U106", .error, "\(owner()) cannot be \(word.text.quoted)", at: word.span,
          help: "write \(only.quoted): a fixed word of the language, and no name of yours", edit: Edit(word.span, only))
      )
      return 0
    }
    let guess = Guess(word, among: words, calling: others)
    report(
      Diagnostic(
        "U106", .error, "\(owner()) cannot be \(word.text.quoted)", at: word.span,
        notes: ["expected \(words.listed("or"))"], help: guess?.help, edit: guess?.edit(word)))
    return guess.flatMap { words.firstIndex(of: $0.name) }
  }

  /// The elements of a list, each a name that is looked up; equal ones are reported and left out.
  mutating func references(_ id: YAMLNodeID, _ owner: @autoclosure () -> String, _ what: String) -> [Word]? {
    unique(id, owner(), what) { reader, element in reader.reference(element, what) }
  }

  /// The elements of a list, as `read` takes them, each but once; equal ones are reported and left out.
  mutating func unique(
    _ id: YAMLNodeID, _ owner: String, _ what: String, _ read: (inout SyntaxReader, YAMLNodeID) -> Word?
  ) -> [Word]? {
    guard expect(.sequence, id, owner) else { return nil }
    var words: [Word] = []
    var places: [String: SourceSpan] = [:]
    for element in tree.elements(id) {
      guard let word = read(&self, element) else { continue }
      guard let first = places[word.text] else {
        places[word.text] = word.span
        words.append(word)
        continue
      }
      report(
        Diagnostic(
          "U127", .error, "\(what) \(word.text.quoted) stands twice in this list", at: word.span,
          labels: [Label(first, "first here")], help: "remove one of the two"))
    }
    return words
  }

  /// An expression: any scalar, taken as its text.
  mutating func expression(_ id: YAMLNodeID, _ owner: @autoclosure () -> String) -> ExpressionSyntax? {
    guard let word = reference(id, owner(), as: "a condition") else { return nil }
    return ExpressionSyntax(
      text: word.text, span: word.span, textSpan: tree.textSpan(id),
      quote: tree.isPlain(id) ? nil : tree.source.bytes[Int(word.span.start)])
  }
}
