package import FlowExpression
package import FlowModel
import FlowSource

/// What cases are given: accounts that can be, and names that the tenant has.
extension CaseJudge {
  mutating func judge(_ world: CaseWorld) {
    let tenant = scope.scope.tenant
    if let application = world.application {
      let names = tenant.applications.map(\.name.text)
      if !names.contains(application.text) { unknown(application, "there is no application", among: names) }
    }
    if let locale = world.locale, LanguageTag(locale.text) == nil {
      problems.report(
        Diagnostic(
          "U106", .error, "\(locale.text.quoted) is no language", at: locale.span,
          help: "write a language tag, such as `de` or `pt-BR`"))
    }
    for function in world.functions where scope.scope.function(function.name.text) == nil {
      unknown(function.name, "there is no function", among: tenant.functions.map(\.name.text))
    }
    for invitation in world.invitations {
      let flow = scope.scope.flow(invitation.flow.text)
      guard flow.map({ !scope.scope.redeems(.invitation, $0) || scope.scope.flows[$0].isSubFlow }) ?? true else {
        continue
      }
      let names = scope.scope.flows.indices.filter {
        !scope.scope.flows[$0].isSubFlow && scope.scope.redeems(.invitation, $0)
      }
      unknown(
        invitation.flow, "no flow redeems invitations called", among: names.map { scope.scope.flows[$0].name.text })
    }
    for account in world.accounts { judge(account, isGiven: true, at: account.label.span) }
  }

  mutating func judge(_ account: CaseAccount, isGiven: Bool, at span: SourceSpan) {
    let attributes = scope.scope.tenant.attributes.filter { !$0.definition.isTransient }
    for member in account.attributes {
      guard let attribute = attributes.first(where: { $0.name.text == member.name.text }) else {
        unknown(
          member.name, "an account has no", among: attributes.map(\.name.text) + ["password", "standing"],
          calling: ["status": "standing", "state": "standing", "enabled": "standing", "pass": "password"])
        continue
      }
      judge(member, attribute.definition)
    }
    guard !isGiven else { return }
    let identifiers = attributes.filter(\.definition.isIdentifier).map(\.name.text)
    if !account.attributes.contains(where: { identifiers.contains($0.name.text) }) {
      problems.report(
        Diagnostic(
          "U174", .error, "it is not said which account this is", at: span,
          help: "name it by \(identifiers.listed("or"))"))
    }
  }

  /// U174: two given accounts have the same name or address.
  mutating func refuseDoubled(_ world: CaseWorld) {
    for attribute in scope.scope.tenant.attributes where attribute.definition.isIdentifier {
      var first: [String: CaseMember] = [:]
      for member in world.accounts.flatMap(\.attributes) where member.name.text == attribute.name.text {
        guard case .text(let text) = member.value, let plain = text.plain else { continue }
        let value = attribute.definition.normalised(plain)
        guard let earlier = first[value] else {
          first[value] = member
          continue
        }
        guard doubled.insert(member.name.span).inserted else { continue }
        problems.report(
          Diagnostic(
            "U174", .error, "two given accounts have the same \(attribute.name.text.quoted): \(plain.quoted)",
            at: member.name.span, labels: [Label(earlier.name.span, "the other one")],
            help: "give one of them another"))
      }
    }
  }

  /// A value that an account holds, as far as the file says it.
  private mutating func judge(_ member: CaseMember, _ attribute: AttributeDefinition) {
    if member.value.texts.contains(where: { !$0.places.isEmpty }) { return }
    guard let value = Value(member.value, for: attribute.type), let rule = try? SlotRule(attribute) else { return }
    guard let complaint = rule.complaint(about: rule.tidied(value)) else { return }
    problems.report(
      Diagnostic(
        "U174", .error, "no account can hold this as \(member.name.text.quoted): \(complaint.text)",
        at: member.name.span, help: "give a value of the attribute's type"))
  }
}

extension Value {
  /// A value without places as an attribute of a type takes it; nil for what has none.
  package init?(_ value: CaseValue, for type: AttributeType?) {
    let takesText = type.map { ![.integer, .number, .boolean, .list, .any].contains($0) } ?? true
    switch value {
    case .null: return nil
    case .bool(let flag, let written): self = takesText ? .string(written) : .bool(flag)
    case .int(let number, let written):
      self = takesText ? .string(written) : type == .number ? .double(Double(number)) : .int(number)
    case .double(let number, let written): self = takesText ? .string(written) : .double(number)
    case .text(let text): self = .string(text.source)
    case .list(let values): self = .list(values.compactMap { Value($0, for: nil) })
    case .map(let members):
      var map = ValueMap()
      for member in members {
        if let value = Value(member.value, for: nil) { map.insert(.string(member.name), value) }
      }
      self = .map(map)
    }
  }
}
