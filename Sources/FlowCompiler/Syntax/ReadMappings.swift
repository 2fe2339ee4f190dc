import FlowSource
import FlowYAML

// Mappings: entries by the keys that there are, and by names.

extension SyntaxReader {
  /// Hands each entry of a mapping to `body`, by its key.
  @discardableResult
  mutating func eachEntry<Key: MappingKey>(
    of id: YAMLNodeID, _ owner: @autoclosure () -> String, _ keys: Key.Type,
    calling others: [String: String] = OtherWords.keys,
    elsewhere: (Word, YAMLNodeID) -> Diagnostic? = { _, _ in nil },
    _ body: (inout SyntaxReader, Key, Word, YAMLNodeID) -> Void
  ) -> Bool {
    let cases = Array(keys.allCases)
    return eachEntry(
      of: id, owner(), keys: cases.map(\.rawValue), calling: others, elsewhere: elsewhere
    ) { reader, index, word, value in body(&reader, cases[index], word, value) }
  }

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
    _ key: String, _ owner: String, of id: YAMLNodeID? = nil, at span: SourceSpan, help: String, edit: Edit? = nil
  ) {
    if let id, unknownKeys.contains(id) { return }
    report(Diagnostic("U102", .error, "\(owner) has no \(key.quoted)", at: span, help: help, edit: edit))
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
