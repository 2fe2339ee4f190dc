import FlowModel
import FlowSource

/// Whether words fit their place: as a pattern, in what they show, and in the plurals of their language.
func check(
  _ place: TenantText, _ text: String, at span: SourceSpan, in tag: LanguageTag, _ problems: inout DiagnosticCollector
) {
  if let scalar = text.unicodeScalars.first(where: { $0 == "\n" ? place.isOneLine : $0.isUnseenInWords }) {
    problems.report(
      Diagnostic(
        "U163", .error,
        scalar == "\n"
          ? "these words stand on one line, and have a line break"
          : "these words have a character that nobody sees", at: span, notes: ["it is `\(scalar.escape)`"],
        help: "take it out"))
    return
  }
  let length = text.unicodeScalars.count
  if place.isOneLine, length > TenantText.longestLine {
    problems.report(
      Diagnostic(
        "U163", .error, "these words stand on one line, and have \(length.grouped) characters", at: span,
        help: "write \(TenantText.longestLine) at the most; what needs more words is a `help` or a text"))
    return
  }
  let pattern: MessagePattern
  do throws(MessagePattern.Failure) {
    pattern = try MessagePattern(text)
  } catch {
    if let meant = text.withSingleBraces(around: place.values.keys) {
      problems.report(
        Diagnostic(
          "U163", .error, "a value stands here in one pair of braces, not in two", at: span,
          notes: ["two pairs are those of the files of `messages`"], help: "write \(meant.quoted)",
          edit: Edit(span, yamlQuoted(meant))))
      return
    }
    let near = String(decoding: Array(text.utf8).dropFirst(error.offset).prefix(24), as: UTF8.self)
    problems.report(
      Diagnostic(
        "U163", .error, "these words cannot be read: \(error.message)", at: span,
        notes: near.isEmpty ? [] : ["at \(near.quoted)"],
        help: place.isOfMessage && text.filter({ $0 != " " }).contains("{attributes.")
          ? "what says attributes is a file of \(messagesFolder.quoted): write it there"
          : "`{name}` shows a value, `{name, plural, one {…} other {…}}` counts one"))
    return
  }
  let shown = pattern.arguments
  let source = try? MessagePattern(place.text)
  var lacking = source.map { $0.arguments.keys.sorted().filter { shown[$0] == nil && place.values[$0] != nil } } ?? []
  for (name, kinds) in shown.sorted(by: { $0.key < $1.key }) {
    guard let value = place.values[name] else {
      let known = place.values.keys.sorted()
      let guess = nearest(name, among: known)
      // One name in the place of another is one slip.
      let stead = guess.map { lacking.firstIndex(of: $0) } ?? lacking.indices.first
      let only = lacking.count == 1 && known.count == 1 ? lacking.first : nil
      if let stead { lacking.remove(at: stead) }
      problems.report(
        Diagnostic(
          "U163", .error, "there is no value \("{\(name)}".quoted) here", at: span,
          notes: [
            known.isEmpty
              ? "the words at `\(place.path.joined(separator: "."))` stand for themselves"
              : "there is \(known.map { "{\($0)}" }.listed())"
          ],
          help: (guess ?? only).map { "did you mean `{\($0)}`?" }
            ?? place.help(forMissing: name)
            ?? "a brace that people should read is written `'{'`"))
      continue
    }
    if kinds.contains(where: { !$0.takes(value) }) {
      problems.report(
        Diagnostic(
          "U163", .error, "the value \("{\(name)}".quoted) is \(value.kind), and this asks for something else",
          at: span,
          help: "write `{\(name)}`"))
    }
  }
  for name in lacking {
    problems.report(
      Diagnostic(
        "U163", .error, "the value \("{\(name)}".quoted) is missing in these words", at: span,
        labels: place.isStandard ? [] : [Label(place.span, "here they have it")],
        notes: place.isStandard ? ["the words in its place: \(place.text.shortened)"] : [],
        help: text.contains("'{")
          ? "an apostrophe before a brace takes it as it is: write `''` for one that people read"
          : "write `{\(name)}` where people should read it"))
  }
  for (isOrdinal, keys) in pattern.plurals {
    guard let needed = PluralCategory.needed(in: tag, isOrdinal: isOrdinal) else { continue }
    if let possible = PluralCategory.possible(in: tag, isOrdinal: isOrdinal)?.map(\.rawValue) {
      for key in keys.sorted() where PluralCategory.allNames.contains(key) && !possible.contains(key) {
        let exactly = ["zero": "=0", "one": "=1", "two": "=2"][key]
        problems.report(
          Diagnostic(
            "U164", .error, "\(tag.text.quoted) counts nothing as \(key.quoted): nobody ever reads that", at: span,
            notes: ["numbers are \(possible.listed()) in this language"],
            help: "leave `\(key) {…}` out" + (exactly.map { "; one number alone is `\($0) {…}`" } ?? "")))
      }
    }
    let missing = needed.map(\.rawValue).filter { !keys.contains($0) }
    if missing.isEmpty { continue }
    problems.report(
      Diagnostic(
        "U164", .error,
        "\(tag.text.quoted) counts in more ways: \(missing.listed()) \(missing.count == 1 ? "is" : "are") missing",
        at: span, notes: ["whole numbers need \(needed.map(\.rawValue).listed()) in this language"],
        help: "add \(missing.map { "\($0) {…}" }.listedWhole())"))
  }
}

extension TenantText {
  /// How many characters words may have that stand on one line.
  fileprivate static let longestLine = 200

  /// Whether it is a name or a title, and no text of several lines.
  fileprivate var isOneLine: Bool {
    ["page", "label", "placeholder", "subject"].contains(path.last) || path.dropLast().last == "options"
      || path.dropLast().last == "events"
  }

  /// What to do in a message about a value that its words do not have; nil: nothing of its own.
  fileprivate func help(forMissing name: String) -> String? {
    guard isOfMessage, let kind = path.dropFirst().first else { return nil }
    let isCarried = MessageKind(kind).content != .notice
    if isCarried, path.last == "subject", ["code", "link", "lifetime"].contains(name) {
      return "say it in the text: what a mail is about is shown where the mail is not open"
    }
    return "leave it out: a message of the kind \(kind.quoted) has no other; what asks for attributes is a file of "
      + "\(messagesFolder.quoted)"
  }
}

extension MessagePattern.ArgumentKind {
  fileprivate func takes(_ value: MessageValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.word, .text), (.number, .integer), (.number, .number), (.time, .time): true
    default: false
    }
  }
}

extension MessageValue {
  fileprivate var kind: String {
    switch self {
    case .text: "a text"
    case .integer, .number: "a number"
    case .time: "a time"
    }
  }
}

/// What the words of a message in a language's file cannot do that its own file in `messages/` can.
func checkMessage(
  _ place: TenantText, _ text: String, at span: SourceSpan, in tag: LanguageTag, _ problems: inout DiagnosticCollector
) {
  // Of what cannot be read, and of values that are not there, is told already.
  guard let pattern = try? MessagePattern(text), pattern.arguments.keys.allSatisfy({ place.values[$0] != nil }) else {
    return
  }
  let kind = place.path[1]
  let file = "`\(messagesFolder)/\(kind).\(tag).txt`"
  if place.saidIn.contains(tag) {
    problems.report(
      Diagnostic(
        "U162", .error, "these words are those of \(file) already", at: span,
        help: "keep one of the two; the file goes before"))
  } else if TemplateText(pattern: text) == nil {
    problems.report(
      Diagnostic(
        "U163", .error, "the words of a message show values as they are, and choose nothing", at: span,
        help: "write `{name}`; what asks for attributes is written in \(file)"))
  } else if text.contains("://") {
    problems.report(
      Diagnostic(
        "U163", .error, "a message has no other link here than its own", at: span,
        help: "write `{link}` where it carries one; links to your sites stand in \(file)"))
  }
}

extension String {
  /// The words with one pair of braces around the names of values that stand in two; nil where none does.
  fileprivate func withSingleBraces(around names: some Collection<String>) -> String? {
    var text = self
    for name in names {
      for doubled in ["{{ \(name) }}", "{{\(name)}}"] { text = text.replacing(doubled, with: "{\(name)}") }
    }
    return text != self && (try? MessagePattern(text)) != nil ? text : nil
  }
}
