import FlowModel

/// What changes of attributes mean for accounts that are there: nothing is converted, so an operator has to know.
enum AttributeChanges {
  /// The changes of a tenant that accounts may feel, a sentence each.
  static func told(from before: FlowTable, to after: FlowTable) -> [String] {
    after.attributes.compactMap { new in
      guard let old = before.attributes.first(where: { $0.name == new.name }), !new.isTransient, !old.isTransient else {
        return nil
      }
      if old.type != new.type {
        return
          "`\(new.name)` was of type \(old.type.name) and is of type \(new.type.name): values that do not fit count as "
          + "absent in the accounts that have them"
      }
      if old.isIdentifier, new.isIdentifier, old.isCaseSensitive != new.isCaseSensitive {
        return "`\(new.name)` is \(new.isCaseSensitive ? "now" : "no longer") case-sensitive: accounts whose "
          + "`\(new.name)` has capital letters are not found by it any more"
      }
      if isNarrower(new, than: old) {
        return "`\(new.name)` takes fewer values: those that do not fit count as absent in the accounts that have them"
      }
      return nil
    }
  }

  private static func isNarrower(_ new: AttributeDefinition, than old: AttributeDefinition) -> Bool {
    func rises<Bound: Comparable>(_ bound: KeyPath<AttributeDefinition, Bound?>) -> Bool {
      guard let least = new[keyPath: bound] else { return false }
      return old[keyPath: bound].map { $0 < least } ?? true
    }
    func falls<Bound: Comparable>(_ bound: KeyPath<AttributeDefinition, Bound?>) -> Bool {
      guard let most = new[keyPath: bound] else { return false }
      return old[keyPath: bound].map { $0 > most } ?? true
    }
    return rises(\.minimum) || rises(\.minLength) || falls(\.maximum) || falls(\.maxLength)
      || new.pattern != nil && new.pattern != old.pattern
      || !new.options.isEmpty && !Set(old.options).isSubset(of: new.options)
  }
}
