import FlowYAML

/// All words of a file by their keys, to hold one reading against another.
struct LocaleReading: Equatable {
  var texts: [[String]: String] = [:]

  /// Nil where a key stands twice, or leads to a list: nothing is told from what it says.
  init?(_ tree: YAMLTree) {
    if let root = tree.root, !collect(root, [], tree) { return nil }
  }

  private mutating func collect(_ id: YAMLNodeID, _ path: [String], _ tree: YAMLTree) -> Bool {
    switch tree.kind(id) {
    case .mapping:
      var keys = Set<String>()
      for entry in tree.entries(id) {
        let key = tree.text(entry.key)
        guard keys.insert(key).inserted, collect(entry.value, path + [key], tree) else { return false }
      }
      return true
    case .scalar:
      // No words yet are none, however that is written.
      if !tree.isNothing(id) { texts[path] = tree.text(id) }
      return true
    default: return false
    }
  }
}
