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

  /// The values of a message.
  func values(of table: FlowTable, _ template: MessageTemplate) -> MessageValues {
    let application = table.applications.map(\.name).max { $0.utf8.count < $1.utf8.count }
    let unasked = template.texts.reduce(into: Set<Slot>()) { $0.formUnion($1.saidUnasked) }
    func attribute(_ slot: Slot) -> AttributeDefinition? {
      let index = Int(slot) - Int(firstAttributeSlot)
      return table.attributes.indices.contains(index) ? table.attributes[index] : nil
    }
    let spoken = template.locale.fallbacks.first { tag in
      table.language == tag || table.locales.contains { $0.tag == tag }
    }
    let labels = spoken.map(table.speaking) ?? table
    func label(_ slot: Slot, _ option: String) -> String {
      let index = Int(slot) - Int(firstAttributeSlot)
      return labels.attributes.indices.contains(index) ? labels.attributes[index].label(ofOption: option) : option
    }
    var values = MessageValues(tenant: table.tenant, application: application) { slot in
      // What it says without having asked for it is always there.
      if self == .missing, !unasked.contains(slot) { return nil }
      return attribute(slot).flatMap { value($0) { label(slot, $0) } }
    }
    values.label = { slot, option, _ in label(slot, option) }
    values.form = { slot, text in attribute(slot)?.compared(text) ?? text }
    values.code = String("123456789012".prefix(table.codes.digits))
    let token = String(repeating: "0123456789abcdef", count: 8)
    let flow = table.flows.first { $0.calls.contains { $0.definition.redeemsLinks } }?.name ?? "flow"
    values.link = "\(table.links.base)/\(flow)?token=\(token)&tokenId=\(token.prefix(24))"
    values.lifetime =
      switch template.kind {
      case .link: table.links.lifetime
      case .invitation: table.links.invitations
      case .code, .notice: table.codes.lifetime
      }
    return values
  }

  private func value(_ attribute: AttributeDefinition, label: (String) -> String) -> Value? {
    switch attribute.type {
    case .email: return .string(self == .long ? longestAddress(of: attribute) : "ada@example.com")
    case .phone: return .string("+420601123456")
    case .string: return .string(text(of: attribute))
    case .integer: return .int(integer(of: attribute))
    case .number:
      let bounds = [attribute.minimum, attribute.maximum].compactMap { $0 }
      if self == .long {
        return .double(bounds.max { "\($0)".utf8.count < "\($1)".utf8.count } ?? -1.2345678901234567e+100)
      }
      return .double(bounds.first ?? 1.5)
    case .boolean: return .bool(true)
    case .date: return .string("2026-11-23")
    case .choice:
      let options =
        self == .long ? attribute.options.sorted { length($0, label) > length($1, label) } : attribute.options
      return options.first.map { .string($0) }
    case .list:
      if attribute.options.isEmpty {
        return .list(self == .long ? [.string(filler)] : [.string("one"), .string("two")])
      }
      let options =
        self == .long ? attribute.options.sorted { length($0, label) > length($1, label) } : attribute.options
      let count = self == .long ? options.count : 2
      return .list(options.prefix(min(count, attribute.maxLength ?? count)).map { .string($0) })
    case .any: return nil
    }
  }

  private func length(_ option: String, _ label: (String) -> String) -> Int { label(option).unicodeScalars.count }

  /// A text that the attribute takes.
  private func text(of attribute: AttributeDefinition) -> String {
    let longest = min(attribute.maxLength ?? MessageVariable.longestValue, MessageVariable.longestValue)
    let usual = ["Ada", "Ada Lovelace", "AB123456", "12345678", "A"]
    let own: [String] =
      switch self {
      case .usual, .missing: []
      case .hostile: [cut("<script>alert('{{ code }}')</script>\" onclick=\"x&amp; عربي", longest)]
      case .long:
        [filler, filler.uppercased(), String(repeating: "1234567890", count: 26)].map { cut($0, longest) }
      }
    let least = cut(filler, min(attribute.minLength ?? 0, longest))
    let rule = try? SlotRule(attribute)
    return (own + usual + [least]).first { rule?.complaint(about: .string($0)) == nil } ?? usual[0]
  }

  private func integer(of attribute: AttributeDefinition) -> Int64 {
    let least = attribute.minimum.flatMap { Int64(exactly: $0.rounded(.up)) }
    let most = attribute.maximum.flatMap { Int64(exactly: $0.rounded(.down)) }
    let (low, high) = (least ?? .min, most ?? .max)
    if self == .long { return String(low).utf8.count > String(high).utf8.count ? low : high }
    return min(max(36, low), high)
  }

  /// An address as long as the attribute takes one: 64 characters before the `@`, the others behind it.
  private func longestAddress(of attribute: AttributeDefinition) -> String {
    let longest = min(attribute.maxLength ?? MessageVariable.longestValue, MessageVariable.longestValue)
    let end = "example.com"
    let local = cut(filler.lowercased(), max(1, min(64, longest - end.utf8.count - 1)))
    var domain = end
    while case let room = longest - local.utf8.count - 1 - domain.utf8.count, room > 1 {
      domain = cut(filler.lowercased(), min(60, room - 1)) + "." + domain
    }
    return local + "@" + domain
  }

  private var filler: String { String(repeating: "Wolfeschlegelsteinhausenbergerdorff", count: 8) }

  private func cut(_ text: String, _ count: Int) -> String { String(text.unicodeScalars.prefix(count)) }
}

extension TemplateText {
  /// The slots that it says without having asked for them.
  fileprivate var saidUnasked: Set<Slot> {
    var said: Set<Slot> = []
    var asked: [(slot: Slot, end: Int)] = []
    for (index, part) in parts.enumerated() {
      asked.removeAll { index >= $0.end }
      switch part {
      case .unless(let condition, let skip): asked.append((condition.slot, index + 1 + Int(skip)))
      case .value(let variable, _):
        if let slot = variable.slot, !asked.contains(where: { $0.slot == slot }) { said.insert(slot) }
      case .literal, .skip: break
      }
    }
    return said
  }
}
