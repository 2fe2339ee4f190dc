package import FlowModel
package import FlowSource

/// A text of a tenant that people read, where it stands and what may stand in it: the same keys lead to it in the file of
/// another language.
package struct TenantText: Sendable {
  /// The keys that lead to it.
  package var path: [String]
  /// The words, in the tenant's own language.
  package var text: String
  /// Where they stand, or what they are made from.
  package var span: SourceSpan
  /// What may stand in them, with its values.
  package var values: [String: MessageValue] = [:]
  /// Who needs it in a language.
  package var need = Need.always
  /// The key of the standard words that stand here where the tenant has none; nil: there are none such.
  var standard: String?
  /// The languages in which files of `messages/` say it already.
  var saidIn: [LanguageTag] = []
  /// Those in which such files say it for some of the ways by which it leaves.
  var partlySaidIn: [LanguageTag] = []
  /// What people read now in place of standard words: the tenant's own. Nil: `text` itself.
  var read: String?

  /// The words that people read now: what translators go by.
  package var shown: String { read ?? text }
  /// Whether those are of a file of `messages/` that asks for attributes: its values stand in two pairs of braces.
  package var isTemplate: Bool { isOfMessage && (try? MessagePattern(shown)) == nil }

  /// Whether the software has words for it, in some languages: all that a file of the flows' own language may give.
  package var isStandard: Bool { need == .withoutStandard || standard != nil || isOfMessage }
  /// Whether it is a message's.
  var isOfMessage: Bool { path.first == localeMessages }
  /// Whether the table has the finished text, with its values, and not the pattern.
  var isFinished: Bool { !isOfMessage && path.first != standardGroup }

  /// Who needs a text in a language.
  package enum Need: Sendable {
    /// People read it.
    case always
    /// There are standard words in some languages.
    case withoutStandard
    /// Only who has better words than the name.
    case never
  }
}

/// All texts of a tenant that people read, in the order of its files.
func texts(of resolved: ResolvedTenant) -> [TenantText] {
  let scope = resolved.scope
  let standard = StandardWords(for: scope.tenant.language)
  var texts: [TenantText] = []
  for (index, attribute) in scope.tenant.attributes.enumerated() {
    let isShown = resolved.mentions.attributes.contains(index)
    texts += attribute.texts(below: ["attributes"], isShown: isShown)
  }
  texts += errors(of: resolved)
  for flow in scope.flows where flow.arguments == nil {
    let path = ["flows", flow.name.text]
    texts += flow.parameters.compactMap { parameter -> TenantText? in
      guard parameter.type == .text, let usual = parameter.usual else { return nil }
      return TenantText(
        path: path + ["parameters", parameter.name.text, "default"], text: usual.text, span: usual.span)
    }
    for input in flow.inputs { texts += input.texts(below: path + ["input"], isShown: false) }
    let parameters = Set(flow.parameters.filter { $0.type == .text }.map(\.name.text))
    for state in flow.states {
      texts += state.texts(below: path + ["states", state.name.text], standard, scope).filter { text in
        // What stands for a parameter is said by each call.
        text.text.parameterName.map { !parameters.contains($0) } ?? true
      }
    }
  }
  texts += standardTexts(of: scope.tenant) + messageTexts(of: resolved)
  for index in texts.indices where texts[index].isStandard && texts[index].read == nil {
    texts[index].read = ownWords(at: texts[index].path, of: scope.tenant)
  }
  return texts
}

/// The words that the file of the flows' own language has in place of standard ones.
private func ownWords(at path: [String], of tenant: TenantSyntax) -> String? {
  if tenant.locales.isEmpty { return nil }
  return tenant.language.fallbacks.lazy.compactMap { tag in
    tenant.locales.first { $0.tag == tag }?.texts.first { $0.path.map(\.text) == path }?.text?.text
  }.first
}

private func errors(of resolved: ResolvedTenant) -> [TenantText] {
  let scope = resolved.scope
  var texts: [TenantText] = []
  let own = Dictionary(
    scope.tenant.errors.map { ($0.code.text, $0.code.span) }, uniquingKeysWith: { first, _ in first })
  let standard = StandardWords(for: scope.tenant.language)
  let values = Dictionary(
    scope.tenant.errors.map { ($0.code.text, $0.values) }, uniquingKeysWith: { first, _ in first })
  for (index, error) in scope.errors.enumerated() {
    guard own[error.code] != nil || resolved.mentions.errors.contains(index) else { continue }
    texts.append(
      TenantText(
        path: ["errors", error.code], text: own[error.code] == nil ? standard.text(error) : error.message,
        span: own[error.code] ?? scope.tenant.name.span,
        values: scope.tenant.values(ofError: error.code).merging(values[error.code] ?? [:]) { $1 },
        need: own[error.code] == nil ? .withoutStandard : .always))
  }
  for error in EngineError.all {
    let path = ["errors", error.code]
    if let known = texts.firstIndex(where: { $0.path == path }) {
      texts[known].standard = own[error.code] == nil ? "error." + error.code : nil
    } else {
      texts.append(
        TenantText(
          path: path, text: standard.text(error), span: scope.tenant.name.span, need: .withoutStandard,
          standard: "error." + error.code))
    }
  }
  return texts
}

extension TenantSyntax {
  /// What the words of a standard error may say of the policies that it is about.
  fileprivate func values(ofError code: String) -> [String: MessageValue] {
    func count(_ number: Int) -> MessageValue { .integer(Int64(number)) }
    switch code {
    case "password_too_short": return ["min": count(passwords.minLength)]
    case "password_too_long": return ["max": count(passwords.maxLength)]
    case "password_too_weak":
      return [
        "min": count(passwords.minLength), "max": count(passwords.maxLength), "classes": count(passwords.classes),
      ]
    case "password_recently_used": return ["remember": count(passwords.remember)]
    case "invalid_code", "code_expired": return ["digits": count(codes.digits)]
    default: return [:]
    }
  }
}

extension AttributeSyntax {
  /// `isShown`: whether people see it, so that it needs words.
  fileprivate func texts(below path: [String], isShown: Bool) -> [TenantText] {
    let path = path + [name.text]
    var texts = [
      TenantText(
        path: path + ["label"], text: definition.displayLabel, span: name.span,
        need: isShown || !definition.label.isEmpty ? .always : .never)
    ]
    if !definition.hint.isEmpty {
      texts.append(TenantText(path: path + ["hint"], text: definition.hint, span: name.span, values: definition.bounds))
    }
    texts += beside(definition.help, definition.placeholder, name, path)
    for option in definition.options {
      let label = definition.label(ofOption: option)
      texts.append(
        TenantText(
          path: path + ["options", option], text: label, span: name.span,
          need: isShown || label != option ? .always : .never))
    }
    return texts
  }
}

extension AttributeDefinition {
  /// What a hint may say of the values that are taken.
  fileprivate var bounds: [String: MessageValue] {
    func number(_ bound: Double) -> MessageValue { Int64(exactly: bound).map(MessageValue.integer) ?? .number(bound) }
    var bounds: [String: MessageValue] = [:]
    bounds["min"] = minimum.map(number) ?? minLength.map { .integer(Int64($0)) }
    bounds["max"] = maximum.map(number) ?? maxLength.map { .integer(Int64($0)) }
    return bounds
  }
}

/// What stands beside a field and in it, where the flows say something there.
private func beside(_ help: String, _ placeholder: String, _ name: Word, _ path: [String]) -> [TenantText] {
  [("help", help), ("placeholder", placeholder)].compactMap { key, text in
    text.isEmpty ? nil : TenantText(path: path + [key], text: text, span: name.span)
  }
}

extension [FieldSyntax] {
  fileprivate func texts(below path: [String]) -> [TenantText] {
    flatMap { beside($0.help, $0.placeholder, $0.name, path + ["fields", $0.name.text]) }
  }
}

extension StateSyntax {
  fileprivate func texts(below path: [String], _ standard: StandardWords, _ scope: TenantScope) -> [TenantText] {
    switch kind {
    case .page(let page):
      let labels = Dictionary(page.labels.map { ($0.event.text, $0.label) }, uniquingKeysWith: { first, _ in first })
      return [TenantText(path: path + ["page"], text: page.title.text, span: page.title.span)]
        + page.fields.texts(below: path)
        + page.events.map { event in
          let name = event.name.text
          let label = labels[name] ?? standard.label(ofEvent: name) ?? AttributeDefinition.label(from: name)
          return TenantText(
            path: path + ["events", name], text: label, span: event.name.span,
            need: labels[name] == nil ? .never : .always)
        }
        + page.events.flatMap { $0.transition.fields.texts(below: path + ["then", $0.name.text]) }
    case .end(let end):
      return end.redirect.map { [TenantText(path: path + ["redirect"], text: $0.text, span: $0.span)] } ?? []
    case .call(let call):
      let parameters = scope.flow(call.flow.text).map { scope.flows[$0].parameters } ?? []
      let names = Set(parameters.filter { $0.type == .text }.map(\.name.text))
      return call.arguments.filter { names.contains($0.name.text) }.map { name, value in
        TenantText(path: path + ["with", name.text], text: value.text, span: value.span)
      }
    case .effect, .choose, .broken: return []
    }
  }
}
