/// A JSON value (RFC 8259). Objects keep the order of their members, so that what we write is the same in each run.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent that fits in 64 bits.
  case int(Int64)
  /// Any other number.
  case double(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// The member of an object; nil for other values and absent names.
  public subscript(name: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  /// The text, if this is a string.
  public var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The integer, if this is one.
  public var int: Int64? {
    if case .int(let number) = self { return number }
    return nil
  }

  /// The elements, if this is an array.
  public var array: [JSON]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// What a person calls this kind of value.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int, .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object in their order, each name once.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One name with its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public var value: JSON
  }

  /// The members in order.
  public private(set) var members: [Member] = []

  /// An object without members.
  public init() {}

  /// The members as written; a later one of the same name replaces the value of the earlier.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The members of which the last of a name counts, at the place of the first: in a time that grows as their number does,
  /// where setting one by one looks at all before it.
  public init(members: some Sequence<(String, JSON)>) {
    var places: [String: Int] = [:]
    for (name, value) in members {
      if let place = places[name] {
        self.members[place].value = value
      } else {
        places[name] = self.members.count
        append(name, value)
      }
    }
  }

  /// The value of a name. Setting keeps the place of a name already there; setting nil removes it.
  public subscript(name: String) -> JSON? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The members that satisfy a condition, in their order.
  public func filter(_ isIncluded: (Member) throws -> Bool) rethrows -> JSONObject {
    var object = JSONObject()
    object.members = try members.filter(isIncluded)
    return object
  }

  /// Adds a member known to be new, without looking for an earlier one of its name.
  mutating func append(_ name: String, _ value: JSON) {
    members.append(Member(name: name, value: value))
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// An object with its members in the written order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}
