import FlowJSON
import FlowModel
import FlowRuntime

extension PageView {
  /// What the run shows in each field.
  var shownValues: [JSON?] { fields.map { value(of: $0).map { JSON($0) } } }
}
