import FlowExpression
import FlowModel

/// The messages of a tenant as its flows send them, with values of all sorts.
struct MessagePreviews {
  private let table: FlowTable
  private let catalogue: MessageCatalogue

  init(_ table: FlowTable) { (self.table, catalogue) = (table, MessageCatalogue(table)) }

  /// A page for each kind of message, way to travel and language.
  var all: [PreviewEntry] {
    sent.flatMap { kind, channel in
      table.languages.compactMap { tag in
        catalogue.template(kind, over: channel, in: tag).map { entry($0, channel, tag) }
      }
    }
  }

  /// What the flows send, each once.
  private var sent: [(kind: MessageKind, channel: ChannelKind)] {
    var found: [(kind: MessageKind, channel: ChannelKind)] = []
    for flow in table.flows {
      for call in flow.calls {
        guard let kind = call.messageKind, let slot = call.address else { continue }
        let channel = call.channel ?? ChannelKind(to: table.definition(of: slot, in: flow)?.type)
        if !found.contains(where: { $0 == (kind, channel) }) { found.append((kind, channel)) }
      }
    }
    return found.sorted { ($0.kind, $0.channel.name) < ($1.kind, $1.channel.name) }
  }

  private func entry(_ template: MessageTemplate, _ channel: ChannelKind, _ tag: LanguageTag) -> PreviewEntry {
    var body = "<p><a href=\"../index.html\">\(escaped(table.tenant))</a></p>\n"
    body += "<h1>\(escaped(template.kind.name)), \(channel.name), \(tag.text)</h1>\n"
    if template.locale != tag { body += "<p>There are no words in \(tag.text): these are sent.</p>\n" }
    var shown: [MessageWords] = []
    for sample in PreviewSample.allCases {
      let words = template.words(sample.values(of: table, template))
      // Where no value makes a difference, once is enough.
      if shown.contains(words) { continue }
      shown.append(words)
      body += section(words, channel, sample)
    }
    let path = "messages/\(template.kind.name).\(channel.name).\(tag.text).html"
    let page = PreviewPage(title: "\(template.kind.name), \(channel.name), \(tag.text)", body: body)
    return PreviewEntry(
      name: "\(template.kind.name), \(channel.name)", language: tag, file: PreviewFile(path: path, text: page.text))
  }

  private func section(_ words: MessageWords, _ channel: ChannelKind, _ sample: PreviewSample) -> String {
    let language = "lang=\"\(words.locale.text)\" dir=\"auto\""
    var text = "<h2>\(sample.title)</h2>\n"
    if channel == .email {
      let preheader = preheader(of: words.html).map { " <small class=\"preheader\">\($0)</small>" } ?? ""
      text += "<p \(language)><strong>\(escaped(words.subject))</strong>\(preheader)</p>\n"
    }
    // Lines are the message's own.
    text += "<pre \(language)>\(lines(words.text))</pre>\n"
    guard let html = words.html, channel == .email else { return text }
    let source = html.split(separator: "\n", omittingEmptySubsequences: false).map { escapedSource(String($0)) }
    let frame = "sandbox title=\"\(sample.title)\" srcdoc=\"\(source.joined(separator: "\n"))\""
    return text + "<iframe \(frame)></iframe>\n<iframe class=\"narrow\" \(frame)></iframe>\n"
  }

  /// What mailboxes show beside the subject, as it stands in the page: text with escapes, and no tag.
  private func preheader(of html: String?) -> String? {
    guard let parts = html?.split(separator: MessageTemplate.preheader.start, maxSplits: 1), parts.count == 2 else {
      return nil
    }
    return parts[1].split(separator: MessageTemplate.preheader.end, maxSplits: 1).first.map { escapedTags(String($0)) }
  }

  /// A page of somebody's own may have such a part by itself, with whatever in it.
  private func escapedTags(_ text: String) -> String {
    text.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// HTML in an attribute: the page inside is what it is.
  private func escapedSource(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(
      ">", with: "&gt;")
  }
}
