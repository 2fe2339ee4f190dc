import FlowModel
import FlowRuntime

/// What reading the flows again has changed, as the log tells it.
struct ServedChanges {
  var added: [String] = []
  var changed: [String] = []
  var retired: [String] = []
  /// Applications that are gone from tenants that are not, as `TENANT/APPLICATION`.
  var applications: [String] = []

  /// The changes between what was served and what is, by tenants' names.
  init(
    from before: [String: (hash: ContentHash, table: FlowTable)],
    to after: [String: (hash: ContentHash, table: FlowTable)]
  ) {
    retired = before.keys.filter { after[$0] == nil }.sorted()
    for (name, new) in after.sorted(by: { $0.key < $1.key }) {
      guard let old = before[name] else {
        added.append(name)
        continue
      }
      if old.hash != new.hash { changed.append(name) }
      let present = Set(new.table.applications.map(\.name))
      applications += old.table.applications.map(\.name).filter { !present.contains($0) }.map { "\(name)/\($0)" }
    }
  }

  /// The changes in words; what becomes of the runs of retired tenants is said with them.
  func text(_ runs: RetiredRuns) -> String {
    var parts: [String] = []
    if !added.isEmpty { parts.append("added \(added.joined(separator: ", "))") }
    if !changed.isEmpty { parts.append("changed \(changed.joined(separator: ", "))") }
    if !retired.isEmpty {
      let fate = runs == .finish ? "runs under way finish" : "runs under way end"
      parts.append("retired \(retired.joined(separator: ", ")) (\(fate))")
    }
    if !applications.isEmpty { parts.append("no longer there: application \(applications.joined(separator: ", "))") }
    return parts.isEmpty ? "nothing has changed" : parts.joined(separator: "; ")
  }
}
