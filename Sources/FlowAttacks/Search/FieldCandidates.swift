import FlowJSON
import FlowModel
import FlowSource
import FlowTooling

/// The values that are tried in a field, the likeliest first: people's addresses, passwords and codes as the trace asks for
/// them, options, and what conditions compare with.
struct FieldCandidates {
  let table: FlowTable
  let flow: Flow
  private let samples: FieldSamples

  init(_ table: FlowTable, _ flow: Flow) {
    self.table = table
    self.flow = flow
    samples = FieldSamples(table)
  }

  /// The inputs that are tried for some fields: all combinations of their values, `limit` at the most. `sent` is what the
  /// trace says that the attacker sends, `ahead` what the engine does then.
  func inputs(
    _ fields: [PageField], _ sent: [TraceInput], ahead: [ExpectedOutcome], limit: Int = 200
  ) -> [JSONObject] {
    var inputs: [JSONObject] = [[:]]
    for field in fields {
      let name = table.name(of: field.slot, in: flow)
      let owner = sent.first { $0.field == name }?.value?.owner
      var values: [JSON?] = self.values(field.slot, owner, ahead)
      if !field.isRequired || field.terms != nil { values.append(nil) }
      inputs = inputs.flatMap { input in
        values.map { value in
          var next = input
          next[name] = value
          return next
        }
      }
      if inputs.count > limit { inputs = Array(inputs.prefix(limit)) }
    }
    return inputs
  }

  /// The inputs that are tried for the flow's parameters.
  func parameters() -> [JSONObject] {
    var inputs: [JSONObject] = [[:]]
    for (index, definition) in flow.inputs.enumerated() {
      let slot = firstAttributeSlot + Slot(table.attributes.count + index)
      var values: [JSON?] = Array(values(definition, slot, nil, []).prefix(4))
      if !definition.isRequired { values.append(nil) }
      inputs = inputs.flatMap { input in
        values.map { value in
          var next = input
          next[definition.name] = value
          return next
        }
      }
    }
    return Array(inputs.prefix(64))
  }

  private func values(_ slot: Slot, _ owner: TraceInput.Value.Owner?, _ ahead: [ExpectedOutcome]) -> [JSON] {
    if let secret = table.secret(of: slot) { return values(secret, ahead) }
    guard let definition = table.definition(of: slot, in: flow) else { return [] }
    return values(definition, slot, owner, ahead)
  }

  private func values(_ secret: SecretField, _ ahead: [ExpectedOutcome]) -> [JSON] {
    let expected = ahead.filter { $0.takes(secret) }
    if secret == .password { return passwords(expected) }
    let right: JSON = ["mailbox": .string(secret.name)]
    let wrong = JSON.string(String(repeating: "0", count: secret == .code ? table.codes.digits : 1))
    let isWrong = expected.contains { $0.definition.cause == .wrongSecret || $0.definition.verdict == .locksOut }
    return isWrong ? [wrong, right] : [right, wrong]
  }

  private func passwords(_ expected: [ExpectedOutcome]) -> [JSON] {
    let policy = table.passwords
    let own = JSON.string(Party.attackerPassword)
    let new = "New-marigold-5" + String(repeating: "-and-so-on", count: max(0, policy.minLength - 14 + 9) / 10)
    let fresh = JSON.string(String(new.prefix(policy.maxLength)))
    for outcome in expected {
      guard case .refusedPassword(let complaint)? = outcome.definition.cause else { continue }
      switch complaint {
      case .too_short: return ["a"]
      case .too_long: return [.string(String(repeating: "Aa1-", count: policy.maxLength / 4 + 1))]
      case .too_weak: return [.string(String(repeating: "a", count: policy.minLength))]
      case .banned: return [.string(AttackDictionary.word)]
      case .recently_used: return [own, fresh]
      }
    }
    let isCompared = expected.contains { $0.effect.definition.isGuess && $0.definition.verdict == .passes }
    return isCompared ? [own, fresh] : [fresh, own]
  }

  private func values(
    _ definition: AttributeDefinition, _ slot: Slot, _ owner: TraceInput.Value.Owner?, _ ahead: [ExpectedOutcome]
  ) -> [JSON] {
    var values: [JSON] = []
    if definition.type.isAddress || definition.isIdentifier {
      values = people(definition, owner)
      if ahead.contains(where: { $0.definition.cause == .unreachableAddress }) {
        values.insert(.string(Party.unreachable), at: 0)
      }
    }
    return samples.values(definition, slot, first: values, now: AttackClock.start / 1000)
  }

  /// The people whose identifier it may be: whom the trace speaks of first.
  private func people(_ definition: AttributeDefinition, _ owner: TraceInput.Value.Owner?) -> [JSON] {
    let order =
      owner == .attacker ? [Party.attacker, Party.newcomer, Party.victim, Party.nobody] : Party.all
    return order.map { .string(Party.value(definition, of: $0)) }
  }
}
