import FlowModel

/// Who acts beside Eve in an exploration, and what she can do that she cannot do in the others.
enum Cast: CaseIterable, Sendable {
  /// Eve, with one run after the other.
  case alone
  /// Eve, with two runs under way at once.
  case twoRuns
  /// Owners open the links that are sent to their addresses.
  case owners
  /// Eve knows ada's password, until ada sets another one, disables her account or deletes it.
  case thief

  /// How many steps an exploration may take: more of a tenant that is refused, which is safe only if nothing is found.
  func budget(isAccepted: Bool) -> Int {
    switch self {
    case .alone: isAccepted ? 450 : 1500
    case .twoRuns: 200
    case .owners, .thief: 250
    }
  }

  /// How often owners act.
  var acts: Int {
    switch self {
    case .alone, .twoRuns: 0
    case .owners: 2
    case .thief: 1
    }
  }

  /// What a tenant is played with beside Eve alone: `choice` is one of those that have something to play with in it.
  static func second(for table: FlowTable, _ choice: UInt64) -> Cast {
    let calls = table.flows.flatMap(\.calls)
    var casts = [Cast.twoRuns]
    if calls.contains(where: { $0.linkFlow != nil }) { casts += [.owners, .owners, .owners] }
    if calls.contains(where: { $0.effect == .passwordVerify }) { casts += [.thief, .thief] }
    return casts[Int(choice % UInt64(casts.count))]
  }
}

/// What the owner of an address or an account does. It is no harm.
enum OwnerAct: Hashable, Sendable {
  /// Opens the link in a mail, by its number, and does what the pages ask.
  case opens(mail: Int)
  /// Ada sets another password, disables her account, or deletes it.
  case resets, disables, deletes
}
