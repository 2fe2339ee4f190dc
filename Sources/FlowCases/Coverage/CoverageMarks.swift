import FlowCompiler
import FlowModel
import FlowRuntime
package import FlowTooling

extension CasePlay {
  /// What became of the transitions of a tenant's flows, for pictures: by the names of flows, and by the transitions' numbers.
  /// A sub-flow's are told wherever it is called as they are in its file.
  package func marks(of tenant: String) -> [String: [Int32: TransitionMark]] {
    guard let stage = suite.stages.first(where: { $0.tried.table.tenant == tenant && $0.harness == nil }) else {
      return [:]
    }
    let standings = coverage.standings(of: tenant)
    var marks: [String: [Int32: TransitionMark]] = [:]
    for (flow, edges) in zip(stage.tried.table.flows, stage.edges) {
      for (index, place) in edges.enumerated() {
        guard let key = place.key, let standing = standings[key] else { continue }
        let isRuledOutHere = standing == .missing && place.untaken != nil
        let mark: TransitionMark =
          switch standing {
          case .taken: .taken
          case .missing: isRuledOutHere ? .unreachable : .missing
          case .unreachable: .unreachable
          }
        marks[flow.name, default: [:]][Int32(index)] = mark
      }
    }
    return marks
  }
}
