import FlowModel
import FlowSource

/// U192: lifetimes, rates and the like are within the bounds of policies.
@Sendable func policyBounds(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let syntax = tenant.resolved.scope.tenant
  var used: UsedPolicies?
  for policy in syntax.policies where !policy.problems.hasErrors {
    for bound in policy.bounds {
      let uses = used ?? UsedPolicies(tenant.resolved)
      used = uses
      for value in values(of: bound.bounded, tenant.resolved, uses) {
        guard let breach = value.breach(of: bound) else { continue }
        problems.report(
          Diagnostic(
            "U192", .error, "\(value.name) \(breach)", at: value.place,
            labels: [Label(bound.span, "the policy \(policy.name.text.quoted) allows this")],
            notes: value.isSaid ? [] : ["this is so where nothing is said"],
            help: "bring it within \(bound.text.quoted)"))
      }
    }
  }
}

/// A value that a policy bounds, as the tenant has it.
private struct BoundedValue {
  /// Such as `codes.lifetime`, in back quotes.
  var name: String
  /// A count, or seconds; nil: nothing is said, and the protocol decides.
  var number: Int?
  var rate: Rate?
  var isSeconds = false
  var place: SourceSpan
  /// Whether it stands in the tenant's files.
  var isSaid = true

  /// How it breaks a bound, as the rest of a sentence; nil where it does not.
  func breach(of bound: BoundSyntax) -> String? {
    switch bound.limit {
    case .rate(let most):
      guard let rate else { return "is not bounded" }
      return rate.most(in: most.seconds) > most.count ? "is \(rate.text.quoted)" : nil
    case .most(let most):
      guard let number else { return "is not said, so that the protocol decides" }
      return number > most ? "is \(text(number).quoted)" : nil
    case .least(let least):
      guard let number else { return "is not said, so that the protocol decides" }
      return number < least ? "is \(text(number).quoted)" : nil
    }
  }

  private func text(_ number: Int) -> String { isSeconds ? durationText(number) : "\(number)" }
}

/// Of which policies a tenant makes use: of what nothing follows it need not be told.
private struct UsedPolicies {
  var sections: Set<BoundsKey> = []

  init(_ resolved: ResolvedTenant) {
    for case .effect(let call) in resolved.flows.flatMap(\.states).map(\.kind) {
      let effect = call.definition
      if effect.sendsCode { sections.insert(.codes) }
      if effect.setsPassword { sections.insert(.passwords) }
      if effect.opensSession { sections.insert(.tokens) }
      for (parameter, argument) in zip(effect.parameters, call.arguments) where argument != .absent {
        switch parameter.kind {
        case .secret(.password): sections.insert(.passwords)
        case .flow: sections.insert(.links)
        case .notice: sections.insert(.notices)
        default: break
        }
      }
    }
  }
}

/// The values of a tenant that a bound is about.
private func values(of bounded: Bounded, _ resolved: ResolvedTenant, _ used: UsedPolicies) -> [BoundedValue] {
  let tenant = resolved.scope.tenant
  func value(_ section: BoundsKey, _ number: Int?, rate: Rate? = nil) -> [BoundedValue] {
    let place = tenant.places[bounded.name]
    guard place != nil || used.sections.contains(section) else { return [] }
    return [
      BoundedValue(
        name: bounded.name.quoted, number: number, rate: rate, isSeconds: bounded.measure == .seconds,
        place: place ?? tenant.name.span, isSaid: place != nil)
    ]
  }
  switch bounded {
  case .password(.minLength): return value(.passwords, tenant.passwords.minLength)
  case .password(.maxLength): return value(.passwords, tenant.passwords.maxLength)
  case .password(.classes): return value(.passwords, tenant.passwords.classes)
  case .password(.remember): return value(.passwords, tenant.passwords.remember)
  case .password(.attempts): return value(.passwords, nil, rate: tenant.passwords.attempts)
  case .code(.digits): return value(.codes, tenant.codes.digits)
  case .code(.lifetime): return value(.codes, tenant.codes.lifetime)
  case .code(.attempts): return value(.codes, tenant.codes.attempts)
  case .code(.resendAfter): return value(.codes, tenant.codes.resendAfter)
  case .code(.perIdentifier): return value(.codes, nil, rate: tenant.codes.perIdentifier)
  case .link(.lifetime): return value(.links, tenant.links.lifetime)
  case .link(.invitations): return value(.links, tenant.links.invitations)
  case .link(.perIdentifier): return value(.links, nil, rate: tenant.links.perIdentifier)
  case .notice(.lifetime): return value(.notices, tenant.notices.lifetime)
  case .notice(.perIdentifier): return value(.notices, nil, rate: tenant.notices.perIdentifier)
  case .token(.access): return value(.tokens, tenant.tokens.access)
  case .token(.refresh): return value(.tokens, tenant.tokens.refresh)
  case .token(.session): return value(.tokens, tenant.tokens.session)
  case .function(let key):
    return tenant.functions.map { function in
      var value = BoundedValue(
        name: "`\(key.rawValue)` of the function \(function.name.text.quoted)", place: function.name.span)
      switch key {
      case .timeout: (value.number, value.isSeconds) = ((function.definition.timeout + 999) / 1000, true)
      case .attempts:
        value.rate = function.definition.attempts
        value.place = function.attempts ?? function.name.span
      }
      return value
    }
  case .flow(.lifetime):
    return resolved.scope.flows.filter { !$0.isSubFlow }.map { flow in
      BoundedValue(
        name: "`lifetime` of the flow \(flow.name.text.quoted)", number: flow.lifetime ?? 7 * 86400, isSeconds: true,
        place: flow.name.span, isSaid: flow.lifetime != nil)
    }
  }
}
