public import FlowJSON
import FlowModel
import FlowTooling

/// The small world in which an attack is performed: who has an account, and whose messages the attacker reads.
public struct AttackWorld: Hashable, Sendable {
  /// Somebody with an account.
  public struct Account: Hashable, Sendable {
    /// `victim` or `attacker`.
    public var who: String
    /// The identifiers by the names of their attributes.
    public var identifiers: [String: String]
    /// What else the account holds, by the names of attributes.
    public var attributes = JSONObject()
    /// The password; nil: none.
    public var password: String?
    /// Whether the account may sign in.
    public var isConfirmed = true
    /// Whether nobody disabled it.
    public var isEnabled = true
  }

  /// The accounts.
  public var accounts: [Account]
  /// The addresses of the victim, with or without an account.
  public var victim: Set<String>
  /// The addresses whose messages the attacker reads.
  public var mailboxes: Set<String>
  /// For whose account the attacker holds a grant and a link: `victim` or `attacker`.
  public var ticketsOf = Party.attacker

  /// In a sentence.
  var text: String {
    let names = accounts.first { $0.who == Party.victim }?.identifiers.values.sorted {
      $0.contains("@") && !$1.contains("@")
    }
    let owner = names?.first ?? victim.sorted().first ?? "the victim"
    var text = "\(owner) has no account"
    if let account = accounts.first(where: { $0.who == Party.victim }) {
      text = "\(owner) has \(account.isConfirmed ? "an account" : "an account that nobody confirmed")"
      text += account.password == nil ? " without a password" : " with a password"
      if account.password == Party.attackerPassword { text += " that the attacker knows" }
      if !account.isEnabled { text += ", which is disabled" }
    }
    text += "; the attacker reads the messages to \(mailboxes.sorted().joined(separator: ", ")), and no others"
    if let own = accounts.first(where: { $0.who == Party.attacker }) {
      if !own.isEnabled { text += "; the attacker's own account is disabled" }
      if !own.isConfirmed { text += "; the attacker's own account was never confirmed" }
    }
    return ticketsOf == Party.victim ? text + ", and holds a link and a grant of the victim's" : text
  }
}

/// Who acts in such a world, and what each would give for an attribute.
enum Party {
  static let victim = "victim"
  /// The attacker, who has an account of their own.
  static let attacker = "attacker"
  /// The attacker at another address, which has no account yet.
  static let newcomer = "attacker-new"
  /// Nobody has this address.
  static let nobody = "nobody"
  static let all = [victim, attacker, newcomer, nobody]

  /// The victim's password, which the attacker does not know, and the attacker's own.
  static let victimPassword = "Rowan-and-7-thistles"
  static let attackerPassword = "Gallows-and-3-lanterns"

  /// An address to which nothing can be sent.
  static let unreachable = "nobody@unreachable.example"
  static let unreachablePhone = "+12025550109"

  /// What somebody gives for an attribute that tells people apart.
  static func value(_ attribute: AttributeDefinition, of person: String) -> String {
    switch attribute.type {
    case .email: return "\(person)@example.com"
    case .phone: return "+1202555010\((all.firstIndex(of: person) ?? 8) + 1)"
    default:
      let missing = max(0, (attribute.minLength ?? 0) - person.count)
      return String((person + String(repeating: "x", count: missing)).prefix(attribute.maxLength ?? 64))
    }
  }
}

extension AttackWorld {
  /// The victim and the attacker each have a confirmed account with a password.
  init(of table: FlowTable) {
    func identifiers(_ person: String) -> [String: String] {
      Dictionary(
        table.attributes.filter(\.isIdentifier).map { ($0.name, Party.value($0, of: person)) },
        uniquingKeysWith: { first, _ in first })
    }
    func addresses(_ person: String) -> [String] {
      table.attributes.filter { $0.type.isAddress || $0.isIdentifier }.map { Party.value($0, of: person) }
    }
    func account(_ person: String, _ password: String) -> Account {
      var account = Account(who: person, identifiers: identifiers(person), password: password)
      for attribute in table.attributes where !attribute.isIdentifier && !attribute.isTransient {
        account.attributes[attribute.name] =
          attribute.type.isAddress
          ? .string(Party.value(attribute, of: person))
          // Another value than the attacker would send first, so that a change shows.
          : attribute.givenValues.dropFirst().first ?? attribute.givenValues.first
      }
      return account
    }
    accounts = [
      account(Party.victim, Party.victimPassword), account(Party.attacker, Party.attackerPassword),
    ]
    victim = Set(addresses(Party.victim))
    mailboxes = Set(addresses(Party.attacker) + addresses(Party.newcomer))
  }

  /// The same world with another account of the victim, or of somebody else.
  func with(_ who: String = Party.victim, _ change: (inout Account) -> Void) -> AttackWorld {
    var world = self
    for index in world.accounts.indices where world.accounts[index].who == who {
      change(&world.accounts[index])
    }
    return world
  }

  /// The same world, in which the accounts of some people hold nothing of some attributes.
  func without(_ attributes: Set<String>, of people: [String]) -> AttackWorld {
    var world = self
    for index in world.accounts.indices where people.contains(world.accounts[index].who) {
      for name in attributes {
        world.accounts[index].attributes[name] = nil
        if world.accounts[index].identifiers.count > 1 { world.accounts[index].identifiers[name] = nil }
      }
    }
    return world
  }

  /// The same world, in which the victim has no account.
  var withoutVictim: AttackWorld {
    var world = self
    world.accounts.removeAll { $0.who == Party.victim }
    return world
  }

  /// The same world with a victim of whom everything else is true: another id, a password or none, confirmed or not.
  var withOtherVictim: AttackWorld {
    var world = with {
      $0.password = $0.password == nil ? Party.victimPassword : nil
      $0.isConfirmed.toggle()
    }
    world.accounts.reverse()
    return world
  }

  /// Whether some of these addresses and names are not the attacker's own.
  func isAnothers(_ subject: [String]) -> Bool {
    let own = accounts.filter { $0.who == Party.attacker }.flatMap(\.identifiers.values)
    return subject.contains { !mailboxes.contains($0) && !own.contains($0) }
  }

  /// The same world, in which the attacker has one factor of the victim's, and no other: the password, the messages to one
  /// address, or what such a factor was exchanged for. In the last ones nothing can be sent to the victim's other addresses.
  func withStolenFactor(_ table: FlowTable) -> [AttackWorld] {
    var worlds = [with { $0.password = Party.attackerPassword }]
    for attribute in table.attributes where attribute.type.isAddress {
      var world = self
      world.mailboxes.insert(Party.value(attribute, of: Party.victim))
      worlds.append(world)
    }
    var world = self
    world.ticketsOf = Party.victim
    worlds.append(world)
    let contacts = table.attributes.filter { !$0.isIdentifier && $0.type.isAddress }
    if contacts.isEmpty { return worlds }
    return worlds
      + worlds.map { world in
        world.with { account in
          for contact in contacts {
            account.attributes[contact.name] = .string(
              contact.type == .phone ? Party.unreachablePhone : Party.unreachable)
          }
        }
      }
  }

  /// The worlds in which the attacker's own account may not do what it does.
  var variantsOfShutOut: [AttackWorld] {
    [
      self, with(Party.attacker) { $0.isEnabled = false }, with(Party.attacker) { $0.isConfirmed = false },
      with(Party.attacker) { ($0.isEnabled, $0.password) = (false, nil) }, with { $0.isEnabled = false },
    ]
  }

  /// The worlds that are tried for an attack, the most usual first.
  var variants: [AttackWorld] {
    [
      self, withoutVictim, with { $0.password = nil }, with { $0.isConfirmed = false }, with { $0.isEnabled = false },
    ]
  }
}

extension AttackWorld {
  /// The world in the header of a script.
  var json: JSON {
    [
      "accounts": .array(
        accounts.map { account in
          var identifiers = JSONObject()
          for (name, value) in account.identifiers.sorted(by: { $0.key < $1.key }) {
            identifiers[name] = .string(value)
          }
          return [
            "who": .string(account.who), "identifiers": .object(identifiers),
            "attributes": .object(account.attributes),
            "password": account.password.map(JSON.string) ?? .null, "confirmed": .bool(account.isConfirmed),
            "enabled": .bool(account.isEnabled),
          ]
        }),
      "victim": .array(victim.sorted().map(JSON.string)), "mailboxes": .array(mailboxes.sorted().map(JSON.string)),
      "tickets": .string(ticketsOf),
    ]
  }

  /// Reads the world of a header; nil where it is none.
  init?(_ json: JSON) {
    guard let accounts = json["accounts"]?.array, let victim = json["victim"]?.strings,
      let mailboxes = json["mailboxes"]?.strings
    else { return nil }
    self.victim = Set(victim)
    self.mailboxes = Set(mailboxes)
    ticketsOf = json["tickets"]?.string ?? Party.attacker
    self.accounts = []
    for account in accounts {
      guard let who = account["who"]?.string, case .object(let members)? = account["identifiers"],
        case .bool(let isConfirmed)? = account["confirmed"], case .bool(let isEnabled)? = account["enabled"]
      else { return nil }
      guard case .object(let attributes) = account["attributes"] ?? .object([:]) else { return nil }
      var identifiers: [String: String] = [:]
      for member in members.members {
        guard let value = member.value.string else { return nil }
        identifiers[member.name] = value
      }
      self.accounts.append(
        Account(
          who: who, identifiers: identifiers, attributes: attributes, password: account["password"]?.string,
          isConfirmed: isConfirmed, isEnabled: isEnabled))
    }
  }
}

extension JSON {
  /// The texts of a list; nil for everything else.
  var strings: [String]? {
    guard let array else { return nil }
    let texts = array.compactMap(\.string)
    return texts.count == array.count ? texts : nil
  }
}
