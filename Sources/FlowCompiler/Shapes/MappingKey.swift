/// The keys of a mapping, in the order in which they are named. Shape and parser switch over them: a key that one of the two
/// does not know does not build.
package protocol MappingKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension MappingShape {
  /// A mapping of keys, each with what stands behind it.
  package init<Key: MappingKey>(
    _ id: String, _ keys: Key.Type, required: Set<Key> = [], _ shape: (Key) -> Shape
  ) {
    self.init(
      id,
      keys.allCases.map {
        Entry(key: $0.rawValue, shape: shape($0), isRequired: required.contains($0), about: "")
      })
  }
}
