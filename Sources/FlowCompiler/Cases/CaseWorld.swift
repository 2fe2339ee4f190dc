package import FlowModel
package import FlowSource

/// What holds in a case: accounts, time, and what the outside answers.
package struct CaseWorld: Sendable {
  /// What time it is, in milliseconds since 1970.
  package var now: Int64?
  /// The language that clients ask for.
  package var locale: Word?
  /// The application that starts the runs; nil: whoever operates the software does.
  package var application: Word?
  /// The accounts by the labels that cases know them by.
  package var accounts: [CaseAccount] = []
  /// What functions answer: one answer after the other, and the last one for ever.
  package var functions: [(name: Word, answers: [FunctionCall.Outcome])] = []
  /// Who was invited, by whoever operates the server, and to which flow.
  package var invitations: [(address: CaseText, flow: Word)] = []
  /// Addresses to which nothing can be sent.
  package var undeliverable: [CaseValue] = []
  /// Passwords that are common, and such as were published.
  package var commonPasswords: [CaseText] = []
  package var publishedPasswords: [CaseText] = []
  /// What is used up, for an address or name.
  package var usedUp: [(what: UsedUp, whom: [CaseValue])] = []

  /// What can be used up before a case begins.
  package enum UsedUp: String, CaseIterable, Sendable {
    case codes, links, notices, passwords
  }

  package init() {}

  /// This world, and what another one says in place of it.
  package func with(_ other: CaseWorld) -> CaseWorld {
    var world = self
    world.now = other.now ?? now
    world.locale = other.locale ?? locale
    world.application = other.application ?? application
    for account in other.accounts {
      if let index = world.accounts.firstIndex(where: { $0.label.text == account.label.text }) {
        world.accounts[index] = world.accounts[index].with(account)
      } else {
        world.accounts.append(account)
      }
    }
    for function in other.functions {
      world.functions.removeAll { $0.name.text == function.name.text }
      world.functions.append(function)
    }
    world.invitations += other.invitations
    world.undeliverable += other.undeliverable
    world.commonPasswords += other.commonPasswords
    world.publishedPasswords += other.publishedPasswords
    world.usedUp += other.usedUp
    return world
  }
}

/// An account: as it is given, or as it shall be.
package struct CaseAccount: Sendable {
  /// By what the case knows it; empty for one that is expected.
  package var label: Word
  /// What it holds.
  package var attributes: [CaseMember] = []
  /// Its password; nil: none, or not asked.
  package var password: CaseText?
  /// Whether it shall have no password.
  package var lacksPassword = false
  /// Whether it may sign in; nil: it may, or that is not asked.
  package var standing: Standing?
  /// Where `password` and `standing` are said.
  package var places: [String: SourceSpan] = [:]

  /// How an account stands.
  package enum Standing: String, CaseIterable, Sendable {
    /// It may sign in.
    case active
    /// It may not before it is confirmed.
    case pending
    /// It may, and nobody has proven its address.
    case unproven
    /// Somebody disabled it.
    case disabled
  }

  package init(label: Word) { self.label = label }

  /// This account, and what another one says in place of it.
  func with(_ other: CaseAccount) -> CaseAccount {
    var account = self
    for member in other.attributes {
      account.attributes.removeAll { $0.name.text == member.name.text }
      account.attributes.append(member)
    }
    account.password = other.password ?? password
    account.standing = other.standing ?? standing
    return account
  }
}
