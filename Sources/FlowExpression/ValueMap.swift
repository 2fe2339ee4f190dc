/// A CEL map: keys are bool, int, uint or string, in the order they were put in. Numeric keys of equal value are one key,
/// whatever their type, so `1`, `1u` and `1.0` find the same entry.
public struct ValueMap: Sendable {
  /// One key with its value.
  public struct Entry: Hashable, Sendable {
    /// The key as it was put in.
    public let key: Value
    /// The value.
    public let value: Value
  }

  /// The entries in their order.
  public private(set) var entries: [Entry] = []
  /// Where keys are, from the ninth entry on; below that a search is quicker.
  private var index: [Key: Int]?

  /// An empty map.
  public init() {}

  /// How many entries there are.
  public var count: Int { entries.count }

  /// Adds an entry. False, and nothing is added, where the key is there already or can be no key.
  @discardableResult
  public mutating func insert(_ key: Value, _ value: Value) -> Bool {
    guard let normal = Key(key), !key.isDouble, position(normal) == nil else { return false }
    entries.append(Entry(key: key, value: value))
    if index != nil {
      index?[normal] = entries.count - 1
    } else if entries.count > 8 {
      var built: [Key: Int] = [:]
      for (offset, entry) in entries.enumerated() { if let key = Key(entry.key) { built[key] = offset } }
      index = built
    }
    return true
  }

  /// The value of a key.
  public subscript(key: Value) -> Value? {
    guard let normal = Key(key), let position = position(normal) else { return nil }
    return entries[position].value
  }

  private func position(_ key: Key) -> Int? {
    if let index { return index[key] }
    return entries.firstIndex { Key($0.key) == key }
  }

  /// A key in the form in which equal keys are equal.
  private enum Key: Hashable {
    case bool(Bool)
    case negative(Int64)
    case natural(UInt64)
    case string(Bytes)

    init?(_ value: Value) {
      switch value {
      case .bool(let value): self = .bool(value)
      case .int(let value): self = value < 0 ? .negative(value) : .natural(UInt64(value))
      case .uint(let value): self = .natural(value)
      case .string(let value): self = .string(Bytes(text: value))
      case .double(let value):
        if let number = UInt64(exactly: value) {
          self = .natural(number)
        } else if let number = Int64(exactly: value) {
          self = .negative(number)
        } else {
          return nil
        }
      default: return nil
      }
    }
  }

  private struct Bytes: Hashable {
    let text: String
    static func == (left: Bytes, right: Bytes) -> Bool { sameBytes(left.text, right.text) }
    func hash(into hasher: inout Hasher) { hashBytes(text, into: &hasher) }
  }
}

extension ValueMap: Hashable {
  /// The same entries in the same order.
  public static func == (left: ValueMap, right: ValueMap) -> Bool { left.entries == right.entries }
  /// Hashes as `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension Value {
  var isDouble: Bool { if case .double = self { true } else { false } }
}
