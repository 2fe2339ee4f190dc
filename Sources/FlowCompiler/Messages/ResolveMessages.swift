import FlowExpression
import FlowModel
import FlowSource

/// Makes templates of the files of `messages/`: names become numbers, places for values what is safe where they stand.
func resolveMessages(
  _ scope: TenantScope, sending kinds: Set<MessageKind>, _ problems: inout DiagnosticCollector
) -> [ResolvedMessage] {
  var texts: [MessageFile.Name: MessageFile] = [:]
  var pages: [MessageFile.Name: MessageFile] = [:]
  // Of a kind that nobody sends nothing else is told than that.
  for file in scope.tenant.messages where kinds.contains(file.name.kind) {
    if file.isHTML { pages[file.name] = file } else { texts[file.name] = file }
  }
  for page in pages.values.sorted(by: { $0.source.id < $1.source.id }) where texts[page.name] == nil {
    // A text whose name is misspelt is told as that.
    let isMisspelt = scope.tenant.messages.contains { file in
      !file.isHTML && !kinds.contains(file.name.kind) && file.name.locale == page.name.locale
        && file.name.channel == page.name.channel
        && nearest(file.name.kind.name, among: [page.name.kind.name]) != nil
    }
    if isMisspelt { continue }
    let name = String(page.source.path.split(separator: "/").last?.dropLast(5) ?? "") + ".txt"
    let path = [localeMessages, page.name.kind.name, "text"]
    let words = scope.tenant.locales.first { $0.tag == page.name.locale }?.texts.first { text in
      text.text != nil && text.path.map(\.text) == path
    }
    problems.report(
      Diagnostic(
        "U620", .error, "this page has no plain text beside it", at: page.place,
        labels: words?.path.last.map { [Label($0.span, "words that have no page stand here")] } ?? [],
        help: words == nil
          ? "write it in \(name.quoted): mail programs, clocks and people choose between the two"
          : "move subject and text of \(page.name.kind.name.quoted) from the language's file into \(name.quoted) beside the page"
      ))
  }
  return texts.values.sorted { $0.source.id < $1.source.id }.map { file in
    var resolver = MessageResolver(scope, file.name.kind, problems)
    let message = resolver.resolve(file, pages[file.name])
    problems = resolver.problems
    return message
  }
}

/// Resolves the files of one message.
private struct MessageResolver {
  private let scope: TenantScope
  private let kind: MessageKind
  private let links: MessageLinks
  private(set) var problems: DiagnosticCollector
  private var reads: [ResolvedMessage.Read] = []
  private let count: Int

  init(_ scope: TenantScope, _ kind: MessageKind, _ problems: DiagnosticCollector) {
    (self.scope, self.kind, self.problems, count) = (scope, kind, problems, problems.count)
    links = MessageLinks(scope.tenant)
  }

  mutating func resolve(_ file: MessageFile, _ page: MessageFile?) -> ResolvedMessage {
    if file.isBroken || page?.isBroken == true { return broken(file) }
    var template = MessageTemplate(
      kind: file.name.kind, channel: file.name.channel, locale: file.name.locale, subject: TemplateText(),
      text: TemplateText())
    template.subject = assemble(file.subject ?? [], of: file, shownOutside: "a subject") { _ in .text }
    template.text = assemble(file.body, of: file) { _ in .text }
    links.check(text: (file.subject ?? []) + file.body, file, &problems)
    demandsSecret(file)
    if let page { template.html = resolve(page: page) }
    return ResolvedMessage(
      name: file.name, file: file, template: template, reads: reads,
      isBroken: problems.hasErrors(behind: count))
  }

  /// One of which nothing more is told than why.
  private func broken(_ file: MessageFile) -> ResolvedMessage {
    let template = MessageTemplate(
      kind: file.name.kind, channel: file.name.channel, locale: file.name.locale, subject: TemplateText(),
      text: TemplateText())
    return ResolvedMessage(name: file.name, file: file, template: template, isBroken: true)
  }

  private mutating func resolve(page: MessageFile) -> TemplateText {
    let shape = MessagePage(page, &problems)
    links.check(page: shape, page, &problems)
    for piece in shape.pieces where piece.form == .words || piece.form == .url { reportStrayBraces(piece.range, page) }
    demandsSecret(page, of: shape)
    var parts = assemble(page.body, of: page) { shape.escapes[$0.span.start] }.parts
    guard let preheader = page.preheader else { return TemplateText(parts) }
    let shown = assemble(preheader, of: page, shownOutside: "a preheader", escapingWords: true) { _ in .html }
    links.check(text: preheader, page, &problems)
    guard let start = shape.bodyStart else {
      problems.report(
        Diagnostic(
          "U612", .error, "there is no `<body>` for the preheader to stand in",
          at: preheader.first.map { place(of: $0, page) } ?? page.place,
          help: "write the page as `<html>…<body>…</body></html>`"))
      return TemplateText(parts)
    }
    insert(Self.hidden(shown), at: start, of: page, into: &parts)
    return TemplateText(parts)
  }

  /// What mailboxes show beside the subject, and pages do not show.
  private static func hidden(_ preheader: TemplateText) -> [TemplateText.Part] {
    [.literal(MessageTemplate.preheader.start)] + preheader.parts + [.literal(MessageTemplate.preheader.end)]
  }

  /// Puts parts where a literal ends that reaches to a byte of the file: that of `<body>`, which stands outside of all branches.
  private func insert(
    _ new: [TemplateText.Part], at start: Int, of page: MessageFile, into parts: inout [TemplateText.Part]
  ) {
    var (at, index) = (page.bodyRange.lowerBound, 0)
    for node in page.body {
      guard case .text(let range) = node else {
        index += assembledCount(node)
        continue
      }
      at = range.lowerBound
      if range.contains(start - 1), case .literal = parts[index] {
        let bytes = page.source.bytes
        parts.replaceSubrange(
          index...index,
          with: [.literal(text(bytes[at..<start]))] + new + [.literal(text(bytes[start..<range.upperBound]))])
        return
      }
      index += 1
    }
  }

  private func assembledCount(_ node: TemplateNode) -> Int {
    switch node {
    case .text, .value: return 1
    case .branch(let branch):
      let (then, otherwise) = (branch.then, branch.otherwise)
      let count = then.reduce(1) { $0 + assembledCount($1) }
      return otherwise.isEmpty ? count : otherwise.reduce(count + 1) { $0 + assembledCount($1) }
    }
  }

  private func place(of node: TemplateNode, _ file: MessageFile) -> SourceSpan {
    switch node {
    case .text(let range): file.span(range)
    case .value(let word): word.span
    case .branch(let branch): branch.place
    }
  }

  /// U621: a code that is not in its message reaches nobody.
  private mutating func demandsSecret(_ file: MessageFile, of shape: MessagePage? = nil) {
    guard let carried = own.first(where: { $0.variable == kind.content.variable })?.name else { return }
    func isSeen(_ word: Word) -> Bool { shape?.unseen.contains(word.span.start) != true }
    let said = file.body.values.filter { $0.text == carried }
    // Mailboxes show the beginning of what a page hides beside the subject.
    for word in said where shape?.hidden.contains(word.span.start) == true {
      problems.report(
        Diagnostic(
          "U615", .error,
          "what the page hides says the \(carried), and is shown where the mail is not open", at: word.span,
          help: "say it in the text alone, where all see it"))
    }
    if problems.hasErrors(behind: count) || file.body.alwaysSay(carried, where: isSeen) { return }
    let isSaid = said.contains(where: isSeen)
    problems.report(
      Diagnostic(
        "U621", .error,
        isSaid
          ? "the \(carried) is said here in some messages, and not in all"
          : said.isEmpty ? "the \(carried) is not said here" : "the \(carried) is said here where nobody sees it",
        at: file.place,
        help: isSaid
          ? "write `{{ \(carried) }}` outside of `{{ if … }}`" : "write `{{ \(carried) }}` where people look for it"))
  }

  // MARK: Parts

  /// Nodes as flat parts. `escape` says how a value is written where it stands; nil: it may not, which is reported.
  private mutating func assemble(
    _ nodes: [TemplateNode], of file: MessageFile, shownOutside place: String? = nil, escapingWords: Bool = false,
    guarded: Set<Slot> = [], _ escape: (Word) -> TemplateEscape?
  ) -> TemplateText {
    var parts: [TemplateText.Part] = []
    for node in nodes {
      switch node {
      case .text(let range):
        reportSingleBraces(range, file)
        // In a page they may close what is open in a style: its pieces are looked at.
        if place != nil || !file.isHTML { reportStrayBraces(range, file) }
        let words = text(file.source.bytes[range])
        parts.append(.literal(escapingWords ? words.escapedForHTML : words))
      case .value(let word):
        let variable = variable(word, shownOutside: place)
        if let slot = variable?.slot {
          reads.append(.init(slot: slot, span: word.span, isGuarded: guarded.contains(slot)))
        }
        parts.append(variable.flatMap { variable in escape(word).map { .value(variable, $0) } } ?? .literal(""))
      case .branch(let branch):
        let condition = condition(branch)
        let inner = condition.map { guarded.union([$0.slot]) } ?? guarded
        let then = assemble(
          branch.then, of: file, shownOutside: place, escapingWords: escapingWords, guarded: inner, escape
        ).parts
        let otherwise = assemble(
          branch.otherwise, of: file, shownOutside: place, escapingWords: escapingWords, guarded: guarded, escape
        ).parts
        let hasOther = !otherwise.isEmpty
        parts.append(
          .unless(
            condition ?? TemplateCondition(slot: firstAttributeSlot), skip: Int32(then.count + (hasOther ? 1 : 0))))
        parts += then + (hasOther ? [.skip(Int32(otherwise.count))] : []) + otherwise
      }
    }
    return TemplateText(parts)
  }

  /// The words of a file, whose lines end as everywhere.
  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.contains(0x0D) ? bytes.filter { $0 != 0x0D }[...] : bytes, as: UTF8.self)
  }

  /// U612: a value of this message in one pair of braces is words, which nobody means.
  private mutating func reportSingleBraces(_ range: Range<Int>, _ file: MessageFile) {
    for brace in SingleBraces(file.source.bytes, range) {
      guard let name = valueName(brace.name) else { continue }
      problems.report(
        Diagnostic(
          "U612", .error, "this is no value but words: a value stands in two pairs of braces",
          at: file.span(brace.range), help: "write `{{ \(name) }}`", edit: Edit(file.span(brace.range), "{{ \(name) }}")
        ))
    }
  }

  /// U612: `}}` that closes nothing is what is left of a value.
  private mutating func reportStrayBraces(_ range: Range<Int>, _ file: MessageFile) {
    for brace in file.source.bytes[range].strayBraces {
      let name = brace.name.flatMap(valueName)
      let place = file.span(brace.range)
      problems.report(
        Diagnostic(
          "U612", .error, "this `}}` closes nothing", at: place,
          help: name.map { "write `{{ \($0) }}`" } ?? "write `{{` where the value begins, or take it out",
          edit: name.map { Edit(place, "{{ \($0) }}") }))
    }
  }

  /// How a value of this message is written that a name between braces is; nil where it is none.
  private func valueName(_ text: String) -> String? {
    own.contains { $0.name == text } ? text : attributeName(text).map { "attributes." + $0 }
  }

  /// The attribute that a name is, with `attributes.` or without.
  private func attributeName(_ text: String) -> String? {
    let name = text.hasPrefix("attributes.") ? String(text.dropFirst("attributes.".count)) : text
    return scope.attribute(name).map { scope.tenant.attributes[$0].name.text }
  }

  // MARK: Names

  private mutating func condition(_ branch: TemplateBranch) -> TemplateCondition? {
    let name = branch.name
    guard let attribute = attribute(name, isAsked: true) else { return nil }
    reads.append(.init(slot: scope.slot(attribute), span: name.span, isGuarded: true))
    let definition = scope.tenant.attributes[attribute].definition
    guard let text = branch.text else { return TemplateCondition(slot: scope.slot(attribute)) }
    guard [.string, .choice, .email, .phone, .date].contains(definition.type) else {
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.text.quoted) is no text, and is compared with one", at: text.span,
          labels: [Label(scope.tenant.attributes[attribute].name.span, "declared here")],
          help: "ask for it alone: `{{ if \(name.text) }}`"))
      return nil
    }
    if definition.type == .choice, !definition.options.contains(text.text) {
      problems.report(
        Diagnostic(
          "U613", .error, "\(text.text.quoted) is none of the options of \(name.text.quoted)", at: text.span,
          labels: [Label(scope.tenant.attributes[attribute].name.span, "declared here")],
          help: nearest(text.text, among: definition.options).map { "did you mean \($0.quoted)?" }
            ?? "the options are \(definition.options.listed())"))
      return nil
    }
    // As people type it, so may who writes the message.
    guard let rule = try? SlotRule(definition),
      case .string(let tidied) = rule.tidied(.string(text.text), region: scope.tenant.region)
    else { return nil }
    if let complaint = rule.complaint(about: .string(tidied)) {
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.text.quoted) is never \(text.text.quoted)", at: text.span,
          labels: [Label(scope.tenant.attributes[attribute].name.span, "declared here")],
          notes: ["it does not take that: \(complaint.text)"],
          help: "compare it with something that \(name.text.quoted) can be"))
      return nil
    }
    return TemplateCondition(slot: scope.slot(attribute), text: tidied)
  }

  /// The values that messages of this kind have beside attributes.
  private var own: [(name: String, variable: MessageVariable)] {
    let carried: [(String, MessageVariable)] =
      switch kind.content.variable {
      case .code: [("code", .code), ("lifetime", .lifetime)]
      case .link: [("link", .link), ("lifetime", .lifetime)]
      default: []
      }
    return carried + [("tenant", .tenant), ("application", .application)]
  }

  /// The value of a name; nil, and a problem, for what this kind of message does not have.
  private mutating func variable(_ word: Word, shownOutside place: String?) -> MessageVariable? {
    if let found = own.first(where: { $0.name == word.text })?.variable {
      if let place, found == .code || found == .link {
        problems.report(
          Diagnostic(
            "U615", .error, "\(place) says the \(word.text), and is shown where the mail is not open", at: word.span,
            help: "say it in the text alone: lists of mails, locked telephones and logs show \(place.dropFirst(2))s"))
      }
      return found
    }
    if word.text.hasPrefix("attributes.") || scope.attribute(word.text) != nil {
      return attribute(word, isAsked: false).map { .attribute(scope.slot($0)) }
    }
    if word.text == "code" || word.text == "link" || word.text == "lifetime" {
      problems.report(
        Diagnostic(
          "U613", .error, "a message of the kind \(kind.name.quoted) has no \(word.text.quoted)", at: word.span,
          help: "it has \(own.map(\.name).listedWhole()), and attributes: `{{ attributes.NAME }}`"))
      return nil
    }
    let guess = Guess(word, among: own.map(\.name) + scope.attributeNames.map { "attributes." + $0 })
    problems.report(
      Diagnostic(
        "U613", .error, "a message of the kind \(kind.name.quoted) has no \(word.text.quoted)", at: word.span,
        help: guess?.help ?? "it has \(own.map(\.name).listedWhole()), and attributes: `{{ attributes.NAME }}`",
        edit: guess?.edit(word)))
    guard let guess, guess.isSlip else { return nil }
    return own.first { $0.name == guess.name }?.variable
      ?? scope.attribute(String(guess.name.dropFirst("attributes.".count))).map { .attribute(scope.slot($0)) }
  }

  /// The attribute that a message names; nil, and a problem, for one that it cannot say, or ask about.
  private mutating func attribute(_ word: Word, isAsked: Bool) -> Int? {
    let isPlain = !word.text.hasPrefix("attributes.")
    let name = isPlain ? word.text : String(word.text.dropFirst("attributes.".count))
    var found = scope.attribute(name)
    if found == nil || isPlain {
      if scope.tenant.lost.contains(.attributes), found == nil { return nil }
      let meant = found != nil ? name : nearest(name, among: scope.attributeNames)
      let isSlip = meant.map { found != nil || isSlipped(name, $0) } ?? false
      problems.report(
        Diagnostic(
          "U613", .error,
          isPlain
            ? "a message has no \(word.text.quoted)" : "the tenant has no attribute \(name.quoted)",
          at: word.span,
          help: meant.map { "did you mean \("attributes.\($0)".quoted)?" }
            ?? (isAsked
              ? "`if` asks about an attribute: `{{ if attributes.NAME }}`"
              : "declare it under `attributes` in tenant.yaml"),
          edit: meant.flatMap { isSlip ? Edit(word.span, "attributes.\($0)") : nil }))
      found = isSlip ? meant.flatMap { scope.attribute($0) } : nil
    }
    guard let found else { return nil }
    let syntax = scope.tenant.attributes[found]
    guard syntax.broken == nil else { return nil }
    let label = [Label(syntax.name.span, "declared here")]
    if syntax.definition.isSecret {
      problems.report(
        Diagnostic(
          "U615", .error, "\(name.quoted) is secret, and no message says it", at: word.span, labels: label,
          help: "secrets go to functions alone"))
      return nil
    }
    switch syntax.definition.type {
    case .any:
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.quoted) may be any value, and is not for people to read", at: word.span,
          labels: label,
          help: "name an attribute with a type of its own"))
      return nil
    case .boolean where !isAsked:
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.quoted) is true or false, which is no word", at: word.span, labels: label,
          help: "ask for it: `{{ if \(word.text) }}…{{ else }}…{{ end }}`"))
      return nil
    default: return found
    }
  }

  private func isSlipped(_ name: String, _ other: String) -> Bool { FlowSource.isSlip(name, for: other) }
}

extension String {
  /// The text as HTML shows it.
  fileprivate var escapedForHTML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
  }
}
