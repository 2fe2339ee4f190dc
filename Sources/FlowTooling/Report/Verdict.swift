import FlowCompiler
import FlowModel
import FlowSource

/// How a tenant stands to a requirement, and why.
struct Verdict {
  enum Status: String {
    case proven
    case enforced
    case optedOut = "opted out"
    case notCovered = "not covered"
  }

  let status: Status
  let reason: String

  init(_ basis: Requirement.Basis, _ tenant: CompiledTenant, _ problems: [Diagnostic]) {
    (status, reason) = Self.verdict(basis, tenant, problems)
  }

  private static func verdict(
    _ basis: Requirement.Basis, _ tenant: CompiledTenant, _ problems: [Diagnostic]
  ) -> (Status, String) {
    switch basis {
    case .rules(let codes, let exceptions): return proven(codes, exceptions, tenant, problems)
    case .everyDoor(let code, let others):
      if let broken = broken([code] + others, problems) { return broken }
      let (status, reason, isOfAll) = proven(code, atDoorsOf: tenant)
      let restricted = status == .proven && !isOfAll
      return (status, reason + (restricted ? ", of accounts that have a second factor; one is enough for others" : ""))
    case .engine(let promises): return (.enforced, tests(promises))
    case .setting(let holds, let promises, let otherwise):
      guard let table = tenant.table else { return (.notCovered, "the tenant has errors") }
      return holds(table) ? (.enforced, tests(promises)) : (.optedOut, otherwise(table))
    case .factors(let two, let one):
      let (status, _, isOfAll) = proven("U903", atDoorsOf: tenant)
      return verdict(status == .proven && isOfAll ? two : one, tenant, problems)
    case .nothing(let reason): return (.notCovered, reason)
    }
  }

  private static func proven(
    _ codes: [String], _ exceptions: Set<OptOut.Kind>, _ tenant: CompiledTenant, _ problems: [Diagnostic]
  ) -> (Status, String) {
    if let broken = broken(codes, problems) { return broken }
    let optOuts = tenant.optOuts.filter { exceptions.contains($0.kind) }
    if let first = optOuts.first {
      let flows = Set(optOuts.map { "`\($0.flow)`" }).sorted().joined(separator: ", ")
      return (.optedOut, "`\(first.text)` in \(flows)")
    }
    // A rule without a proof found nothing that it is about, and nothing wrong.
    let proven = codes.filter { code in tenant.proofs.contains { $0.code == code } }
    return proven.isEmpty ? (.notCovered, "no flow has what it is about") : (.proven, proven.joined(separator: ", "))
  }

  /// What stands against what some rules prove.
  private static func broken(_ codes: [String], _ problems: [Diagnostic]) -> (Status, String)? {
    let broken = codes.filter { code in problems.contains { $0.code == code } }
    if broken.isEmpty { return nil }
    let isError = problems.contains { broken.contains($0.code) && $0.severity == .error }
    return (.notCovered, (isError ? "refused by " : "warned of by ") + broken.joined(separator: ", "))
  }

  /// Whether a rule has a proof of each flow that opens sessions, and whether that is of every account.
  private static func proven(
    _ code: String, atDoorsOf tenant: CompiledTenant
  ) -> (status: Status, reason: String, isOfAll: Bool) {
    let doors = tenant.table?.flows.filter { $0.calls.contains(where: \.definition.opensSession) }.map(\.name) ?? []
    if doors.isEmpty { return (.notCovered, "no flow opens a session", false) }
    let proofs = tenant.proofs.filter { $0.code == code }
    let open = doors.filter { name in !proofs.contains { $0.flow == name } }
    if open.isEmpty { return (.proven, code, proofs.allSatisfy(\.isOfAll)) }
    return (.notCovered, "one factor is enough in \(open.map { "`\($0)`" }.joined(separator: ", "))", false)
  }

  private static func tests(_ promises: [EnginePromise]) -> String {
    promises.map { "`\($0.shown.target)`: \($0.shown.test)" }.joined(separator: "; ")
  }
}
