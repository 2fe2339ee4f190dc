public import FlowExpression

/// A page as clients are shown it: the page of a table, which has no values, or of a run, with those that the run has.
///
/// All that transports, the OpenAPI document and the rules of protocols know of pages is this.
public struct PageView: Hashable, Sendable {
  /// The heading.
  public var title: String
  /// The events that may be sent, `submit` first where there is one.
  public var events: [EventView]
  /// What the run has already for fields that are no secrets.
  public var values: [FieldValue]

  /// A page.
  public init(title: String, events: [EventView], values: [FieldValue] = []) {
    self.title = title
    self.events = events
    self.values = values
  }

  /// The fields of all events, in the events' order.
  public var fields: [FieldView] { events.flatMap(\.fields) }

  /// The event of a name.
  public func event(_ name: String) -> EventView? { events.first { $0.name == name } }

  /// The value that the run has for a field; nil where it has none, or may not show it.
  public func value(of field: FieldView) -> Value? { values.first { $0.name == field.name }?.value }
}

/// An event that a page offers.
public struct EventView: Hashable, Sendable {
  /// The name.
  public var name: String
  /// What people read in place of the name; nil: nothing else.
  public var label: String?
  /// What it collects.
  public var fields: [FieldView]

  /// An event with its fields.
  public init(_ name: String, label: String? = nil, fields: [FieldView] = []) {
    self.name = name
    self.label = label
    self.fields = fields
  }

  /// Whether it collects a secret.
  public func collects(_ secret: SecretField) -> Bool { fields.contains { $0.secret == secret } }
}

/// A value that a run has, by the name of its fields.
public struct FieldValue: Hashable, Sendable {
  /// The field's name.
  public var name: String
  /// The value.
  public var value: Value

  /// A value of the fields of a name.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension PageView {
  /// A page of a table, as it is in any run.
  public init(_ page: Page, in flow: Flow, of table: FlowTable) {
    self.init(
      title: page.title,
      events: page.events.map { event in
        EventView(
          event.name, label: event.label.isEmpty ? nil : event.label,
          fields: event.fields.map { field in
            var view = FieldView(field, in: flow, of: table)
            if view.secret == .password, flow.setsPassword(behind: event.transition) {
              view.passwords = table.passwords
            }
            return view
          })
      })
  }

  /// The page that a flow starts at; nil where it starts with something else.
  public init?(startOf flow: Flow, of table: FlowTable) {
    let state = flow.states[Int(flow.start)]
    guard state.kind == .page else { return nil }
    self.init(flow.pages[Int(state.payload)], in: flow, of: table)
  }
}
