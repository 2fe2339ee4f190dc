import FlowJSON
import FlowModel

/// What a client sees of a page whatever the run: made once, when the table is loaded.
struct PageTemplate: Sendable {
  var page: Reply.PageView
  var events: [String]
}

extension PageTemplate {
  init(_ page: Page, in flow: Flow, of table: FlowTable) {
    self.page = Reply.PageView(
      title: page.title,
      fields: page.events.flatMap { event in event.fields.map { Reply.FieldView($0, event, flow, table) } })
    events = page.events.map(\.name)
  }
}

extension Reply.FieldView {
  fileprivate init(_ field: PageField, _ event: PageEvent, _ flow: Flow, _ table: FlowTable) {
    if let secret = table.secret(of: field.slot) {
      self.init(
        name: secret.name, type: secret.name, label: secret.label, isRequired: field.isRequired, event: event.name)
      return
    }
    guard let definition = table.definition(of: field.slot, in: flow) else {
      let name = table.name(of: field.slot, in: flow)
      self.init(name: name, type: "string", label: name, isRequired: field.isRequired, event: event.name)
      return
    }
    self.init(
      name: definition.name, type: definition.type.name, label: definition.displayLabel,
      isRequired: field.isRequired, event: event.name)
    options = definition.options
    limits = [
      ("minLength", definition.minLength.map { .int(Int64($0)) }),
      ("maxLength", definition.maxLength.map { .int(Int64($0)) }),
      ("minimum", definition.minimum.map(JSON.number)), ("maximum", definition.maximum.map(JSON.number)),
      ("pattern", definition.pattern.map(JSON.string)),
    ].compactMap { name, value in value.map { (name, $0) } }
  }
}

extension JSON {
  /// A bound as people wrote it: whole numbers without a fraction.
  static func number(_ value: Double) -> JSON { Int64(exactly: value).map(JSON.int) ?? .double(value) }
}
