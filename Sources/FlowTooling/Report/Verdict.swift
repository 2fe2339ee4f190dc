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
    let verdict: (Status, String) =
      switch basis {
      case .rules(let codes, let exceptions): Self.proven(codes, exceptions, tenant, problems)
      case .everyDoor(let code): Self.proven(code, atDoorsOf: tenant)
      case .engine(let promises): (.enforced, Self.tests(promises))
      case .setting(let holds, let promises, let otherwise):
        if let table = tenant.table {
          holds(table) ? (.enforced, Self.tests(promises)) : (.optedOut, otherwise(table))
        } else {
          (.notCovered, "the tenant has errors")
        }
      case .nothing(let reason): (.notCovered, reason)
      }
    (status, reason) = verdict
  }

  private static func proven(
    _ codes: [String], _ exceptions: [String], _ tenant: CompiledTenant, _ problems: [Diagnostic]
  ) -> (Status, String) {
    let broken = codes.filter { code in problems.contains { $0.code == code } }
    if !broken.isEmpty { return (.notCovered, "refused by \(broken.joined(separator: ", "))") }
    let optOuts = tenant.optOuts.filter { optOut in exceptions.contains { optOut.text.hasPrefix($0) } }
    if let first = optOuts.first {
      let flows = Set(optOuts.map { "`\($0.flow)`" }).sorted().joined(separator: ", ")
      return (.optedOut, "`\(first.text)` in \(flows)")
    }
    // A rule without a proof found nothing that it is about, and nothing wrong.
    let proven = codes.filter { code in tenant.proofs.contains { $0.code == code } }
    return proven.isEmpty ? (.notCovered, "no flow has what it is about") : (.proven, proven.joined(separator: ", "))
  }

  private static func proven(_ code: String, atDoorsOf tenant: CompiledTenant) -> (Status, String) {
    let doors = tenant.table?.flows.filter { $0.calls.contains(where: \.definition.opensSession) }.map(\.name) ?? []
    if doors.isEmpty { return (.notCovered, "no flow opens a session") }
    let open = doors.filter { name in !tenant.proofs.contains { $0.flow == name && $0.code == code } }
    if open.isEmpty { return (.proven, code) }
    return (.notCovered, "one factor is enough in \(open.map { "`\($0)`" }.joined(separator: ", "))")
  }

  private static func tests(_ promises: [EnginePromise]) -> String {
    promises.map { "`\($0.target)`: \($0.test)" }.joined(separator: "; ")
  }
}
