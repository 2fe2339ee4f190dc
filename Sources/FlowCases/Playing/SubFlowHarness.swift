import FlowCompiler
import FlowModel
import FlowSource

/// A flow around a sub-flow, so that it can be tested by itself: a page collects what its callers would have collected, and a
/// grant stands for the owner of an account, where one is there.
struct SubFlowHarness: Hashable, Sendable {
  /// What `start` calls the account that is there.
  static let account = "account"
  /// The state that calls the sub-flow.
  static let call = "it"

  let subFlow: String
  /// What is collected, by name, in order.
  let fields: [String]
  let hasOwner: Bool

  /// The harness's own name.
  var flow: String { "\(subFlow.prefix(56))--alone" }

  /// What a case starts a sub-flow with says what is collected before.
  init(_ subFlow: String, startingWith members: [CaseMember]) {
    self.subFlow = subFlow
    let names = Set(members.map(\.name.text))
    hasOwner = names.contains(Self.account)
    fields = names.subtracting([Self.account]).sorted()
  }

  /// The flow's file.
  func text(ends: [String]) -> String {
    let collected = fields + (hasOwner ? [SecretField.grant.name] : [])
    let fields = collected.map { "\($0): required" }.joined(separator: ", ")
    var lines = [
      "flow: \(flow)", "reveals: [account-existence]", "lifetime: 1h", "start: begin", "states:", "  begin:",
      "    page: Begin",
    ]
    if !collected.isEmpty { lines.append("    fields: { \(fields) }") }
    lines.append("    then: { submit: \(hasOwner ? "owner" : Self.call) }")
    if hasOwner {
      lines += [
        "  owner:", "    do: grant.redeem",
        "    then: { valid: \(Self.call), invalid: lost, expired: lost, used: lost }", "  lost: { end: failed }",
      ]
    }
    lines += ["  \(Self.call):", "    call: \(subFlow)", "    then:"]
    lines += ends.enumerated().map { "      \($1): end-\($0)" }
    lines += ends.enumerated().map { "  end-\($0): { end: \($1) }" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The tenant with this flow beside its own, without proofs: they are of its callers. Nil and why where it cannot be.
  func compiled(_ sources: TenantSources, ends: [String]) -> Result<CompiledTenant, Failure> {
    var sources = sources
    // They are of what people run.
    sources.policies = []
    sources.files.append(SourceText(path: sources.path + "/\(flow).yaml", text: text(ends: ends)))
    let compilation = Compiler.compileWithoutProofs(sources: [sources], withEdges: true)
    guard let tenant = compilation.tenants.first, tenant.table != nil else {
      let problem = compilation.diagnostics.first { $0.severity == .error }?.message ?? "it has problems"
      return .failure(Failure(reason: problem))
    }
    return .success(tenant)
  }

  /// Why a sub-flow cannot be tested by itself.
  struct Failure: Error {
    let reason: String
  }

  /// A state's name as the sub-flow's own file calls it.
  static func ownName(_ state: String) -> String {
    state.hasPrefix(call + "/") ? String(state.dropFirst(call.count + 1)) : state
  }
}
