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
