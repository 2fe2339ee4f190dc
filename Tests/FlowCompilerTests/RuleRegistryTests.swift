import FlowSource
import Testing

@testable import FlowCompiler

@Suite("The registry of rules")
struct RuleRegistryTests {
  private static let codes = Rule.all.flatMap(\.codes)

  @Test
  func `each code is of one rule, and has one explanation`() {
    let names = Self.codes.map(\.name).sorted()
    #expect(Set(names).count == names.count)
    #expect(Explanation.all.map(\.code) == names)
  }

  @Test(arguments: MarkedFixture.all)
  func `what is reported has the severity of its code`(_ fixture: MarkedFixture) {
    for problem in fixture.compiled().diagnostics {
      #expect(Rule.severity(of: problem.code) == problem.severity, "\(problem.code)")
    }
  }

  @Test(arguments: MarkedFixture.all)
  func `each rule reports its own codes alone`(_ fixture: MarkedFixture) {
    for found in findTenants([fixture.path], standardInput: nil).tenants {
      var (sources, earlier) = (SourceMap(), DiagnosticCollector())
      let files = read(found, &sources, &earlier)
      guard let syntax = parse(files, isLone: found.isLone, &earlier) else { continue }
      let tenant = AnalyzedTenant(resolve(syntax.tenant, syntax.flows, &earlier), withProofs: true)
      for rule in Rule.all {
        let judge: Rule.Judge
        switch rule.stage {
        case .reading: continue
        case .shape(let its), .proof(let its), .last(let its): judge = its
        }
        var problems = DiagnosticCollector(isProving: true)
        judge(tenant, &problems)
        let own = Set(rule.codes.map(\.name))
        #expect(Set(problems.sorted().map(\.code)).isSubset(of: own))
        #expect(Set(problems.proofs.map(\.code)).isSubset(of: own))
      }
    }
  }

  @Test
  func `what the interpreter relies on cannot be waived`() {
    let waivable = Rule.all.filter(\.isWaivable)
    let proven: Set<RuleFamily> = [
      .dataFlow, .evidence, .functions, .completion, .property, .policy, .guessing, .mail, .secrets, .ownership,
      .concealment,
      .doors, .factors,
    ]
    #expect(Set(waivable.map(\.family)) == proven)
    #expect(Rule.of("U140")?.isWaivable == false && Rule.of("U451")?.isWaivable == true)
    #expect(Rule.of("U4") == nil && Rule.of("u401") == nil && Rule.of("U999") == nil)
  }
}
