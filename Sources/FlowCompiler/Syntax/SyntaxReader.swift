import FlowSource
import FlowYAML

/// Reads one file's tree, and reports what is not shaped as it should be.
struct SyntaxReader {
  let tree: YAMLTree
  var problems: DiagnosticCollector
  /// How many names that should be declared were not, as they are written badly or stand twice.
  private(set) var lostNames = 0
  /// Mappings with a key that nobody understood: what seems to be missing there may be what it was meant to be.
  private var unknownKeys: Set<YAMLNodeID> = []
  /// Where a value in braces was meant to end that a comma of its own has ended.
  private var commaTails: [YAMLNodeID: UInt32] = [:]

  init(tree: YAMLTree, problems: DiagnosticCollector) { (self.tree, self.problems) = (tree, problems) }

  mutating func report(_ diagnostic: Diagnostic) { problems.report(diagnostic) }

  // MARK: Mappings

  /// Hands each entry of a mapping to `body`, by the number of its key in `keys`. Reports what is no mapping and unknown
  /// keys; a misspelt key is taken for the one it is near to, so that one slip is one problem.
  ///
  /// `elsewhere` says where a key that is unknown here would belong.
  @discardableResult
  mutating func eachEntry(
    of id: YAMLNodeID, _ owner: @autoclosure () -> String, keys: [String],
    calling others: [String: String] = OtherWords.keys,
    elsewhere: (Word, YAMLNodeID) -> Diagnostic? = { _, _ in nil },
    _ body: (inout SyntaxReader, Int, Word, YAMLNodeID) -> Void
  ) -> Bool {
    guard expect(.mapping, id, owner()) else { return false }
    var seen: UInt64 = 0
    let tree = tree
    let tails = tailsOfValues(id, isTail: { !keys.contains($1) })
    for entry in tree.entries(id) where tails.isEmpty || !tails.contains(entry.key) {
      let key = word(entry.key)
      var index = keys.firstIndex(of: key.text)
      if index == nil {
        if var misplaced = elsewhere(key, entry.value) {
          misplaced.span = key.span
          report(misplaced)
          unknownKeys.insert(id)
          continue
        }
        index = unknownKey(key, owner(), keys, present: id, calling: others)
      }
      guard let index, seen & 1 << UInt64(index) == 0 else { continue }
      seen |= 1 << UInt64(index)
      body(&self, index, key, entry.value)
    }
    return true
  }

  /// Hands each entry of a mapping of names to `body`; an equal name after the first is left out (it is reported already).
  /// `what` is what the names are declared for; nil where they are only looked up. `form`: an entry, for help. `texts`: whether the values are texts for
  /// people, which may have a comma.
  @discardableResult
  mutating func eachName(
    of id: YAMLNodeID, _ owner: @autoclosure () -> String, declaring what: String? = nil, texts: Bool = false,
    as form: @autoclosure () -> String? = nil, _ body: (inout SyntaxReader, Word, YAMLNodeID) -> Void
  ) -> Bool {
    guard tree.kind(id) == .mapping else {
      wrongKind(id, owner(), "a mapping", help: tree.isNothing(id) ? nil : form().map { "write `\($0)`" })
      if what != nil { lostNames += 1 }
      return false
    }
    var seen = SeenNames()
    let tree = tree
    let tails = tailsOfValues(id, isTail: { texts || listParameters.contains(tree.text($0)) && $1.isName })
    for entry in tree.entries(id) where tails.isEmpty || !tails.contains(entry.key) {
      let key = word(entry.key)
      guard seen.insert(key.text) else {
        if what != nil { lostNames += 1 }
        continue
      }
      if let what { checkName(key, what) }
      body(&self, key, entry.value)
    }
    return true
  }

  /// The keys of a mapping in braces that are none, as a comma has split the value before them: that is one problem.
  /// `isTail`: whether a key alone may belong to the value of the key before it.
  private mutating func tailsOfValues(_ id: YAMLNodeID, isTail: (YAMLNodeID, String) -> Bool) -> Set<YAMLNodeID> {
    guard tree.isFlow(id) else { return [] }
    let entries = tree.entries(id)
    guard entries.contains(where: { tree.isBare($0) || tree.splitValue($0.value) != nil }) else { return [] }
    var tails: Set<YAMLNodeID> = []
    var end: UInt32 = 0
    var last: (key: YAMLNodeID, value: YAMLNodeID)?
    for entry in entries {
      if tree.span(entry.key).start < end {
        tails.insert(entry.key)
      } else if let before = last, tree.isBare(entry), isTail(before.key, tree.text(entry.key)) {
        commaTails[before.value] = tree.span(entry.key).end
        tails.insert(entry.key)
      } else if let split = tree.splitValue(entry.value) {
        report(split.problem)
        (end, last) = (split.end, nil)
        tails.insert(entry.key)
      } else {
        let isValue = tree.isPlain(entry.value) && !tree.text(entry.value).isEmpty
        last = isValue ? entry : nil
      }
    }
    return tails
  }

  /// Whether a mapping has a key that nobody understood.
  func hasUnknownKey(_ id: YAMLNodeID) -> Bool { unknownKeys.contains(id) }

  private mutating func unknownKey(
    _ key: Word, _ owner: String, _ keys: [String], present id: YAMLNodeID, calling others: [String: String]
  ) -> Int? {
    let guess = Guess(key, among: keys, calling: others)
    let slip = guess.flatMap { $0.isSlip ? $0.name : nil }
    let isTaken = slip.map { name in tree.entries(id).contains { tree.text($0.key) == name } } ?? false
    report(
      Diagnostic(
        "U101", .error, "\(owner) has no key \(key.text.quoted)", at: key.span,
        notes: ["expected one of \(keys.listed("or"))"],
        help: guess?.help, edit: isTaken ? nil : guess?.edit(key)))
    let meant = isTaken ? nil : slip.flatMap { keys.firstIndex(of: $0) }
    if meant == nil { unknownKeys.insert(id) }
    return meant
  }

  /// Reports a key that must be there; nothing where a key of the mapping is not understood, which may be this one.
  mutating func missing(
    _ key: String, _ owner: String, of id: YAMLNodeID? = nil, at span: Span, help: String, edit: Edit? = nil
  ) {
    if let id, unknownKeys.contains(id) { return }
    report(Diagnostic("U102", .error, "\(owner) has no \(key.quoted)", at: span, help: help, edit: edit))
  }

  // MARK: Scalars

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
    return ExpressionSyntax(
      text: word.text, span: word.span, textSpan: tree.textSpan(id),
      quote: tree.isPlain(id) ? nil : tree.source.bytes[Int(word.span.start)])
  }

  // MARK: Kinds

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
  private mutating func cutText(_ id: YAMLNodeID, _ end: UInt32) -> Word? {
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
