import FlowJSON

/// What `usher run` was asked to do.
struct RunSettings {
  /// Where runs and accounts rest.
  enum StorageChoice: Hashable {
    case memory
    case sqlite(String)

    /// `memory` or `sqlite:PATH`.
    init?(_ text: String) {
      if text == "memory" {
        self = .memory
      } else if text.hasPrefix("sqlite:"), text.count > 7 {
        self = .sqlite(String(text.dropFirst(7)))
      } else {
        return nil
      }
    }

    /// The database that is used where none is named.
    static let standard = StorageChoice.sqlite("usher.sqlite")

    /// As it is written on the command line.
    var text: String {
      switch self {
      case .memory: "memory"
      case .sqlite(let path): "sqlite:\(path)"
      }
    }
  }

  /// A tenant's folder or a table's file; nil only when a run is resumed.
  var path: String?
  /// The flow; nil: the tenant's only one.
  var flow: String?
  /// Whether to speak JSON lines.
  var isJSON = false
  var storage = StorageChoice.standard
  /// The file that messages are appended to.
  var outbox: String?
  /// The file of the server's key; nil: beside the database.
  var key: String?
  /// The application that starts the flow; nil: none, so any flow may be started.
  var application: String?
  /// The flow's parameters and the first page's fields.
  var input = JSONObject()
  /// The continuation token of the run to go on with.
  var resume: String?
}
