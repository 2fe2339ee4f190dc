import FlowModel
import FlowSource

/// What a tenant's flows do, so that policies are judged only where something follows them.
struct PolicyUses {
  /// What some call spends, by the catalogue.
  var counters = Set<Counter>()
  /// The identifiers to which flows send the code that is for the account that has them.
  private(set) var reached = Set<Slot>()
  private var functions: [Bound.Action: Set<Int>] = [:]

  init(_ resolved: ResolvedTenant) {
    for flow in resolved.flows {
      for state in flow.states {
        guard case .effect(let call) = state.kind else { continue }
        if call.definition.sendsCode, call.isForAccount, let slot = call.address,
          resolved.scope.attribute(of: slot)?.definition.isIdentifier == true
        {
          reached.insert(slot)
        }
        for bound in call.effect.definition.bounds where bound.applies(to: call.arguments) {
          counters.formUnion(bound.counters)
          if let function = call.function { functions[bound.action, default: []].insert(function) }
        }
      }
    }
  }

  /// The functions, as indices into the tenant's, that some call lets do this.
  func functions(_ action: Bound.Action) -> Set<Int> { functions[action] ?? [] }
}

extension TenantSyntax {
  /// Where the value of the first of some policies' keys stands that is written at all; else the tenant's name.
  func place(_ keys: String...) -> SourceSpan { keys.lazy.compactMap { places[$0] }.first ?? name.span }
}

extension Rate {
  /// How often at the most in so many seconds that begin with a window; a window counts whole.
  func most(in seconds: Int) -> Int {
    let windows = (seconds + self.seconds - 1) / self.seconds
    let (product, isTooGreat) = count.multipliedReportingOverflow(by: windows)
    return isTooGreat ? .max : product
  }

  /// So many of them at once.
  func times(_ number: Int) -> Rate {
    let (product, isTooGreat) = count.multipliedReportingOverflow(by: number)
    return Rate(isTooGreat ? .max : product, per: seconds)
  }

  /// As in YAML: `10 per 1h`.
  var text: String { "\(count) per \(durationText(seconds))" }
}

extension Int {
  /// With a comma between thousands.
  var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
