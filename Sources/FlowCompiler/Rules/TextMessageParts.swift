import FlowModel
import FlowSource

/// U622: a text message is one part with the longest values that it may have, unless its file says how many it may be: each
/// part costs as much as a message.
@Sendable func textMessageParts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let longest = LongestValues(resolved)
  for sent in resolved.sentMessages.map(\.message) where sent.channel == .sms {
    for message in resolved.messages(for: sent) where !message.isBroken {
      let size = longest.size(of: message.template.text.parts[...], message.name)
      let allowed = message.file.parts
      guard size.parts > allowed else { continue }
      var notes = ["with the longest values it has \(size.length) characters; one part has room for \(size.room)"]
      if let foreign = size.foreign {
        notes.append(
          foreign == "\u{FFFD}"
            ? "what people have typed may have any letters, of which a part has room for 70"
            : "with \(String(foreign).quoted), which is not in the alphabet of text messages, a part has room for 70")
      }
      problems.report(
        Diagnostic(
          "U622", .warning, "this text message may be \(size.parts) parts", at: message.file.place, notes: notes,
          help: message.name.channel == .sms
            ? MessageFile.partsRange.contains(size.parts)
              ? "make it shorter, or say that it may: `parts: \(size.parts)` between `---` and `---`"
              : "make it shorter: with `parts` a text message may be \(MessageFile.partsRange.upperBound) parts at the most"
            : "write shorter words in \("\(sent.kind).sms.\(message.name.locale.text).txt".quoted)"))
    }
  }
}

/// The longest values that messages can have.
private struct LongestValues {
  private let resolved: ResolvedTenant

  init(_ resolved: ResolvedTenant) { self.resolved = resolved }

  /// The size of a text with the longest values, in the longer of its branches.
  func size(of parts: ArraySlice<TemplateText.Part>, _ name: MessageFile.Name) -> TextMessageSize {
    var size = TextMessageSize()
    var index = parts.startIndex
    while index < parts.endIndex {
      switch parts[index] {
      case .literal(let text): size = size + TextMessageSize(text)
      case .value(let variable, _): size = size + self.size(of: variable, name)
      case .skip: break
      case .unless(_, let skip):
        let then = parts[(index + 1)...(index + Int(skip))]
        index += Int(skip)
        guard case .skip(let count)? = then.last else {
          size = size + .max(self.size(of: then, name), TextMessageSize())
          break
        }
        let otherwise = parts[(index + 1)...(index + Int(count))]
        index += Int(count)
        size = size + .max(self.size(of: then.dropLast(), name), self.size(of: otherwise, name))
      }
      index += 1
    }
    return size
  }

  private func size(of variable: MessageVariable, _ name: MessageFile.Name) -> TextMessageSize {
    let tenant = resolved.scope.tenant
    switch variable {
    case .code: return .values(tenant.codes.digits, isBasic: true)
    case .lifetime:
      let seconds =
        switch name.kind.content {
        case .code, .notice: tenant.codes.lifetime
        case .link: tenant.links.lifetime
        case .invitation: tenant.links.invitations
        }
      return TextMessageSize(LifetimeWords.text(seconds, in: name.locale))
    case .link:
      let flow = resolved.scope.flows.map(\.name.text.utf8.count).max() ?? 0
      // The token has 128 digits, its public part 24.
      return TextMessageSize(tenant.links.base)
        + .values(flow + "/?token=&tokenId=".utf8.count + 128 + 24, isBasic: true)
    case .tenant: return TextMessageSize(tenant.name.text)
    case .application:
      return tenant.applications.reduce(TextMessageSize(tenant.name.text)) { .max($0, TextMessageSize($1.name.text)) }
    case .attribute(let slot):
      return resolved.scope.attribute(of: slot).map { size(of: $0.definition, name.locale) } ?? .init()
    }
  }

  private func size(of attribute: AttributeDefinition, _ locale: LanguageTag) -> TextMessageSize {
    switch attribute.type {
    case .phone: .values(16, isBasic: true)
    case .integer: size(from: attribute.minimum, to: attribute.maximum)
    case .number: .values(24, isBasic: true)
    case .date: .values(10, isBasic: true)
    case .choice:
      attribute.options.reduce(TextMessageSize()) { .max($0, TextMessageSize(label(of: $1, attribute, locale))) }
    case .list where !attribute.options.isEmpty: size(ofList: attribute, locale)
    default:
      .values(min(attribute.maxLength ?? MessageVariable.longestValue, MessageVariable.longestValue), isBasic: false)
    }
  }

  /// An integer within bounds, as it is written.
  private func size(from minimum: Double?, to maximum: Double?) -> TextMessageSize {
    let least = minimum.flatMap { Int64(exactly: $0.rounded(.up)) } ?? .min
    let most = maximum.flatMap { Int64(exactly: $0.rounded(.down)) } ?? .max
    return .values([least, most].map { String($0).utf8.count }.max() ?? 0, isBasic: true)
  }

  /// As many of the options as may be chosen, the longest first, cut as messages cut them.
  private func size(ofList attribute: AttributeDefinition, _ locale: LanguageTag) -> TextMessageSize {
    let labels = attribute.options.map { label(of: $0, attribute, locale) }
    let count = min(attribute.maxLength ?? labels.count, labels.count)
    func joined(_ length: (String) -> Int) -> TextMessageSize {
      let longest = labels.sorted { length($0) > length($1) }.prefix(count).joined(separator: ", ")
      return TextMessageSize(String(longest.unicodeScalars.prefix(MessageVariable.longestValue)))
    }
    let foreign = labels.reduce(TextMessageSize()) { .max($0, TextMessageSize($1)) }
    return [joined(\.utf16.count), joined { TextMessageSize($0).length }].reduce(foreign) { .max($0, $1) }
  }

  /// What a message in a language says in place of an option.
  private func label(of option: String, _ attribute: AttributeDefinition, _ locale: LanguageTag) -> String {
    let path = ["attributes", attribute.name, "options", option]
    for tag in locale.fallbacks {
      guard let words = resolved.scope.tenant.locales.first(where: { $0.tag == tag }),
        let text = words.texts.first(where: { $0.path.map(\.text) == path })?.text?.text
      else { continue }
      return (try? MessagePattern(text))?.text([:], in: tag) ?? text
    }
    return attribute.label(ofOption: option)
  }
}
