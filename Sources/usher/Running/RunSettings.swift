import FlowDelivery
import FlowJSON
import FlowModel

/// What `usher run` was asked to do.
struct RunSettings {
  /// A tenant's folder or a table's file; nil only when a run is resumed.
  var path: String?
  /// The flow; nil: the tenant's only one.
  var flow: String?
  /// Whether to speak JSON lines.
  var isJSON = false
  var storage = StorageAccess()
  /// The file that messages are appended to.
  var outbox: String?
  /// The application that starts the flow; nil: the operator does, who may start any.
  var application: String?
  /// The flow's parameters and the first page's fields.
  var input = JSONObject()
  /// The languages to be spoken; nil: the tenant's own.
  var languages: LanguagePreferences?
  /// What the tenant's functions may do.
  var functions = FunctionSettings.development
  /// What was said of that, for whoever goes on with the run.
  var functionOptions: [String] = []
  /// Whose tables are taken.
  var signed = SignedTables()
  /// Whether pages are coloured; nil: as the terminal and the environment are.
  var hasColour: Bool?
  /// The continuation token of the run to go on with.
  var resume: String?
}
