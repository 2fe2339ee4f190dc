import FlowCompiler
import FlowModel
import FlowRuntime

/// A step as one line: what was done, and the states that it went through.
package struct TraceLine: Hashable, Sendable {
  /// The number of the step in its case, from 1.
  package var step: Int
  /// What happened, with how often where it did so one time after the other.
  package var text: String

  /// What happened in some steps. Of a step that is done several times, what came out the same in turn is one line.
  static func lines(_ records: [(step: Int, record: StepRecord)], _ stage: CaseSuite.Stage) -> [TraceLine] {
    var lines: [(step: Int, text: String, times: Int)] = []
    for (step, record) in records {
      let text = text(record, stage)
      if let last = lines.last, last.step == step, last.text == text {
        lines[lines.count - 1].times += 1
      } else {
        lines.append((step, text, 1))
      }
    }
    return lines.map { TraceLine(step: $0.step, text: $0.text + ($0.times > 1 ? " (\($0.times) times)" : "")) }
  }

  static func text(_ record: StepRecord, _ stage: CaseSuite.Stage) -> String {
    var text = record.action
    for taken in record.path {
      let flow = stage.tried.table.flows[Int(taken.flow)]
      let edge = stage.edges[Int(taken.flow)][Int(taken.transition)]
      let target = Int(flow.transitions[Int(taken.transition)].target)
      let label = edge.key == nil ? "" : edge.kind == .branch ? "" : edge.label
      text += label.isEmpty || label == record.action ? " -> " : " -\(label)-> "
      text += SubFlowHarness.ownName(flow.states[target].name)
    }
    if let error = record.reply?.error { text += ", error \(error.code)" }
    return text
  }
}
