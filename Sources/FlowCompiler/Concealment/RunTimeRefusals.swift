import FlowExpression
import FlowModel

/// What the engine refuses only when it meets it: a client sees that as it sees any other answer.
extension NonInterference {
  /// Whether a condition of a `choose` may fail to have a value.
  func mayFail(_ conditions: [ResolvedExpression?]) -> Bool {
    conditions.contains { condition in condition.map { !resolved.expressions[Int($0.index)].isTotal } ?? false }
  }

  /// Whether an assignment may fail, or its value be none that the attribute's type allows.
  func mayBeRefused(_ assignment: ResolvedAssignment) -> Bool {
    let expression = resolved.expressions[Int(assignment.expression.index)]
    guard let attribute = resolved.scope.attribute(of: assignment.slot)?.definition else { return true }
    if isShortEnough(expression, attribute) { return false }
    guard expression.isTotal else { return true }
    if let constant = expression.constant { return mayRefuse(constant, attribute) }
    if let copied = expression.copiedSlot, let source = resolved.scope.attribute(of: Slot(copied))?.definition {
      return !source.isWithin(attribute)
    }
    switch attribute.type {
    case .boolean, .any: return false
    case .integer: return attribute.minimum != nil || attribute.maximum != nil
    case .email, .phone, .string, .number, .date, .choice, .list: return true
    }
  }

  /// Whether it joins texts that are short enough together.
  private func isShortEnough(_ expression: CompiledExpression, _ attribute: AttributeDefinition) -> Bool {
    guard attribute.type == .string, attribute.pattern == nil, attribute.minLength ?? 0 <= 0 else { return false }
    let longest = expression.longestText { slot in
      guard let source = resolved.scope.attribute(of: Slot(slot))?.definition,
        [.string, .email].contains(source.type)
      else { return nil }
      return source.maxLength ?? SlotRule.longestText
    }
    return longest.map { $0 <= attribute.maxLength ?? SlotRule.longestText } ?? false
  }

  private func mayRefuse(_ constant: Value, _ attribute: AttributeDefinition) -> Bool {
    (try? SlotRule(attribute))?.complaint(about: constant) != nil
  }
}

extension AttributeDefinition {
  /// Whether each value of this attribute is one of another.
  fileprivate func isWithin(_ other: AttributeDefinition) -> Bool {
    func isAtLeast<Bound: Comparable>(_ bound: Bound?, _ least: Bound?) -> Bool {
      least.map { least in bound.map { $0 >= least } ?? false } ?? true
    }
    func isAtMost<Bound: Comparable>(_ bound: Bound?, _ most: Bound?) -> Bool {
      most.map { most in bound.map { $0 <= most } ?? false } ?? true
    }
    return type == other.type && (other.pattern == nil || pattern == other.pattern)
      && (other.options.isEmpty || !options.isEmpty && Set(options).isSubset(of: other.options))
      && isAtLeast(minLength, other.minLength) && isAtMost(maxLength, other.maxLength)
      && isAtLeast(minimum, other.minimum) && isAtMost(maximum, other.maximum)
  }
}
