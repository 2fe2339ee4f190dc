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
    // A text whose name is misspelt, or says nothing, is told as that.
    let isMisspelt = scope.tenant.messages.contains { file in
      !file.isHTML && !kinds.contains(file.name.kind) && file.name.locale == page.name.locale
        && file.name.channel == page.name.channel
        && nearest(file.name.kind.name, among: [page.name.kind.name]) != nil
    }
    let name = page.fileName.dropLast(5) + ".txt"
    if isMisspelt || scope.tenant.unnamedMessages.contains(String(name)) { continue }
    let path = [localeMessages, page.name.kind.name, "text"]
    let words = scope.tenant.locales.first { $0.tag == page.name.locale }?.texts.first { text in
      text.text != nil && text.path.map(\.text) == path
    }
    problems.report(
      Diagnostic(
        "U620", .error, "this page has no plain text beside it", at: page.place,
        labels: words?.path.last.map { [Label($0.span, "words that have no page stand here")] } ?? [],
        help: words == nil
          ? "write it in \(String(name).quoted): mail programs, clocks and people choose between the two"
          : "move subject and text of \(page.name.kind.name.quoted) from the language's file into \(String(name).quoted) beside the page"
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
struct MessageResolver {
  let scope: TenantScope
  let kind: MessageKind
  private let links: MessageLinks
  var problems: DiagnosticCollector
  var reads: [ResolvedMessage.Read] = []
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
    var parts = assemble(page.body, of: page) { shape.escapes[$0.span.start] }.parts
    demandsSecret(page, of: shape)
    guard let preheader = page.preheader else { return TemplateText(parts) }
    let shown = assemble(preheader, of: page, shownOutside: "a preheader", escapingWords: true) { _ in .html }
    links.check(text: preheader, page, &problems)
    guard let start = shape.bodyStart else {
      if !shape.isWhole { return TemplateText(parts) }
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
