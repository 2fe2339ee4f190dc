import FlowModel
import FlowSource

/// U161 to U164: what is missing in a language's file, what nobody needs, and what is no text of its place.
func check(
  _ locales: [LocaleSyntax], of tenant: TenantSyntax, _ texts: [TenantText], _ problems: inout DiagnosticCollector
) {
  for text in texts where !text.isStandard {
    check(text, text.text, at: text.span, in: tenant.language, &problems)
  }
  let own = tenant.language
  let needs = WordNeeds(texts, own: own, locales)
  if !texts.isEmpty, !locales.contains(where: { $0.tag == own }) {
    reportMissing(own, at: tenant.languagePlace ?? tenant.name.span, needs, locales, [], &problems)
  }
  if locales.isEmpty { return }
  let places = TextPlaces(texts)
  for locale in locales {
    if locale.tag == own { refuseWordsOfFlows(locale, places, &problems) }
    reportUnused(locale, places, &problems)
    var doubled = Set<String>()
    for text in locale.texts {
      guard let word = text.text, let source = places[text.path.map(\.text)] else { continue }
      // Of a message that a file says, subject and text are one problem.
      if source.isOfMessage, source.saidIn.contains(locale.tag), !doubled.insert(source.path[1]).inserted { continue }
      check(source, word.text, at: word.span, in: locale.tag, &problems)
      if source.isOfMessage { checkMessage(source, word.text, at: word.span, in: locale.tag, &problems) }
    }
    let doubtful = locales.filter { locale.tag.fallbacks.contains($0.tag) }.flatMap(places.doubtful)
    reportMissing(locale.tag, at: .fileStart(locale.file), needs, locales, doubtful, &problems)
  }
}

/// U160: a file of the flows' own language has standard words alone.
private func refuseWordsOfFlows(_ locale: LocaleSyntax, _ places: TextPlaces, _ problems: inout DiagnosticCollector) {
  let words = locale.texts.filter { places[$0.path.map(\.text)]?.isStandard == false }.compactMap(\.path.last)
  guard let word = words.first else { return }
  problems.report(
    Diagnostic(
      "U160", .error, "the words in \(locale.tag.text.quoted) stand in the flows themselves", at: word.span,
      labels: words.dropFirst().map { Label($0.span, "and these") },
      notes: ["`language` in tenant.yaml says which language that is; without it, that is `en`"],
      help: "write them there; a file of this language has standard words alone: `words`, `messages`, standard `errors`"
    ))
}

/// U161, once for a language. Of messages, U623 tells.
private func reportMissing(
  _ tag: LanguageTag, at place: SourceSpan, _ needs: WordNeeds, _ locales: [LocaleSyntax], _ doubtful: [[String]],
  _ problems: inout DiagnosticCollector
) {
  let missing = needs.missing(in: tag).filter { !$0.isOfMessage }.apart(from: doubtful)
  guard let first = missing.first else { return }
  let isThere = locales.contains { $0.tag == tag }
  let kind = missing.allSatisfy(\.isStandard) ? "standard " : ""
  let count = missing.count == 1 ? "a \(kind)text is" : "\(missing.count) \(kind)texts are"
  let keys = missing.prefix(8).map { $0.path.joined(separator: ".").quoted }.joined(separator: ", ")
  problems.report(
    Diagnostic(
      "U161", .warning, "\(count) not in \(tag.text.quoted) yet", at: place,
      labels: first.isStandard ? [] : [Label(first.span, missing.count == 1 ? "this one" : "the first of them")],
      notes: [missing.count > 8 ? "\(keys) and \(missing.count - 8) more" : keys],
      help:
        "`usher locales extract DIR \(tag)` writes their places \(isThere ? "into the file" : "into locales/\(tag).yaml")"
    ))
}

private func reportUnused(_ locale: LocaleSyntax, _ places: TextPlaces, _ problems: inout DiagnosticCollector) {
  var told = Set<SourceSpan>()
  var lacking = Set<[String]>()
  for text in locale.texts {
    let path = text.path.map(\.text)
    if places[path] != nil || text.text == nil && places.isGroup(path) { continue }
    let known = path.indices.first { !places.isGroup(Array(path[...$0])) } ?? path.count - 1
    let word = text.path[known]
    guard told.insert(word.span).inserted else { continue }
    let above = path[..<known]
    if known == path.count - 1, places.isGroup(path) {
      problems.report(
        Diagnostic(
          "U162", .error, "\(word.text.quoted) holds further keys, and no words itself", at: word.span,
          notes: ["its keys are \(places.keys(below: path).listed())"], help: "write the words below one of them"))
      continue
    }
    if places[Array(path[...known])] != nil {
      problems.report(
        Diagnostic(
          "U162", .error, "\(word.text.quoted) is a text, and has no keys below it", at: word.span,
          help: "write the words themselves: `\(word.text): …`"))
      continue
    }
    let names = places.keys(below: Array(above))
    let guess = Guess(word, among: names)
    let within = places.placeWithin(Array(above), of: Array(path[known...]))
    // Others that lack the same key are told with it.
    if guess == nil, within != nil, !lacking.insert(Array(above)).inserted { continue }
    let isLanguage = known == 0 && LanguageTag(word.text) == locale.tag
    let elsewhere =
      isLanguage
      ? "leave it out: the name of the file says it"
      : (within ?? places.place(of: path, from: known)).map { "write it as \($0.quoted)" }
    let place = above.isEmpty ? "a language's file" : above.joined(separator: ".").quoted
    problems.report(
      Diagnostic(
        "U162", .error, "\(place) has no \(word.text.quoted) that people would read", at: word.span,
        notes: names.isEmpty ? [] : ["there \(names.count == 1 ? "is" : "are") \(names.listed())"],
        help: guess?.help ?? elsewhere ?? "remove it",
        edit: guess?.edit(word)))
  }
}
