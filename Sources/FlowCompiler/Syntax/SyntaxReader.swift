import FlowSource
import FlowYAML

/// Reads one file's tree, and reports what is not shaped as it should be.
struct SyntaxReader {
  let tree: YAMLTree
  var problems: DiagnosticCollector

  mutating func report(_ diagnostic: Diagnostic) { problems.report(diagnostic) }

  // MARK: Mappings

  /// Hands each entry of a mapping to `body`, by the number of its key in `keys`. Reports what is no mapping and unknown
  /// keys; a misspelt key is taken for the one it is near to, so that one slip is one problem.
  ///
  /// `elsewhere` says where a key that is unknown here would belong.
  @discardableResult
  mutating func eachEntry(
    of id: YAMLNodeID, _ owner: @autoclosure () -> String, keys: [String],
    elsewhere: (String) -> Diagnostic? = { _ in nil },
    _ body: (inout SyntaxReader, Int, Word, YAMLNodeID) -> Void
  ) -> Bool {
    guard expect(.mapping, id, owner()) else { return false }
    var seen: UInt64 = 0
    for entry in wholeEntries(id) {
      let key = word(entry.key)
      var index = keys.firstIndex(of: key.text)
      if index == nil {
        if var misplaced = elsewhere(key.text) {
          misplaced.span = key.span
          report(misplaced)
          continue
        }
        index = unknownKey(key, owner(), keys, present: id)
      }
      guard let index, seen & 1 << UInt64(index) == 0 else { continue }
      seen |= 1 << UInt64(index)
      body(&self, index, key, entry.value)
    }
    return true
  }

  /// Hands each entry of a mapping of names to `body`; an equal name after the first is left out (it is reported already).
  /// `what` is what the names are declared for; nil where they are only looked up.
  @discardableResult
  mutating func eachName(
    of id: YAMLNodeID, _ owner: @autoclosure () -> String, declaring what: String? = nil,
    _ body: (inout SyntaxReader, Word, YAMLNodeID) -> Void
  ) -> Bool {
    guard expect(.mapping, id, owner()) else { return false }
    var seen = SeenNames()
    for entry in wholeEntries(id) {
      let key = word(entry.key)
      guard seen.insert(key.text) else { continue }
      if let what { checkName(key, what) }
      body(&self, key, entry.value)
    }
    return true
  }

  /// The entries of a mapping, but for those into which a comma has split a value in braces: that is one problem.
  private mutating func wholeEntries(_ id: YAMLNodeID) -> any Collection<(key: YAMLNodeID, value: YAMLNodeID)> {
    let entries = tree.entries(id)
    guard tree.isFlow(id), entries.contains(where: { tree.splitValue($0.value) != nil }) else { return entries }
    var end: UInt32 = 0
    return entries.filter { entry in
      guard tree.span(entry.key).start >= end else { return false }
      guard let split = tree.splitValue(entry.value) else { return true }
      report(split.problem)
      end = split.end
      return false
    }
  }

  private mutating func unknownKey(_ key: Word, _ owner: String, _ keys: [String], present id: YAMLNodeID) -> Int? {
    let guess = Guess(key, among: keys, calling: OtherWords.keys)
    let slip = guess.flatMap { $0.isSlip ? $0.name : nil }
    let isTaken = slip.map { name in tree.entries(id).contains { tree.text($0.key) == name } } ?? false
    report(
      Diagnostic(
        "U101", .error, "\(owner) has no key \(key.text.quoted)", at: key.span,
        notes: ["expected one of \(keys.listed("or"))"],
        help: guess?.help, edit: isTaken ? nil : guess?.edit(key)))
    return isTaken ? nil : slip.flatMap { keys.firstIndex(of: $0) }
  }

  /// Reports a key that must be there.
  mutating func missing(_ key: String, _ owner: String, at span: Span, help: String, edit: Edit? = nil) {
    report(Diagnostic("U102", .error, "\(owner) has no \(key.quoted)", at: span, help: help, edit: edit))
  }

  // MARK: Scalars

  /// A scalar's text, whatever it means; empty for collections.
  func word(_ id: YAMLNodeID) -> Word { Word(text: tree.text(id), span: tree.span(id)) }

  /// A text that people read. Numbers and booleans are refused, and what YAML 1.1 tools take for such is warned of.
  mutating func text(_ id: YAMLNodeID, _ owner: @autoclosure () -> String) -> Word? {
    guard expect(.scalar, id, owner(), as: "a text") else { return nil }
    switch tree.scalar(id) {
    case .string:
      if let warning = tree.ambiguityWarning(id) ?? tree.commentWarning(id) { report(warning) }
      return word(id)
    case .null:
      wrongKind(id, owner(), "a text")
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
    report(
      Diagnostic(
        "U105", .error, "\(word.text.quoted) cannot be the name of \(what)", at: word.span,
        help: "a name is a letter, then letters, digits, `-` and `_`, 64 at most"))
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
      invalid(id, "\(owner) is no duration\(unit)", help: "write a number and `s`, `m`, `h` or `d`, such as `10m`")
      return nil
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
    var places: [String: Span] = [:]
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
    return ExpressionSyntax(text: word.text, span: word.span, textSpan: tree.textSpan(id))
  }

  // MARK: Kinds

  /// Reports a value out of place.
  mutating func invalid(_ id: YAMLNodeID, _ message: String, help: String, labels: [Label] = []) {
    let word = word(id)
    let found = word.text.isEmpty ? "" : ": \(word.text.quoted)"
    report(Diagnostic("U106", .error, message + found, at: shortSpan(id), labels: labels, help: help))
  }

  /// Reports a value of the wrong kind.
  mutating func wrongKind(_ id: YAMLNodeID, _ owner: String, _ expected: String, help: String? = nil, edit: Edit? = nil)
  {
    var (help, edit) = (help, edit)
    let word = word(id)
    if expected == "a list", !word.text.isEmpty, isPlain(word.text) {
      help = "write `[\(word.text.shortened)]`"
      edit = Edit(word.span, "[\(word.text)]")
    }
    report(
      Diagnostic(
        "U103", .error, "\(owner) must be \(expected), not \(described(id))", at: shortSpan(id),
        help: help ?? "write \(expected) here", edit: edit))
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

  private func described(_ id: YAMLNodeID) -> String {
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
  func shortSpan(_ id: YAMLNodeID) -> Span {
    var span = tree.span(id)
    let bytes = tree.source.bytes
    let end = min(Int(span.end), bytes.count)
    if Int(span.start) < end, let stop = bytes[Int(span.start)..<end].firstIndex(of: 0x0A) {
      span.end = max(span.start, UInt32(truncatingIfNeeded: stop))
    }
    return span
  }
}

/// The names of a mapping so far. A few are compared one by one, which takes less than to hash them.
private struct SeenNames {
  private var few: [String] = []
  private var many: Set<String> = []

  /// Adds a name; false where it is there already.
  mutating func insert(_ name: String) -> Bool {
    if few.count < 8 {
      if few.contains(name) { return false }
      few.append(name)
      return true
    }
    return !few.contains(name) && many.insert(name).inserted
  }
}
