/// What may stand at a place of a file. The parsers take their keys from it; editors and JSON Schema take all of it.
package indirect enum Shape: Sendable {
  /// Words for people.
  case text
  /// Any value: what cases send and expect.
  case anything
  case flag
  case whole(ClosedRange<Int>)
  case number
  /// A number and its unit, such as `10m`.
  case duration
  /// `10 per 1h`.
  case rate
  /// A text of a form: a regular expression of JSON Schema's.
  case form(String)
  /// An expression of CEL.
  case condition
  /// What must be true of all runs, such as `account.create before verified(email)`.
  case property
  /// `verified(ATTRIBUTE)`.
  case evidence
  /// One of some words.
  case word([String])
  /// The name of something that is declared elsewhere.
  case name(NameKind)
  /// A name that is declared here.
  case declares(NameKind)
  case list(Shape)
  case mapping(MappingShape)
  /// A mapping from names.
  case names(NameKind, declares: Bool, Shape)
  case either([Shape])
  /// A mapping that is told by which of the first keys of these it has.
  case kinds([MappingShape])
  /// A value of cases, or `{{ NAME }}` in its place.
  case place(Shape)
}

/// What a name is of.
package enum NameKind: String, Sendable, CaseIterable {
  case tenant, policy, flow, application, function, error, attribute, input, state, event, end, effect, parameter,
    outcome
  /// A sub-flow, which `call` names.
  case subFlow = "sub-flow"
  /// A parameter of a sub-flow.
  case argument = "parameter of a sub-flow"
  /// An attribute or a secret, where a page asks for it.
  case field
  /// An attribute, or a parameter of the flow.
  case value
  /// What an end hands out: an attribute, or a fact of the account.
  case result
  /// A state as a run is in it: those of sub-flows behind the calling state's.
  case statePath = "state path"
  /// A label of cases' own.
  case label
  /// An option of an attribute.
  case option
  /// What a case shows.
  case testCase = "case"
}

/// A mapping with fixed keys.
package struct MappingShape: Sendable {
  /// One key and what stands behind it.
  package struct Entry: Sendable {
    package let key: String
    package let shape: Shape
    package let isRequired: Bool
    /// What it is for, in a sentence; empty where the reference tells of it.
    package let about: String
  }

  /// What is otherwise where a key has a value.
  package struct Variant: Sendable {
    package let value: String
    /// Whether it is so as well where the key is left out.
    package var isUsual = false
    package var about = ""
    package var shapes: [String: Shape] = [:]
    package var forbidden: Set<String> = []
    package var required: Set<String> = []
  }

  /// Its name, once each.
  package let id: String
  package let entries: [Entry]
  /// Its keys in order: the parsers go by their places.
  package let keys: [String]
  /// The key by whose value it varies.
  package var discriminator: String?
  package var variants: [Variant] = []
  /// What any other key is a name of, and what stands behind it.
  package var others: (kind: NameKind, shape: Shape)?

  package init(_ id: String, _ entries: KeyValuePairs<String, Shape>, required: Set<String> = []) {
    self.init(
      id, entries.map { Entry(key: $0.key, shape: $0.value, isRequired: required.contains($0.key), about: "") })
  }

  package init(_ id: String, _ entries: [Entry]) {
    self.id = id
    self.entries = entries
    keys = entries.map(\.key)
  }

  package func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }

  /// What it is where its discriminator has this value; nil: it is left out.
  package func variant(_ value: String?) -> Variant? {
    variants.first { variant in value.map { $0 == variant.value } ?? variant.isUsual }
  }

  /// What stands behind a key; nil where it has none such.
  package func shape(_ key: String, _ variant: Variant?) -> Shape? {
    if variant?.forbidden.contains(key) == true { return nil }
    return variant?.shapes[key] ?? entry(key)?.shape ?? others?.shape
  }
}
