/// What is known of a value before a run has it: its possible kinds, and how great and how long it can be. An element of a
/// lattice: more values, greater shape.
package struct ValueShape: Hashable, Sendable {
  /// The kinds that a value can be of.
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let null = Kinds(rawValue: 1)
    package static let bool = Kinds(rawValue: 2)
    package static let int = Kinds(rawValue: 4)
    package static let uint = Kinds(rawValue: 8)
    package static let double = Kinds(rawValue: 16)
    package static let string = Kinds(rawValue: 32)
    package static let bytes = Kinds(rawValue: 64)
    package static let list = Kinds(rawValue: 128)
    package static let map = Kinds(rawValue: 256)
    package static let timestamp = Kinds(rawValue: 512)
    package static let duration = Kinds(rawValue: 1024)
    package static let type = Kinds(rawValue: 2048)
    package static let all = Kinds(rawValue: 4095)
    static let numbers: Kinds = [.int, .uint, .double]
    /// What can hold other values.
    static let containers: Kinds = [.list, .map]
  }

  /// What the texts are known to be like.
  package struct Texts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No control characters, and none that turn the direction of writing.
    package static let plain = Texts(rawValue: 1)
    /// A date of the calendar, as `yyyy-mm-dd`.
    package static let date = Texts(rawValue: 2)
    static let all: Texts = [.plain, .date]
  }

  /// More than anything has.
  package static let unbounded = 1 << 40

  package var kinds: Kinds
  /// The whole number of an int; the seconds of a timestamp or duration.
  package var number: ClosedRange<Int64> = .min ... .max
  /// Whether the number is known not to be 0, wherever the bounds lie.
  package var isNonZero = false
  /// Unicode scalars of a text, bytes, elements, entries.
  package var count: ClosedRange<Int> = 0...unbounded
  /// The greatest size: 8 for each value, element, key and member, and the bytes of texts.
  package var size = unbounded
  package var texts: Texts = .all
  /// What is known of the elements of a list, in an array of one.
  private var known: [ValueShape] = []

  package init(_ kinds: Kinds) {
    self.kinds = kinds
    if kinds.contains(.string) { texts = [] }
  }

  /// Any value at all.
  package static let anything = ValueShape(.all)
  /// No value: what is never come to, or never set.
  package static let none = ValueShape([])
  package static let bool = ValueShape(.bool, size: 8)

  init(_ kinds: Kinds, size: Int) {
    self.init(kinds)
    self.size = size
  }

  /// A whole number.
  package static func int(_ range: ClosedRange<Int64> = .min ... .max) -> ValueShape { seconds(.int, range) }

  /// A timestamp or duration, by its seconds.
  package static func seconds(_ kind: Kinds, _ range: ClosedRange<Int64>) -> ValueShape {
    var shape = ValueShape(kind, size: 8)
    shape.number = range
    shape.isNonZero = !range.contains(0)
    return shape
  }

  /// A text of so many characters, and so many bytes at the most.
  package static func text(_ count: ClosedRange<Int>, bytes: Int? = nil, _ texts: Texts = []) -> ValueShape {
    var shape = ValueShape(.string, size: 8 + (bytes ?? times(4, count.upperBound)))
    shape.count = count
    shape.texts = texts
    return shape
  }

  /// A list of so many elements.
  package static func list(_ count: ClosedRange<Int>, of element: ValueShape, size: Int? = nil) -> ValueShape {
    var shape = ValueShape(.list, size: size ?? plus(8, times(count.upperBound, element.size)))
    shape.count = count
    shape.element = element
    return shape
  }

  package var isNone: Bool { kinds.isEmpty }
  /// Whether it is of these kinds alone.
  package func isOnly(_ allowed: Kinds) -> Bool { kinds.isSubset(of: allowed) }

  /// The elements of a list.
  package var element: ValueShape {
    get {
      if let known = known.first { return known }
      var shape = ValueShape.anything
      shape.size = size
      return shape
    }
    set { known = [newValue] }
  }

  /// How many lists it is known to have inside each other, beside those of slots.
  package var depth: Int { isOnly(.list) ? 1 + (known.first?.depth ?? 0) : 0 }

  /// How many bytes its texts have at the most.
  var bytes: Int {
    let most = max(0, size - 8)
    return isOnly(.string) ? min(most, ValueShape.times(4, count.upperBound)) : most
  }

  /// How many values are inside it at the most.
  var nodes: Int {
    if kinds.isDisjoint(with: .containers) { return 0 }
    if isOnly(.list), let element = known.first, element.kinds.isDisjoint(with: .containers) { return count.upperBound }
    return size >= ValueShape.unbounded ? ValueShape.unbounded : size / 8
  }
}

extension ValueShape {
  static func plus(_ a: Int, _ b: Int) -> Int { min(unbounded, a + b) }
  static func times(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? unbounded : min(unbounded, product)
  }

  /// The shape of one value.
  package init(_ value: Value) {
    switch value {
    case .null: self.init(.null, size: 8)
    case .bool: self = .bool
    case .int(let number): self = .int(number...number)
    case .uint: self.init(.uint, size: 8)
    case .double: self.init(.double, size: 8)
    case .string(let text):
      let count = text.unicodeScalars.count
      self = .text(count...count, bytes: text.utf8.count, text.unicodeScalars.allSatisfy(\.isPlain) ? .plain : [])
    case .bytes(let bytes):
      self.init(.bytes, size: 8 + bytes.count)
      count = bytes.count...bytes.count
    case .list(let elements):
      let shapes = elements.map { ValueShape($0) }
      self = .list(
        shapes.count...shapes.count, of: shapes.reduce(.none) { $0.union($1) },
        size: shapes.reduce(8) { ValueShape.plus($0, $1.size) })
    case .map(let map):
      self.init(.map)
      count = map.count...map.count
      size = map.entries.reduce(8) { ValueShape.plus($0, ValueShape($1.key).size + ValueShape($1.value).size) }
    case .timestamp(let seconds, _): self = .seconds(.timestamp, seconds...seconds)
    case .duration(let seconds, _): self = .seconds(.duration, seconds...seconds)
    case .type: self.init(.type, size: 8)
    }
  }

  /// The least shape that has the values of both.
  package func union(_ other: ValueShape) -> ValueShape {
    if isNone { return other }
    if other.isNone || self == other { return self }
    var shape = self
    shape.kinds.formUnion(other.kinds)
    shape.number = min(number.lowerBound, other.number.lowerBound)...max(number.upperBound, other.number.upperBound)
    shape.count = min(count.lowerBound, other.count.lowerBound)...max(count.upperBound, other.count.upperBound)
    shape.isNonZero = isNonZero && other.isNonZero
    shape.size = max(size, other.size)
    shape.texts.formIntersection(other.texts)
    let hasList = kinds.contains(.list)
    switch (hasList, other.kinds.contains(.list)) {
    case (true, true): shape.known = zip(known, other.known).map { $0.union($1) }
    case (false, true): shape.known = other.known
    default: break
    }
    return shape
  }

  /// Whether each value of another shape is one of this.
  package func contains(_ other: ValueShape) -> Bool { union(other) == self }

  /// Those values whose number lies in a range.
  package func limited(to range: ClosedRange<Int64>) -> ValueShape {
    guard range.overlaps(number) else { return .none }
    var shape = self
    shape.number = number.clamped(to: range)
    if !shape.number.contains(0) { shape.isNonZero = true }
    return shape
  }

  /// Those values that are as long as a range says.
  package func limited(toCount range: ClosedRange<Int>) -> ValueShape {
    guard range.overlaps(count) else { return .none }
    var shape = self
    shape.count = count.clamped(to: range)
    return shape
  }

  /// Those values that are of some kinds.
  package func limited(toKinds allowed: Kinds) -> ValueShape {
    var shape = self
    shape.kinds.formIntersection(allowed)
    return shape.isNone ? .none : shape
  }
}

extension Unicode.Scalar {
  /// Whether no rule for texts forbids it. Some that are allowed are not told from their neighbours here.
  fileprivate var isPlain: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2000..<0x2070: false
    default: true
    }
  }
}
