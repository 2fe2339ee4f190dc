/// What a field takes: a value that has a form in JSON.
public protocol FlowValue: Sendable {
  /// The value as it is sent.
  var flowJSON: JSON { get }
  /// Reads the value; nil where it is none.
  init?(flowJSON json: JSON)
}

/// One of the options of a choice, under its name in the flow.
public protocol FlowOption: FlowValue, RawRepresentable, Hashable, CaseIterable where RawValue == String {}

extension FlowOption {
  /// Its name.
  public var flowJSON: JSON { .string(rawValue) }
  /// Reads a name; nil where there is no such option.
  public init?(flowJSON json: JSON) {
    guard let name = json.string else { return nil }
    self.init(rawValue: name)
  }
}

extension String: FlowValue {
  /// The text.
  public var flowJSON: JSON { .string(self) }
  /// Reads a text.
  public init?(flowJSON json: JSON) {
    guard let text = json.string else { return nil }
    self = text
  }
}

extension Int: FlowValue {
  /// The number.
  public var flowJSON: JSON { .int(Int64(self)) }
  /// Reads a whole number.
  public init?(flowJSON json: JSON) {
    guard let number = json.int.flatMap({ Int(exactly: $0) }) else { return nil }
    self = number
  }
}

extension Double: FlowValue {
  /// The number.
  public var flowJSON: JSON { .double(self) }
  /// Reads a number.
  public init?(flowJSON json: JSON) {
    switch json {
    case .int(let number): self = Double(number)
    case .double(let number): self = number
    default: return nil
    }
  }
}

extension Bool: FlowValue {
  /// The flag.
  public var flowJSON: JSON { .bool(self) }
  /// Reads a flag.
  public init?(flowJSON json: JSON) {
    guard case .bool(let flag) = json else { return nil }
    self = flag
  }
}

extension Array: FlowValue where Element: FlowValue {
  /// The elements.
  public var flowJSON: JSON { .array(map(\.flowJSON)) }
  /// Reads a list; nil where one of its elements is no value.
  public init?(flowJSON json: JSON) {
    guard let elements = json.array else { return nil }
    var values: [Element] = []
    for element in elements {
      guard let value = Element(flowJSON: element) else { return nil }
      values.append(value)
    }
    self = values
  }
}

extension JSON: FlowValue {
  /// The value itself.
  public var flowJSON: JSON { self }
  /// Takes any value.
  public init?(flowJSON json: JSON) { self = json }
}
