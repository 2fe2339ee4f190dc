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
