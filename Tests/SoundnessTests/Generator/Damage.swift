import FlowModel
import TestSupport

/// What people get wrong, and what nobody would write.
extension [Stage] {
  mutating func damage(_ dice: inout Dice, _ names: Names) {
    let (id, name, address) = (dice.pick(names.identifiers), dice.pick(names.all), dice.pick(names.addresses))
    switch dice.below(13) {
    case 0, 1: if count > 2 { remove(at: 1 + dice.below(count - 1)) }
    case 2: if count > 2 { swapAt(1 + dice.below(count - 1), 1 + dice.below(count - 1)) }
    case 3, 4: insert(.ask([name]), at: 1 + dice.below(count))
    case 5: insert(.find(id, missingGoesOn: dice.oneIn(2)), at: 1 + dice.below(count))
    case 6:
      insert(.prove(address, also: dice.oneIn(2) ? [name] : []), at: 1 + dice.below(count))
    case 7: insert(.ask([dice.oneIn(3) ? dice.pick(["city", "age"]) : name]), at: 1 + dice.below(count))
    case 8: insert(.askOrSkip([name], 1 + dice.below(3)), at: dice.below(count))
    case 9:
      let facts = ["account.has_password", "account.confirmed", "account.enabled", "run.steps > 2"] + Members.facts
      let fact = dice.pick(facts)
      insert(.skipWhere(fact, 1 + dice.below(3)), at: 1 + dice.below(count))
    case 10:
      let effect = dice.pick(
        Effect.allCases.filter { !$0.definition.parameters.contains { $0.isRequired && $0.isFlow } })
      insert(
        .effect(effect, effect.definition.sends != nil ? address : id),
        at: 1 + dice.below(count))
    case 11:
      let (attribute, expression) = dice.pick(Members.assignments)
      insert(.assign(attribute, expression), at: 1 + dice.below(count))
    default:
      let at = dice.below(count)
      switch self[at] {
      case .find(_, let missingGoesOn): self[at] = .find(id, missingGoesOn: !missingGoesOn)
      case .lacks: self[at] = .lacks(id)
      case .prove(_, let also, let forAccount):
        self[at] = .prove(address, also: also + (dice.oneIn(2) ? [name] : []), forAccount: forAccount != dice.oneIn(3))
      case .create(_, _, let withPassword):
        self[at] = .create(id, dice.pick(AccountStatus.allCases), withPassword: withPassword)
      case .confirm(let keeps): self[at] = .confirm(keepsPassword: !keeps)
      case .function(let address, let attests, let link):
        self[at] = .function(dice.oneIn(2) ? address : name, attests: !attests, link: link)
      case .sendLink(_, let flow): self[at] = .sendLink(address, to: flow)
      case .call(let old): self[at] = .prove(old, also: [name])
      default:
        insert(
          .assign(name, name == "username" ? "'ada'" : "attributes.\(dice.oneIn(4) ? "city" : address)"),
          at: Swift.min(at + 1, count))
      }
    }
  }
}

extension Sketch {
  /// Bends single ways and pages.
  mutating func damage(_ dice: inout Dice, _ names: Names) {
    let at = dice.below(states.count)
    switch dice.below(7) {
    case 6:
      // A field that depends on what was said before it.
      let pages = states.indices.filter { if case .page = states[$0].kind { true } else { false } }
      guard let at = pages.randomElement(using: &dice), case .page(var fields) = states[at].kind, !fields.isEmpty else {
        return
      }
      // Or the page is passed by, and what it collects is there or not.
      if dice.oneIn(4) {
        states[at].skip = dice.pick(Members.passing)
        return
      }
      let field = dice.below(fields.count)
      if dice.oneIn(3), !fields.contains(where: { $0.name == "age" }) {
        fields.insert(Sketch.Field(name: "age", isRequired: dice.oneIn(2)), at: 0)
      }
      let index = min(field, fields.count - 1)
      if dice.oneIn(3) {
        fields[index].need = dice.pick(Members.followed)
      } else {
        fields[index].show = dice.pick(Members.followed)
      }
      states[at].kind = .page(fields)
    case 0, 1:
      guard !states[at].ways.isEmpty else { return }
      let way = dice.below(states[at].ways.count)
      states[at].ways[way].to = dice.pick(states).name
    case 2, 3:
      // Something that failed goes on as if it had not.
      let effects = states.indices.filter { if case .effect = states[$0].kind { true } else { false } }
      guard let at = effects.randomElement(using: &dice), let success = states[at].ways.first else { return }
      let way = dice.below(states[at].ways.count)
      (states[at].ways[way].to, states[at].ways[way].isError) = (success.to, false)
    case 4:
      guard case .page(var fields) = states[at].kind else { return }
      let id = dice.pick(names.all + ["password"])
      if fields.contains(where: { $0.name == id }) { return }
      fields.append(Sketch.Field(name: id, isRequired: dice.oneIn(2)))
      states[at].kind = .page(fields)
    default:
      guard !states[at].ways.isEmpty else { return }
      let way = dice.below(states[at].ways.count)
      let pair = dice.pick([
        ("email", "'ada@example.com'"), ("email", "'eve@example.com'"), ("city", "'Ulm'"),
        dice.pick(Members.assignments),
      ])
      if names.all.contains(pair.0) || Members.reads("attributes." + pair.0).isSubset(of: ["city", "age"]) {
        states[at].ways[way].set = pair
      }
    }
  }
}
