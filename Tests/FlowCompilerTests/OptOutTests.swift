import FlowCompiler
import FlowSource
import TestSupport
import Testing

@Suite struct OptOutTests {
  @Test func `what a function is told beside a link is said`() {
    let folder = Repository.root + "/flows/email-password"
    let meanings = Compiler.compile(paths: [folder], isProving: true).tenants.flatMap(\.optOuts).map(\.meaning)
    #expect(meanings.contains { $0.contains("; beside the link it is told `arguments`: where") })
  }

  @Test func `what does nothing is told as proven, and not as an opt-out in force`() throws {
    let folder = Repository.root + "/" + MarkedFixture.root + "/406-nothing-is-unproven"
    let compilation = Compiler.compile(paths: [folder], isProving: true)
    let idle = compilation.diagnostics.filter { $0.code == "U406" }.map(\.span)
    let tenant = try #require(compilation.tenants.first)
    let optOuts = tenant.optOuts.filter { $0.text == "status: unproven" }
    #expect(idle.count == 2)
    #expect(!optOuts.contains { idle.contains($0.span) })
    #expect(optOuts.map(\.flow).sorted() == ["create-another", "sign-up"])
    #expect(tenant.proofs.contains { $0.sentence.hasPrefix("`account.create`: `email` is proven") })
  }
}
