import FlowModel
import FlowSource

/// U614: what a message says of a run, the run has at each state that sends it; what it may lack stands in an `if`.
@Sendable func collectedBeforeSaid(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  var told: Set<SourceSpan> = []
  for flow in tenant.flows where !flow.isUncalled {
    guard let collected = flow.collected else { continue }
    for node in flow.graph.nodes(.effect) where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), let sent = resolved.sentMessage(call) else { continue }
      for message in resolved.messages(for: sent) where !message.isBroken {
        for read in message.reads where !read.isGuarded && !collected.contains(Int(read.slot), at: node) {
          guard told.insert(read.span).inserted else { continue }
          let name = resolved.scope.name(of: read.slot, in: resolved.scope.flows[flow.graph.root])
          let path = collected.path(without: Int(read.slot), to: node)
          problems.report(
            Diagnostic(
              "U614", .error, "\(name.quoted) may be missing where this message is sent", at: read.span,
              labels: [Label(call.place, "sent here")],
              help:
                "say it where it is there: `{{ if attributes.\(name) }}…{{ end }}`; or collect it on every path to where the message is sent",
              counterexample: flow.graph.counterexample(
                path: path, attack: "", remarks: TraceRemarks(facts: [path.count: [.reads(name)]]), resolved)))
        }
      }
    }
  }
}

/// U619: a message's words are of a kind that the flows send.
@Sendable func unusedMessages(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  guard resolved.isWhole, !resolved.scope.hasLostFlows, !resolved.scope.tenant.isOpen else { return }
  let sent = resolved.sentMessages.map(\.message)
  let files = Set(resolved.scope.tenant.messages.map(\.fileName))
  for file in resolved.scope.tenant.messages {
    let name = file.name
    let kinds = Set(sent.map(\.kind.name)).sorted()
    guard kinds.contains(name.kind.name) else {
      problems.report(
        Diagnostic(
          "U619", .error, "no flow sends a message of the kind \(name.kind.name.quoted)", at: file.place,
          notes: kinds.isEmpty ? [] : ["the flows send \(kinds.listedWhole())"],
          help: nearest(name.kind.name, among: kinds).map { kind in
            let meant = file.fileName(for: kind)
            return files.contains(meant)
              ? "did you mean \(kind.quoted)? There is a file \(meant.quoted): leave one of the two out"
              : "did you mean \(kind.quoted)? Then call the file \(meant.quoted)"
          } ?? adviceOnUnsent(name.kind)))
      continue
    }
    guard let channel = name.channel, !sent.contains(where: { $0.kind == name.kind && $0.channel == channel }) else {
      continue
    }
    problems.report(
      Diagnostic(
        "U619", .error, "no flow sends a \(name.kind.name.quoted) by \(channel.name.quoted)", at: file.place,
        help: "leave the file out, or \(channel.name.quoted) out of its name"))
  }
}

/// What to do about words of a kind that no flow sends, and that is like none that they send.
private func adviceOnUnsent(_ kind: MessageKind) -> String {
  switch kind {
  case .code: "leave the file out, or send a code: `do: code.send`"
  case .link: "leave the file out, or send a link: `do: link.send`"
  case .invitation: "leave the file out, or send an invitation: `do: invitation.send`"
  case .notice(let name): "leave the file out, or send the notice: `do: message.send` with `message: \(name)`"
  }
}

extension MessageFile {
  /// The name of the file, were it of another kind.
  fileprivate func fileName(for kind: String) -> String {
    kind + fileName.dropFirst(name.kind.name.count)
  }
}

/// U623: a language that the tenant speaks has words for all messages: else a person reads two languages.
@Sendable func missingMessages(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let (messages, syntax) = (resolved.messages, resolved.scope.tenant)
  // Of these any may be said in a file whose name says nothing.
  if syntax.hasUnnamedMessages { return }
  let texts = messageTexts(of: resolved)
  let needs = WordNeeds(texts, own: syntax.language, syntax.locales)
  let places = TextPlaces(texts)
  func doubtful(_ tag: LanguageTag) -> [[String]] {
    syntax.locales.filter { tag.fallbacks.contains($0.tag) }.flatMap { locale in
      var messages = locale
      let others = ["attributes", "errors", "flows", standardGroup]
      messages.texts.removeAll { text in others.contains { $0 == text.path.first?.text } }
      return places.doubtful(in: messages)
    }
  }
  func place(_ tag: LanguageTag) -> SourceSpan {
    messages.first { $0.name.locale == tag }?.file.place
      ?? syntax.locales.first { $0.tag == tag }.map { .fileStart($0.file) }
      ?? syntax.languagePlace ?? syntax.name.span
  }
  let tags = Set(needs.languagesOfMessages + syntax.locales.map(\.tag) + [syntax.language])
  for tag in tags.sorted(by: { $0.text < $1.text }) {
    let missing = needs.missingMessages(in: tag).apart(from: doubtful(tag))
    let kinds = missing.map { $0.path[1] }.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    guard let first = kinds.first else { continue }
    let sent = language(of: MessageKind(first), sentIn: tag, resolved)
    let files = kinds.map { "\(messagesFolder)/\($0).\(tag.text).txt" }.listedWhole()
    problems.report(
      Diagnostic(
        "U623", .warning, "in \(tag.text.quoted) there are no words for \(kinds.listedWhole())", at: place(tag),
        notes: [
          sent.language == tag.language
            ? "people who read \(tag.text.quoted) get the standard words"
            : "people who read \(tag.text.quoted) get \(first.quoted) in \(sent.text.quoted)"
        ],
        help: "write them: \(files), or in \("locales/\(tag).yaml".quoted) "
          + missing.map { $0.path.joined(separator: ".") }.listed()))
  }
}

/// The language in which a kind of message is sent to who reads another one, as `MessageCatalogue` finds it.
private func language(of kind: MessageKind, sentIn tag: LanguageTag, _ resolved: ResolvedTenant) -> LanguageTag {
  let own = resolved.scope.tenant.language
  for found in tag.fallbacks + own.fallbacks
  where resolved.messages.contains(where: { $0.name.kind == kind && $0.name.locale == found }) { return found }
  return (StandardMessages.template(kind, in: tag) ?? StandardMessages.template(kind, in: own))?.locale ?? .english
}
