/// The logic of an expression over the bools that it reads: of `a.x && a.y > 3` that it needs `a.x`, and something else.
public indirect enum Logic: Hashable, Sendable {
  /// Always this.
  case constant(Bool)
  /// The value of a slot of the type bool.
  case slot(Int)
  /// Whether a slot is set (`has()`).
  case isSet(Int)
  /// Whether a slot holds this text (`==`).
  case holds(Int, String)
  /// Anything else.
  case unknown
  /// The opposite.
  case not(Logic)
  /// Whether each holds (`&&`).
  case all([Logic])
  /// Whether one holds (`||`).
  case any([Logic])
  /// `condition ? yes : no`.
  case either(Logic, Logic, Logic)
  /// Whether two bools are the same.
  case same(Logic, Logic)

  /// Which values it can have.
  public struct Values: Hashable, Sendable {
    /// Whether it can be true.
    public var canBeTrue: Bool
    /// Whether it can be false.
    public var canBeFalse: Bool

    init(_ canBeTrue: Bool, _ canBeFalse: Bool) {
      self.canBeTrue = canBeTrue
      self.canBeFalse = canBeFalse
    }
  }

  /// Which values it can have where some slots have known ones, and so are set. An expression that fails has none.
  public func values(_ known: (Int) -> Bool?) -> Values { values(known, isSet: { known($0) != nil }) }

  /// Which values it can have where some slots have known ones, some are known to be set, and some not to be.
  public func values(
    _ known: (Int) -> Bool?, isSet: (Int) -> Bool, isUnset: (Int) -> Bool = { _ in false }
  ) -> Values {
    switch self {
    case .constant(let value): return Values(value, !value)
    case .slot(let slot): return known(slot).map { Values($0, !$0) } ?? Values(true, true)
    case .isSet(let slot): return Values(!isUnset(slot), !isSet(slot))
    case .unknown, .holds: return Values(true, true)
    case .not(let part):
      let values = part.values(known, isSet: isSet, isUnset: isUnset)
      return Values(values.canBeFalse, values.canBeTrue)
    case .all(let parts):
      let values = parts.map { $0.values(known, isSet: isSet, isUnset: isUnset) }
      return Values(values.allSatisfy(\.canBeTrue), values.contains(where: \.canBeFalse))
    case .any(let parts):
      let values = parts.map { $0.values(known, isSet: isSet, isUnset: isUnset) }
      return Values(values.contains(where: \.canBeTrue), values.allSatisfy(\.canBeFalse))
    case .either(let condition, let yes, let no):
      let (condition, yes, no) = (
        condition.values(known, isSet: isSet, isUnset: isUnset), yes.values(known, isSet: isSet, isUnset: isUnset),
        no.values(known, isSet: isSet, isUnset: isUnset)
      )
      return Values(
        condition.canBeTrue && yes.canBeTrue || condition.canBeFalse && no.canBeTrue,
        condition.canBeTrue && yes.canBeFalse || condition.canBeFalse && no.canBeFalse)
    case .same(let left, let right):
      let (left, right) = (
        left.values(known, isSet: isSet, isUnset: isUnset), right.values(known, isSet: isSet, isUnset: isUnset)
      )
      return Values(
        left.canBeTrue && right.canBeTrue || left.canBeFalse && right.canBeFalse,
        left.canBeTrue && right.canBeFalse || left.canBeFalse && right.canBeTrue)
    }
  }
}
