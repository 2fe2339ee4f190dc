import Testing

@Suite struct ConformanceTests {
  static let core: Set<String> = [
    "basic", "comparisons", "conversions", "fields", "fp_math", "integer_math", "lists", "logic", "macros", "namespace",
    "parse", "plumbing", "string", "timestamps",
  ]

  /// Ids of `skipped.txt`, whose other lines begin with `#` and give the reason for those below.
  static let skipped = Set(
    readText("Tests/FlowExpressionTests/skipped.txt").split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("#")
    })

  @Test func `all core cases pass`() {
    let cases = ConformanceCase.all.filter { Self.core.contains($0.group) }
    #expect(cases.count == 1091)
    for item in cases {
      if let failure = item.failure() { Issue.record("\(item.id): `\(item.expression)` \(failure)") }
    }
  }

  @Test func `extension cases pass unless they are skipped with a reason, and skipped ones fail`() {
    let cases = ConformanceCase.all.filter { !Self.core.contains($0.group) }
    #expect(cases.count == 648)
    for item in cases {
      switch (item.failure(), Self.skipped.contains(item.id)) {
      case (let failure?, false): Issue.record("\(item.id): `\(item.expression)` \(failure)")
      case (nil, true): Issue.record("\(item.id) passes but stands in skipped.txt")
      default: break
      }
    }
  }

  @Test func `the skip list names only cases that exist outside the core`() {
    let extensions = Set(ConformanceCase.all.filter { !Self.core.contains($0.group) }.map(\.id))
    #expect(Self.skipped.subtracting(extensions).isEmpty)
  }
}
