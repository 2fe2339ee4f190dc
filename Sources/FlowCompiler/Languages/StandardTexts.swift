import FlowModel
import FlowSource
import Synchronization

/// The key of a language's file below which standard words stand.
let standardGroup = "words"

/// What the software says by itself. The words of the terminal nobody needs who serves apps.
func standardTexts(of tenant: TenantSyntax) -> [TenantText] {
  let texts = known.withLock { known in
    if let texts = known[tenant.language] { return texts }
    let texts = standardTexts(in: tenant.language)
    known[tenant.language] = texts
    return texts
  }
  return texts.map { text in
    var text = text
    text.span = tenant.name.span
    return text
  }
}

/// The texts of each language, which are the same for all tenants.
private let known = Mutex<[LanguageTag: [TenantText]]>([:])

private func standardTexts(in language: LanguageTag) -> [TenantText] {
  StandardText.allCases.map { text in
    let pattern = StandardWords.pattern(text, in: language)
    let values = (try? MessagePattern(pattern))?.arguments.keys.map { ($0, sample(ofValue: $0)) } ?? []
    return TenantText(
      path: [standardGroup] + text.rawValue.split(separator: ".").map(String.init), text: pattern,
      span: .fileStart(0),
      values: Dictionary(values, uniquingKeysWith: { first, _ in first }),
      need: text.rawValue.hasPrefix("terminal.") ? .never : .withoutStandard, standard: text.rawValue)
  }
}

private func sample(ofValue name: String) -> MessageValue {
  ["min", "max", "length", "seconds", "count"].contains(name) ? .integer(3) : .text(name)
}
