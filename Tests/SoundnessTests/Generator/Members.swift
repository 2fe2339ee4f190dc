/// What flows make of attributes that identify nobody: some of it fails for some values.
enum Members {
  static let declarations = """
      city: { type: string, max-length: 20 }
      age: { type: integer, minimum: 16, maximum: 150 }
    """

  static let facts = [
    "has(attributes.city)", "attributes.city == 'Ulm'", "attributes.age >= 18", "attributes.age > 20 || run.steps > 2",
    "100 / (attributes.age - 17) > 1",
  ]

  /// Conditions that a field of a page may depend on.
  static let followed = [
    "has(attributes.city)", "attributes.city == 'Ulm'", "attributes.age >= 18", "!has(attributes.age)",
    "account.confirmed", "account.has_password || attributes.age == 17",
  ]

  /// Conditions by which a page may be passed by.
  static let passing = [
    "has(attributes.city)", "has(attributes.city) && attributes.city == 'Ulm'", "!has(attributes.age)",
    "has(attributes.age) && attributes.age >= 18", "run.steps > 3",
  ]

  static let assignments = [
    ("city", "'Ulm'"), ("city", "attributes.city + '!'"), ("city", "attributes.age >= 18 ? 'Ulm' : 'Bonn'"),
    ("age", "attributes.age + 1"), ("age", "size(attributes.city) + 16"), ("age", "size(attributes.city)"),
  ]

  /// The attributes that an expression needs.
  static func reads(_ expression: String) -> Set<String> {
    Set(
      expression.split(separator: "attributes.", omittingEmptySubsequences: false).dropFirst()
        .map { String($0.prefix(while: \.isLetter)) }.filter { !expression.contains("has(attributes.\($0))") })
  }
}
