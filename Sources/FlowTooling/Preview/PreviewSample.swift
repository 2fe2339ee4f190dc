import FlowExpression
import FlowModel

/// Values with which messages are looked at.
enum PreviewSample: CaseIterable {
  case usual
  case missing
  case long
  case hostile

  var title: String {
    switch self {
    case .usual: "As it is sent"
    case .missing: "Where attributes are missing"
    case .long: "With the longest values"
    case .hostile: "With values that somebody means ill by"
    }
  }

  /// The values of a message of a kind.
  func values(of table: FlowTable, _ kind: MessageKind) -> MessageValues {
    let application = table.applications.map(\.name).max { $0.utf8.count < $1.utf8.count }
    var values = MessageValues(tenant: table.tenant, application: application) { slot in
      let index = Int(slot) - Int(firstAttributeSlot)
      return table.attributes.indices.contains(index) ? value(table.attributes[index]) : nil
    }
    values.label = { slot, option, locale in
      let index = Int(slot) - Int(firstAttributeSlot)
      let spoken = table.speaking(locale).attributes
      return spoken.indices.contains(index) ? spoken[index].label(ofOption: option) : option
    }
    values.code = String("123456789012".prefix(table.codes.digits))
    let token = String(repeating: "0123456789abcdef", count: 8)
    let flow = table.flows.first { $0.calls.contains { $0.definition.redeemsLinks } }?.name ?? "flow"
    values.link = "\(table.links.base)/\(flow)?token=\(token)&tokenId=\(token.prefix(24))"
    values.lifetime =
      switch kind {
      case .link: table.links.lifetime
      case .invitation: table.links.invitations
      case .code, .notice: table.codes.lifetime
      }
    return values
  }

  private func value(_ attribute: AttributeDefinition) -> Value? {
    if self == .missing { return nil }
    let longest = min(attribute.maxLength ?? MessageVariable.longestValue, MessageVariable.longestValue)
    switch attribute.type {
    case .email: return .string(self == .usual ? "ada@example.com" : cut("ada.lovelace+\(filler)", 64) + "@example.com")
    case .phone: return .string("+420601123456")
    case .string:
      switch self {
      case .usual: return .string(cut("Ada", longest))
      case .hostile: return .string(cut("<script>alert('{{ code }}')</script>\" onclick=\"x&amp; عربي", longest))
      default: return .string(cut(filler, longest))
      }
    case .integer:
      let least = attribute.minimum.map { Int64(exactly: $0.rounded(.up)) ?? .max }
      return .int(least ?? (self == .usual ? 36 : 9_000_000_000_000_000_000))
    case .number: return .double(attribute.minimum ?? 1.5)
    case .boolean: return .bool(true)
    case .date: return .string("2026-11-23")
    case .choice:
      let option = self == .usual ? attribute.options.first : attribute.options.max { $0.utf8.count < $1.utf8.count }
      return option.map { .string($0) }
    case .list:
      let options = attribute.options.isEmpty ? ["one", "two"] : attribute.options
      return .list(options.prefix(self == .usual ? 2 : 20).map { .string($0) })
    case .any: return nil
    }
  }

  private var filler: String { String(repeating: "Wolfeschlegelsteinhausenbergerdorff", count: 8) }

  private func cut(_ text: String, _ count: Int) -> String { String(text.unicodeScalars.prefix(count)) }
}
