import FlowExpression
import FlowModel

/// What the slots of a flow can hold, by what the tenant declares: each value that stands in one was held against it.
struct DeclaredShapes: Sendable {
  private var slots: [ValueShape]
  private let attributes: [AttributeDefinition]

  init(_ scope: TenantScope, _ flow: FlowSyntax) {
    attributes = scope.tenant.attributes.map(\.definition) + flow.inputs.map(\.definition)
    // Clocks are right to a century or two; nobody sends an event a nanosecond.
    let clock: ClosedRange<Int64> = 0...7_258_118_400
    var slots = [ValueShape](repeating: .anything, count: Int(firstAttributeSlot))
    for secret in SecretField.allCases { slots[Int(secret.slot)] = .text(0...SlotRule.longestText) }
    for fact in AccountFact.allCases { slots[Int(fact.slot)] = fact == .id ? .text(1...64, .plain) : .bool }
    for fact in RunFact.allCases {
      switch fact {
      case .flow: slots[Int(fact.slot)] = ValueShape(.string(flow.name.text))
      case .steps: slots[Int(fact.slot)] = .int(0...1_000_000_000_000)
      case .started, .now: slots[Int(fact.slot)] = .seconds(.timestamp, clock)
      }
    }
    self.slots = slots + attributes.map(\.shape)
  }

  /// What clients give in texts for which the tenant has set no limit: nobody types as much as the engine would take.
  var usual: DeclaredShapes {
    var usual = self
    for (index, attribute) in attributes.enumerated() where attribute.type == .string && attribute.maxLength == nil {
      let longest = 0...max(AttributeDefinition.usualText, attribute.minLength ?? 0)
      let slot = Int(firstAttributeSlot) + index
      usual.slots[slot] = slots[slot].limited(toCount: longest)
    }
    return usual
  }

  /// What a slot can hold, if it holds anything.
  subscript(slot: Int) -> ValueShape { slots.indices.contains(slot) ? slots[slot] : .anything }

  /// What is declared of a slot; nil for those of the account and the run.
  func attribute(_ slot: Int) -> AttributeDefinition? {
    let index = slot - Int(firstAttributeSlot)
    return attributes.indices.contains(index) ? attributes[index] : nil
  }

  /// Why a slot may not take what an expression comes to; nil where it takes all of it.
  func refusal(of expression: CompiledExpression, _ shape: ValueShape, by slot: Int) -> Refusal? {
    guard let attribute = attribute(slot) else { return .form }
    if shape.isNone { return nil }
    if let constant = expression.constant {
      return (try? SlotRule(attribute))?.complaint(about: constant) == nil ? nil : .form
    }
    if let source = expression.copiedSlot.flatMap(self.attribute), source.isWithin(attribute) { return nil }
    return attribute.refusal(of: shape)
  }

  /// Why an attribute may refuse a value.
  enum Refusal {
    /// It may be too great, too long or too many, or not enough.
    case limit
    /// It may be of another form: of another type, no option, not as the pattern says.
    case form
  }
}

extension AttributeDefinition {
  /// What its values are like.
  fileprivate var shape: ValueShape {
    let longest = maxLength ?? SlotRule.longestText
    // Bytes and elements of a text have no form of their own in the measure of sizes: 8 for the value.
    let bytes = max(0, largestValue - 8)
    switch type {
    case .email:
      let most = max(0, min(longest, EmailAddress.longest))
      return .text(0...most, bytes: EmailAddress.longest, .plain).atLeast(minLength)
    case .string:
      return .text(0...max(longest, 0), bytes: min(bytes, 4 * longest), .plain).atLeast(minLength)
    case .phone: return .text(9...16, bytes: 16, .plain)
    case .date: return .text(10...10, bytes: 10, [.plain, .date])
    case .choice: return options.reduce(.none) { $0.union(ValueShape(.string($1))) }
    case .integer:
      let least = minimum.map(Int64.init(least:)) ?? .min
      return .int(least...max(least, maximum.map(Int64.init(most:)) ?? .max))
    case .number: return ValueShape(.double)
    case .boolean: return .bool
    case .list:
      let texts = options.reduce(ValueShape.none) { $0.union(ValueShape(.string($1))) }
      let element = options.isEmpty ? .text(0...SlotRule.longestText, .plain) : texts
      return .list(0...max(0, longest), of: element, size: largestValue).atLeast(minLength)
    case .any:
      var shape = ValueShape.anything
      shape.size = largestValue
      return shape
    }
  }

  /// Why it may refuse some value of a shape; nil where it takes each.
  fileprivate func refusal(of shape: ValueShape) -> DeclaredShapes.Refusal? {
    let own = self.shape
    func limits(_ isWithin: Bool) -> DeclaredShapes.Refusal? { isWithin ? nil : .limit }
    let hasCount = own.count.lowerBound <= shape.count.lowerBound && shape.count.upperBound <= own.count.upperBound
    let isSmall = shape.size <= largestValue
    switch type {
    case .any: return limits(isSmall && shape.depth <= SlotRule.deepestValue)
    case .boolean: return shape.isOnly(.bool) ? nil : .form
    case .integer:
      guard shape.isOnly(.int) else { return .form }
      return limits(
        own.number.lowerBound <= shape.number.lowerBound && shape.number.upperBound <= own.number.upperBound)
    case .string:
      guard shape.isOnly(.string), pattern == nil, shape.texts.contains(.plain) else { return .form }
      return limits(hasCount && isSmall)
    case .list:
      guard shape.isOnly(.list), options.isEmpty, shape.element.isOnly(.string), shape.element.texts.contains(.plain)
      else { return shape.count.upperBound == 0 && shape.isOnly(.list) ? limits(hasCount) : .form }
      return limits(hasCount && isSmall && shape.element.count.upperBound <= SlotRule.longestText)
    case .date: return shape.isOnly(.string) && shape.texts.contains(.date) ? nil : .form
    case .email, .phone, .choice, .number: return .form
    }
  }

  /// Whether each value of this attribute is one of another.
  fileprivate func isWithin(_ other: AttributeDefinition) -> Bool {
    func isAtLeast<Bound: Comparable>(_ bound: Bound?, _ least: Bound?) -> Bool {
      least.map { least in bound.map { $0 >= least } ?? false } ?? true
    }
    func isAtMost<Bound: Comparable>(_ bound: Bound?, _ most: Bound?) -> Bool {
      most.map { most in bound.map { $0 <= most } ?? false } ?? true
    }
    func longest(_ attribute: AttributeDefinition) -> Int { attribute.maxLength ?? SlotRule.longestText }
    return type == other.type && (other.pattern == nil || pattern == other.pattern)
      && (other.options.isEmpty || !options.isEmpty && Set(options).isSubset(of: other.options))
      && isAtLeast(minLength, other.minLength) && longest(self) <= longest(other)
      && isAtLeast(minimum, other.minimum) && isAtMost(maximum, other.maximum)
  }
}

extension ValueShape {
  fileprivate func atLeast(_ count: Int?) -> ValueShape {
    guard let count, count > self.count.lowerBound else { return self }
    var shape = self
    shape.count = count...max(count, self.count.upperBound)
    return shape
  }
}

extension Int64 {
  /// The least whole number that is no less than a bound.
  fileprivate init(least bound: Double) { self = Int64(exactly: bound.rounded(.up)) ?? (bound > 0 ? .max : .min) }
  /// The greatest whole number that is no more than a bound.
  fileprivate init(most bound: Double) { self = Int64(exactly: bound.rounded(.down)) ?? (bound > 0 ? .max : .min) }
}
