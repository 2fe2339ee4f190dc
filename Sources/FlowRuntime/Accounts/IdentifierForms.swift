import FlowJSON
package import FlowModel

/// The forms in which a table's identifying attributes are compared, and what has to change of an account that was written
/// under other ones.
struct IdentifierForms: Sendable {
  private let attributes: [String: AttributeDefinition]

  init(_ table: FlowTable) {
    let identifying = table.attributes.filter { $0.isIdentifier && !$0.isTransient }
    attributes = Dictionary(identifying.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The attributes' names.
  var names: [String] { attributes.keys.sorted() }

  /// Whether accounts are found by an attribute of this name.
  func finds(_ name: String) -> Bool { attributes[name] != nil }

  /// Which of an account's identifiers rest in another form than they are looked for.
  func changes(of account: AccountRecord) -> [(from: Identifier, to: Identifier)] {
    account.identifiers.compactMap { identifier in
      guard let attribute = attributes[identifier.attribute] else { return nil }
      let form = attribute.normalised(spelling(of: identifier, attribute, in: account) ?? identifier.value)
      return form.utf8.elementsEqual(identifier.value.utf8)
        ? nil : (identifier, Identifier(attribute: identifier.attribute, value: form))
    }
  }

  /// How the owner wrote an identifier that rests in lower case: the account's attributes have it. Only what differs in
  /// nothing but cases is the same identifier.
  private func spelling(
    of identifier: Identifier, _ attribute: AttributeDefinition, in account: AccountRecord
  ) -> String? {
    guard attribute.isCaseSensitive, let text = (try? JSON.parse(account.attributes))?[attribute.name]?.string else {
      return nil
    }
    var caseless = attribute
    caseless.isCaseSensitive = false
    return caseless.normalised(text) == caseless.normalised(identifier.value) ? text : nil
  }
}

extension FlowTable {
  /// Whether another table looks for accounts by the same attributes, in the same forms.
  package func comparesIdentifiers(as other: FlowTable) -> Bool {
    func forms(_ table: FlowTable) -> Set<[String]> {
      Set(
        table.attributes.filter { $0.isIdentifier && !$0.isTransient }.map {
          [$0.name, "\($0.type)", "\($0.isCaseSensitive)"] + ($0.type == .phone ? ["\($0.numbers != .any)"] : [])
        })
    }
    return forms(self) == forms(other)
  }
}

extension AccountRecord {
  /// The account with its identifiers in the forms of a table.
  func converted(to forms: IdentifierForms) -> AccountRecord {
    var account = self
    for change in forms.changes(of: self) {
      account.identifiers = account.identifiers.map { $0 == change.from ? change.to : $0 }
      if account.unproven.remove(change.from) != nil { account.unproven.insert(change.to) }
    }
    account.version += 1
    return account
  }
}
