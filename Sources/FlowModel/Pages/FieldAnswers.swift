public import FlowExpression

/// What is filled in of an event's fields so far, in their order: which of them are there, needed, and offer what. A client
/// asks the fields by it one after the other, as the service judges them.
public struct FieldAnswers {
  private var values: [String: Value]

  /// Begins with what the run has.
  public init(_ page: PageView) {
    values = Dictionary(page.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The field as it stands after all before it; nil where it is not shown, and is as if nothing were there.
  public mutating func field(_ field: FieldView) -> FieldView? {
    let terms = field.terms
    if terms.isEmpty { return field }
    let value = { [values] (name: String) in values[name] }
    if let show = terms.show, !show.condition.holds(value) {
      values[field.name] = nil
      return nil
    }
    var field = field
    field.isRequired = field.isRequired || terms.required?.condition.holds(value) ?? false
    if let offered = terms.offered(value), case .attribute(var attribute) = field.kind {
      attribute.options = offered
      field.kind = .attribute(attribute)
    }
    field.terms = FieldTerms()
    return field
  }

  /// Takes an answer; nil for none.
  public mutating func take(_ value: Value?, for field: FieldView) { values[field.name] = value }
}
