/// The headers of a message in their order. Names are looked up without regard to case (RFC 9110, section 5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One header.
  public struct Field: Hashable, Sendable {
    /// The name as it was written.
    public let name: String
    /// The value.
    public let value: String
  }

  /// All headers in order.
  public private(set) var fields: [Field] = []

  /// No headers.
  public init() {}

  /// Headers in the written order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map(Field.init)
  }

  /// The first value of a name. Setting replaces all values of that name; nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.areSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.areSame($0.name, name) }
      if let newValue { add(name, newValue) }
    }
  }

  /// All values of a name.
  public func values(_ name: String) -> [String] {
    fields.filter { Self.areSame($0.name, name) }.map(\.value)
  }

  /// All values of a name as the one list that they are (RFC 9110, section 5.3); nil where there is none.
  public func list(_ name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Adds a header beside others of its name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  private static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8) { $0.lowercase == $1.lowercase }
  }
}

extension UInt8 {
  /// An ASCII letter in lower case; any other byte as it is.
  var lowercase: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// A printable ASCII character other than space.
  var isVisible: Bool { self > 0x20 && self < 0x7F }
}
