import FlowExpression
import FlowJSON
package import FlowModel

/// How the accounts that rest stand to a table: what of them it would not find, or not take. Reads alone, in batches, so that a
/// server goes on beside it.
package struct AccountCensus: Sendable {
  /// How the accounts stand to one attribute.
  package struct Attribute: Hashable, Sendable {
    /// Accounts whose identifier rests in another form than the attribute compares, so that it is not found as its owner
    /// wrote it.
    package var otherForm = 0
    /// Of those, the accounts that cannot be given the form, as another account has it or would get it: their ids.
    package var colliding: [String] = []
    /// Accounts whose value the attribute does not take, which counts as absent.
    package var misfits = 0
    /// Accounts that are found by others, but not by this identifier.
    package var without = 0
    /// Accounts that hold a value or identifier for a name that the table does not have, or not as that.
    package var unknown = 0
  }

  /// How many accounts there are.
  package private(set) var accounts = 0
  /// Accounts that no attribute of the table finds.
  package private(set) var unreachable = 0
  /// The attributes of which there is something to say, by their names.
  package private(set) var attributes: [String: Attribute] = [:]

  private let forms: IdentifierForms
  private let rules: [SlotRule]
  /// Who gets which form: two that differ now may come to the same.
  private var claims: [Identifier: String] = [:]

  /// How many accounts a transaction looks at.
  private static let batch = 200

  private init(_ table: FlowTable) throws(TableFileError) {
    forms = IdentifierForms(table)
    rules = try table.attributes.map { attribute throws(TableFileError) in try SlotRule(attribute) }
  }

  /// Looks through the accounts of a table's tenant.
  package static func take(of table: FlowTable, in storage: any Storage) async throws -> AccountCensus {
    var census = try AccountCensus(table)
    var last = ""
    while true {
      let (tenant, known, after) = (table.tenant, census.forms, last)
      let found = try await storage.transact { transaction in
        try transaction.accounts(of: tenant, after: after, limit: Self.batch).map { account in
          (
            account: account,
            owners: try known.changes(of: account).map { change in
              try transaction.account(change.to, tenant: tenant)?.id
            }
          )
        }
      }
      guard let end = found.last?.account.id else { return census }
      for one in found { census.count(one.account, owners: one.owners) }
      last = end
    }
  }

  /// `owners`: who has the forms that the account's identifiers are to get, now.
  private mutating func count(_ account: AccountRecord, owners: [String?]) {
    accounts += 1
    for (change, owner) in zip(forms.changes(of: account), owners) {
      attributes[change.to.attribute, default: Attribute()].otherForm += 1
      let claimant = claims[change.to]
      if owner.map({ $0 != account.id }) ?? false || claimant.map({ $0 != account.id }) ?? false {
        attributes[change.to.attribute, default: Attribute()].colliding.append(account.id)
      }
      if claimant == nil { claims[change.to] = account.id }
    }
    let names = Set(account.identifiers.map(\.attribute))
    for name in names where !forms.finds(name) { attributes[name, default: Attribute()].unknown += 1 }
    if !names.contains(where: forms.finds) { unreachable += 1 }
    for name in forms.names where !names.contains(name) { attributes[name, default: Attribute()].without += 1 }
    guard case .object(let values)? = try? JSON.parse(account.attributes) else { return }
    for member in values.members where member.value != .null && !names.contains(member.name) {
      guard let rule = rules.first(where: { $0.definition.name == member.name }), !rule.definition.isTransient else {
        attributes[member.name, default: Attribute()].unknown += 1
        continue
      }
      if rule.complaint(about: Value(member.value, for: rule.definition.type)) != nil {
        attributes[member.name, default: Attribute()].misfits += 1
      }
    }
  }
}
