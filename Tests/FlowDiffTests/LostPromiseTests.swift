import FlowCompiler
import FlowDiff
import FlowSource
import TestSupport
import Testing

/// The pairs of tenants in the pages of `usher explain`: from the mended one to the broken one a promise is lost.
@Suite struct LostPromiseTests {
  private static let folder = Repository.root + "/Sources/FlowCompiler/Explanations/Pages/"

  private static let proofs = Explanation.all.filter {
    $0.broken != nil && $0.severity == .error && Rule.of($0.code)?.isWaivable == true
  }.map(\.code)

  /// Those whose attack takes more than inputs can show: two runs that differ in what somebody else did before, a code that
  /// is sent until no more is sent.
  private static let unshown: Set<String> = ["U401", "U404", "U412"]
  /// Those whose rule the mended tenant does not state any more, or where both can do it and one may not.
  private static let inBoth: Set<String> = ["U451", "U452", "U701", "U902"]

  @Test(arguments: proofs)
  func `a broken tenant has lost what its mended twin promises`(_ code: String) async throws {
    let (broken, fixed) = (
      try Version(folder: Self.folder + code + "/broken"), try Version(folder: Self.folder + code + "/fixed")
    )
    let difference = await Difference(fixed, broken)
    #expect(difference.verdict == .lost)
    let own = difference.tenants.flatMap(\.changes).filter { $0.code == code }
    #expect(!own.isEmpty && own.allSatisfy { $0.verdict == .lost && $0.area == .security })
    let showings = Set(own.compactMap(\.attack?.showing))
    if showings.isEmpty { return }
    if Self.unshown.contains(code) {
      #expect(showings == [.notFound])
    } else if Self.inBoth.contains(code) {
      #expect(showings == [.both])
    } else {
      #expect(showings.contains(.newOnly))
    }
    let back = await Difference(broken, fixed)
    #expect(!back.tenants.flatMap(\.changes).contains { $0.code == code })
  }
}
