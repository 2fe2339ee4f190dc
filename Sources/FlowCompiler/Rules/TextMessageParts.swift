import FlowModel
import FlowSource

/// U622: a text message is one part with the longest values that it may have, unless its file says how many it may be: each
/// part costs as much as a message.
@Sendable func textMessageParts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let longest = LongestValues(resolved)
  for sent in resolved.sentMessages.map(\.message) where sent.channel == .sms {
    for message in resolved.messages(for: sent) where !message.isBroken {
      let size = longest.size(of: message.template.text.parts[...], message.name.locale)
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
            ? "make it shorter, or say that it may: `parts: \(size.parts)` between `---` and `---`"
            : "write shorter words in \("\(sent.kind).sms.\(message.name.locale.text).txt".quoted)"))
    }
  }
}

/// The longest values that messages can have.
private struct LongestValues {
  private let resolved: ResolvedTenant

  init(_ resolved: ResolvedTenant) { self.resolved = resolved }

  /// The size of a text with the longest values, in the longer of its branches.
  func size(of parts: ArraySlice<TemplateText.Part>, _ locale: LanguageTag) -> TextMessageSize {
    var size = TextMessageSize()
    var index = parts.startIndex
    while index < parts.endIndex {
      switch parts[index] {
      case .literal(let text): size = size + TextMessageSize(text)
      case .value(let variable, _): size = size + self.size(of: variable, locale)
      case .skip: break
      case .unless(_, let skip):
        let then = parts[(index + 1)...(index + Int(skip))]
        index += Int(skip)
        guard case .skip(let count)? = then.last else {
          size = size + .max(self.size(of: then, locale), TextMessageSize())
          break
        }
        let otherwise = parts[(index + 1)...(index + Int(count))]
        index += Int(count)
        size = size + .max(self.size(of: then.dropLast(), locale), self.size(of: otherwise, locale))
      }
      index += 1
    }
    return size
  }

  private func size(of variable: MessageVariable, _ locale: LanguageTag) -> TextMessageSize {
    let tenant = resolved.scope.tenant
    switch variable {
    case .code: return .values(tenant.codes.digits, isBasic: true)
    case .lifetime:
      return .max(
        TextMessageSize(LifetimeWords.text(tenant.codes.lifetime, in: locale)),
        TextMessageSize(LifetimeWords.text(tenant.links.lifetime, in: locale)))
    case .link:
      let flow = resolved.scope.flows.map(\.name.text.utf8.count).max() ?? 0
      // The token has 128 digits, its public part 24.
      return TextMessageSize(tenant.links.base)
        + .values(flow + "/?token=&tokenId=".utf8.count + 128 + 24, isBasic: true)
    case .tenant: return TextMessageSize(tenant.name.text)
    case .application:
      return tenant.applications.reduce(TextMessageSize(tenant.name.text)) { .max($0, TextMessageSize($1.name.text)) }
    case .attribute(let slot):
      return resolved.scope.attribute(of: slot).map { size(of: $0.definition, locale) } ?? .init()
    }
  }

  private func size(of attribute: AttributeDefinition, _ locale: LanguageTag) -> TextMessageSize {
    switch attribute.type {
    case .phone: .values(16, isBasic: true)
    case .integer: .values(20, isBasic: true)
    case .number: .values(24, isBasic: true)
    case .date: .values(10, isBasic: true)
    case .choice:
      attribute.options.reduce(TextMessageSize()) { .max($0, TextMessageSize(label(of: $1, attribute, locale))) }
    default:
      .values(min(attribute.maxLength ?? MessageVariable.longestValue, MessageVariable.longestValue), isBasic: false)
    }
  }

  /// What a message in a language says in place of an option.
  private func label(of option: String, _ attribute: AttributeDefinition, _ locale: LanguageTag) -> String {
    let path = ["attributes", attribute.name, "options", option]
    for tag in locale.fallbacks {
      guard let words = resolved.scope.tenant.locales.first(where: { $0.tag == tag }),
        let text = words.texts.first(where: { $0.path.map(\.text) == path })?.text?.text
      else { continue }
      return text
    }
    return attribute.label(ofOption: option)
  }
}
