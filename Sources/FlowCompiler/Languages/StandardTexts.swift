import FlowModel

/// The key of a language's file below which standard words stand.
let standardGroup = "words"

/// What the software says by itself. The words of the terminal nobody needs who serves apps.
func standardTexts(of tenant: TenantSyntax) -> [TenantText] {
  StandardText.allCases.map { text in
    let pattern = StandardWords.pattern(text, in: tenant.language)
    let values = (try? MessagePattern(pattern))?.arguments.keys.map { ($0, sample(ofValue: $0)) } ?? []
    return TenantText(
      path: [standardGroup] + text.rawValue.split(separator: ".").map(String.init), text: pattern,
      span: tenant.name.span,
      values: Dictionary(values, uniquingKeysWith: { first, _ in first }),
      need: text.rawValue.hasPrefix("terminal.") ? .never : .withoutStandard, standard: text.rawValue)
  }
}

private func sample(ofValue name: String) -> MessageValue {
  ["min", "max", "length", "seconds", "count"].contains(name) ? .integer(3) : .text(name)
}

/// The messages that flows send and that there are standard words for.
func messageTexts(of resolved: ResolvedTenant) -> [TenantText] {
  let tenant = resolved.scope.tenant
  return Set(resolved.sentMessages.map(\.message.kind)).sorted().flatMap { kind -> [TenantText] in
    guard
      let template = StandardMessages.template(kind, in: tenant.language)
        ?? StandardMessages.template(kind, in: .english)
    else { return [] }
    let said = tenant.messages.filter { $0.name.kind == kind && $0.name.channel == nil }.map(\.name.locale)
    let names: [MessageValue] = [.text("tenant"), .text("application")]
    let around = ["tenant": names[0], "application": names[1]]
    let carried: [String: MessageValue] =
      switch MessageVariable.carried(by: kind) {
      case .code: ["code": .text("code"), "lifetime": .text("lifetime")]
      case .link: ["link": .text("link"), "lifetime": .text("lifetime")]
      default: [:]
      }
    return [("subject", template.subject, around), ("text", template.text, around.merging(carried) { $1 })].map {
      TenantText(
        path: [localeMessages, kind, $0.0], text: $0.1.pattern, span: tenant.name.span, values: $0.2,
        need: .withoutStandard, saidIn: said)
    }
  }
}
