import FlowCompiler
import FlowModel

/// The world is another one before the last step of a trail.
extension TrailTwists {
  func unreachable(_ trail: Trail) -> [Trail] {
    people(trail).flatMap { person in
      world.addresses.compactMap { attribute in
        guard let address = world.value(attribute, of: person) else { return nil }
        return changed(trail, "nothing can be sent to \(address)", fact: address) {
          $0.undeliverable = [.text(CaseText(address))]
        }
      }
    }
  }

  func usedUp(_ trail: Trail) -> [Trail] {
    people(trail).flatMap { person in
      world.personal.flatMap { attribute in
        CaseWorld.UsedUp.allCases.compactMap { what in
          guard let name = world.value(attribute, of: person) else { return nil }
          return changed(trail, "there were too many \(what.words)", fact: what.rawValue) {
            $0.usedUp = [(what, [.text(CaseText(name))])]
          }
        }
      }
    }
  }

  func answering(_ trail: Trail, _ function: String, _ answer: FunctionCall.Outcome) -> Trail {
    changed(trail, "\(function) answers \(answer.rawValue)", fact: function) {
      $0.functions = [(Word(function), [answer])]
    }
  }

  func refused(_ trail: Trail, _ complaint: PasswordComplaint) -> [Trail] {
    let fresh = CaseText(world.passwords.fresh)
    let own = CaseText(world.passwords.own)
    switch complaint {
    case .banned:
      return [
        changed(trail, "the password becomes a common one", fact: "common") { $0.commonPasswords = [fresh, own] },
        changed(trail, "the password is published", fact: "published") { $0.publishedPasswords = [fresh, own] },
      ]
    case .recently_used:
      return people(trail).filter { $0.standing != nil }.map { person in
        changed(trail, "the account has that password by now", fact: person.label) { world in
          var account = CaseAccount(label: Word(person.label))
          account.password = fresh
          world.accounts = [account]
        }
      }
    case .too_short, .too_long, .too_weak: return []
    }
  }

  /// Somebody else has the addresses and names by now that were sent.
  func appearing(_ trail: Trail) -> [Trail] {
    people(trail).filter { $0.standing == nil }.map { person in
      changed(trail, "somebody was quicker", fact: person.label) { given in
        var account = CaseAccount(label: Word(person.label))
        for attribute in table.attributes where attribute.isIdentifier {
          if let value = world.value(attribute, of: person) {
            account.attributes.append(CaseMember(name: Word(attribute.name), value: .text(CaseText(value))))
          }
        }
        given.accounts = [account]
      }
    }
  }

  func standings(_ trail: Trail) -> [Trail] {
    people(trail).filter { $0.standing != nil }.flatMap { person in
      var twists = CaseAccount.Standing.allCases.filter { $0 != person.standing }.map { standing in
        changed(trail, "the account is \(standing.rawValue) by now", fact: person.label) { world in
          var account = CaseAccount(label: Word(person.label))
          account.standing = standing
          world.accounts = [account]
        }
      }
      twists.append(
        changed(trail, "the account has another password by now", fact: person.label) { given in
          var account = CaseAccount(label: Word(person.label))
          account.password = CaseText(world.passwords.fresh + "2")
          given.accounts = [account]
        })
      return twists
    }
  }

  /// What accounts hold is another thing: from the start, or by now.
  func attributes(_ trail: Trail) -> [Trail] {
    let people = people(trail).filter { $0.standing != nil }
    var twists: [Trail] = []
    for (index, attribute) in table.attributes.enumerated()
    where !attribute.isTransient && !attribute.isSecret {
      let slot = firstAttributeSlot + Slot(index)
      var values: [CaseValue] = [.null]
      if attribute.isIdentifier {
        // Another one would be another account.
      } else if attribute.type.isAddress {
        values += SampleWorld.people.compactMap { world.value(attribute, of: $0) }.prefix(2).map { .text(CaseText($0)) }
      } else {
        values += world.values(attribute, slot).prefix(8)
      }
      for person in people {
        for value in values {
          var account = CaseAccount(label: Word(person.label))
          account.attributes = [CaseMember(name: Word(attribute.name), value: value)]
          let isNothing = if case .null = value { true } else { false }
          let clause = "the account has \(isNothing ? "no \(attribute.name)" : "\(attribute.name) \(value.shown)")"
          var world = CaseWorld()
          world.accounts = [account]
          var early = trail
          early.given = trail.given.with(world)
          early.clause = clause
          early.facts["given \(person.label)"] = clause
          twists.append(early)
          twists.append(changed(trail, clause + " by now", fact: person.label) { $0.accounts = [account] })
        }
      }
    }
    return twists
  }
}

extension CaseWorld.UsedUp {
  /// What there were too many of.
  fileprivate var words: String {
    switch self {
    case .codes: "codes before"
    case .links: "links before"
    case .notices: "notices before"
    case .passwords: "guesses before"
    }
  }
}
