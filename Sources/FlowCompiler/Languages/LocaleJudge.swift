import FlowModel
import FlowSource

/// Whether words fit their place: as a pattern, in what they show, and in the plurals of their language.
func check(
  _ place: TenantText, _ text: String, at span: Span, in tag: LanguageTag, _ problems: inout DiagnosticCollector
) {
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
        help: "`{name}` shows a value, `{name, plural, one {…} other {…}}` counts one"))
    return
  }
  let shown = pattern.arguments
  for (name, kinds) in shown.sorted(by: { $0.key < $1.key }) {
    guard let value = place.values[name] else {
      let known = place.values.keys.sorted()
      let guess = nearest(name, among: known)
      problems.report(
        Diagnostic(
          "U163", .error, "there is no value \("{\(name)}".quoted) here", at: span,
          notes: [
            known.isEmpty
              ? "the words at `\(place.path.joined(separator: "."))` stand for themselves"
              : "there is \(known.map { "{\($0)}" }.listed())"
          ],
          help: guess.map { "did you mean `{\($0)}`?" }
            ?? (place.isOfMessage && ["code", "link", "lifetime"].contains(name)
              ? "say it in the text: what a mail is about is shown where the mail is not open" : nil)
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
  if let source = try? MessagePattern(place.text) {
    for name in source.arguments.keys.sorted() where shown[name] == nil && place.values[name] != nil {
      problems.report(
        Diagnostic(
          "U163", .error, "the value \("{\(name)}".quoted) is missing in these words", at: span,
          labels: place.isStandard ? [] : [Label(place.span, "here they have it")],
          notes: place.isStandard ? ["in English: \(place.text.shortened)"] : [],
          help: "write `{\(name)}` where people should read it"))
    }
  }
  for (isOrdinal, keys) in pattern.plurals {
    guard let needed = PluralCategory.needed(in: tag, isOrdinal: isOrdinal) else { continue }
    let missing = needed.map(\.rawValue).filter { !keys.contains($0) }
    if missing.isEmpty { continue }
    problems.report(
      Diagnostic(
        "U164", .error,
        "\(tag.text.quoted) counts in more ways: \(missing.listed()) \(missing.count == 1 ? "is" : "are") missing",
        at: span, notes: ["whole numbers need \(needed.map(\.rawValue).listed()) in this language"],
        help: "add `\(missing[0]) {…}`"))
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
  _ place: TenantText, _ text: String, at span: Span, in tag: LanguageTag, _ problems: inout DiagnosticCollector
) {
  guard (try? MessagePattern(text)) != nil else { return }
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
