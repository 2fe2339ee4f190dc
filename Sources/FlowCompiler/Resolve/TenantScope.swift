import FlowExpression
import FlowModel
import FlowSource

extension TenantSyntax {
  /// The tenant with its region for numbers whose attribute names none.
  fileprivate var withRegions: TenantSyntax {
    var tenant = self
    tenant.attributes = attributes.inRegion(region)
    return tenant
  }
}

extension [AttributeSyntax] {
  fileprivate func inRegion(_ region: String) -> [AttributeSyntax] {
    if region.isEmpty { return self }
    return map { attribute in
      guard attribute.definition.type == .phone, attribute.definition.region.isEmpty else { return attribute }
      var attribute = attribute
      attribute.definition.region = region
      return attribute
    }
  }
}

/// The names that a tenant's flows can use, with their numbers.
final class TenantScope: Sendable {
  let tenant: TenantSyntax
  /// All flows and sub-flows, in the order of their files.
  let flows: [FlowSyntax]
  /// The standard errors, in the tenant's words where it has some, and its own behind them.
  let errors: [ErrorDefinition]
  /// The names of each flow's ends, each once, in the order of the file.
  let ends: [[String]]
  /// Whether a flow is missing: its file could not be read, or says the name of another one.
  let hasLostFlows: Bool
  /// The number of each flow in the table; -1 for sub-flows, which are expanded.
  let tableIndices: [Int32]
  private let attributeIndices: [String: Int]
  private let functionIndices: [String: Int]
  private let errorIndices: [String: Int]
  private let flowIndices: [String: Int]
  private let endIndices: [[String: Int]]
  private let redeeming: [RedeemedLink: [Bool]]

  /// Takes what the parsers found. Equal names keep their first meaning; they have been reported.
  init(tenant: TenantSyntax, flows: [FlowSyntax]) {
    self.tenant = tenant.withRegions
    self.flows = flows.map { flow in
      var flow = flow
      flow.inputs = flow.inputs.inRegion(tenant.region)
      return flow
    }
    attributeIndices = Self.index(tenant.attributes.map(\.name.text))
    functionIndices = Self.index(tenant.functions.map(\.name.text))
    flowIndices = Self.index(flows.map(\.name.text))
    hasLostFlows = tenant.lost.contains(.flows) || flowIndices.count < flows.count { $0.arguments == nil }
    var own: [String: String] = [:]
    for error in tenant.errors { own[error.code.text] = error.message }
    let standard = standardErrors.map { ErrorDefinition($0.code, own[$0.code] ?? $0.message) }
    let known = Set(standardErrors.map(\.code))
    errors =
      standard
      + tenant.errors.filter { !known.contains($0.code.text) }.map { ErrorDefinition($0.code.text, $0.message) }
    errorIndices = Self.index(errors.map(\.code))
    ends = flows.map { flow in
      var names: [String] = []
      var seen = Set<String>()
      for state in flow.states {
        if case .end(let end) = state.kind, seen.insert(end.name.text).inserted { names.append(end.name.text) }
      }
      return names
    }
    endIndices = ends.map(Self.index)
    redeeming = [
      .link: Self.flowsThatRedeem(.link, flows, flowIndices),
      .invitation: Self.flowsThatRedeem(.invitation, flows, flowIndices),
    ]
    var next: Int32 = 0
    tableIndices = flows.map { flow in
      if flow.isSubFlow { return -1 }
      defer { next += 1 }
      return next
    }
  }

  private static func index(_ names: [String]) -> [String: Int] {
    Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
  }

  func attribute(_ name: String) -> Int? { attributeIndices[name] }
  func function(_ name: String) -> Int? { functionIndices[name] }
  func error(_ code: String) -> Int? { errorIndices[code] }
  func flow(_ name: String) -> Int? {
    // A flow whose own name has blanks is told where it stands.
    flowIndices[name] ?? flows.firstIndex { $0.name.text.meantName == name }
  }
  /// The number of a flow's end by its name.
  func end(_ name: String, of flow: Int) -> Int? { endIndices[flow][name] }
  /// Whether a flow, or a sub-flow it calls, redeems links of a kind.
  func redeems(_ kind: RedeemedLink, _ flow: Int) -> Bool { redeeming[kind]?[flow] ?? false }

  /// The notices that there are words for: the standard ones, and the tenant's own.
  var notices: [String] {
    let standard = StandardNotice.allCases.map(\.name)
    let own = Set(tenant.messages.map(\.name.kind).filter { $0.content == .notice }.map(\.name))
    return standard + own.subtracting(standard).sorted()
  }

  private static func flowsThatRedeem(
    _ kind: RedeemedLink, _ flows: [FlowSyntax], _ indices: [String: Int]
  ) -> [Bool] {
    var redeems = [Bool](repeating: false, count: flows.count)
    var callers = [[Int]](repeating: [], count: flows.count)
    for (index, flow) in flows.enumerated() {
      for state in flow.states {
        switch state.kind {
        case .effect(let effect):
          if Effect(name: effect.effect.text)?.definition.redeems == kind { redeems[index] = true }
        case .call(let call): if let callee = indices[call.flow.text] { callers[callee].append(index) }
        default: break
        }
      }
    }
    var pending = flows.indices.filter { redeems[$0] }
    while let flow = pending.popLast() {
      for caller in callers[flow] where !redeems[caller] {
        redeems[caller] = true
        pending.append(caller)
      }
    }
    return redeems
  }

  var attributeNames: [String] { tenant.attributes.map(\.name.text) }

  /// The slot of an attribute by its index.
  func slot(_ attribute: Int) -> Slot { firstAttributeSlot + Slot(attribute) }

  /// The slot of a flow's parameter by its index.
  func inputSlot(_ input: Int) -> Slot { firstAttributeSlot + Slot(tenant.attributes.count + input) }

  /// The attribute of a slot; nil for other slots.
  func attribute(of slot: Slot) -> AttributeSyntax? {
    let index = Int(slot) - Int(firstAttributeSlot)
    return tenant.attributes.indices.contains(index) ? tenant.attributes[index] : nil
  }

  /// A slot's name as messages show it.
  func name(of slot: Slot, in flow: FlowSyntax) -> String {
    if let secret = UInt8(exactly: slot).flatMap(SecretField.init(rawValue:)) { return secret.name }
    if let fact = AccountFact.allCases.first(where: { $0.slot == slot }) { return "account." + fact.name }
    if let fact = RunFact.allCases.first(where: { $0.slot == slot }) { return "run." + fact.name }
    if let attribute = attribute(of: slot) { return attribute.name.text }
    let input = Int(slot) - Int(firstAttributeSlot) - tenant.attributes.count
    return flow.inputs.indices.contains(input) ? "input." + flow.inputs[input].name.text : "?"
  }

  /// The attributes that identify accounts, by index.
  var identifiers: [Int] { tenant.attributes.indices.filter { tenant.attributes[$0].definition.isIdentifier } }

  /// What is said of a flow that is not there where it lies in a folder below the tenant's.
  func whereabouts(ofFlow name: String) -> [String] {
    tenant.passedBy[name].map { ["\($0.quoted) is passed by: flows lie beside tenant.yaml, not in a folder below it"] }
      ?? []
  }

  /// Whether the ends of a flow are all known.
  func knowsEnds(of flow: Int) -> Bool {
    !flows[flow].isBroken
      && !flows[flow].states.contains {
        if case .broken = $0.kind { true } else { false }
      }
  }
}
