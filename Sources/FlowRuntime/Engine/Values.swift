public import FlowExpression
public import FlowJSON
public import FlowModel

extension JSON {
  /// A run's value as JSON; what JSON has no form for is null.
  public init(_ value: FlowExpression.Value) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .list(let values): self = .array(values.map { JSON($0) })
    case .map(let map):
      self = .object(
        JSONObject(
          members: map.entries.compactMap { entry in
            if case .string(let name) = entry.key { (name, JSON(entry.value)) } else { nil }
          }))
    case .null, .uint, .bytes, .timestamp, .duration, .type: self = .null
    }
  }
}

extension Value {
  /// JSON as a run's value; whole numbers where the attribute wants them, and the other way round.
  init(_ json: JSON, for type: AttributeType?) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = type == .number ? .double(Double(number)) : .int(number)
    case .double(let number):
      if type == .integer, let whole = Int64(exactly: number) { self = .int(whole) } else { self = .double(number) }
    case .string(let text): self = .string(text)
    case .array(let elements): self = .list(elements.map { Value($0, for: nil) })
    case .object(let object):
      var map = ValueMap()
      for member in object.members { map.insert(.string(member.name), Value(member.value, for: nil)) }
      self = .map(map)
    }
  }
}

extension PageView {
  /// The value that the run has for a field, as the input of an event takes it; nil where it has none, or may not show it.
  public func json(of field: FieldView) -> JSON? { value(of: field).map { JSON($0) } }
}
