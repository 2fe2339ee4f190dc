import FlowCompiler
import FlowModel
import FlowSource
import TestSupport
import Testing

@Suite("The same result each time")
struct DeterminismTests {
  @Test(arguments: ["native-auth", "email-password"])
  func `shipped tenants are clean, and their hash does not depend on the order of files`(_ name: String) throws {
    let tenant = shippedTenant(name)
    var hashes = Set<ContentHash>()
    for files in [tenant.files, tenant.files.reversed(), tenant.files.sorted { $0.bytes.count < $1.bytes.count }] {
      let compilation = Compiler.compile(sources: [TenantSources(path: name, files: files)])
      #expect(compilation.diagnostics.isEmpty)
      hashes.insert(TableFile.write(try #require(compilation.tenants.first?.table)).hash)
    }
    #expect(hashes.count == 1)
  }

  @Test func `problems do not depend on the order of paths and files`() {
    let folders = Compiler.compile(paths: [Repository.root + "/" + MarkedFixture.root]).tenants.map(\.path)
    let all = Compiler.compile(paths: folders)
    let again = Compiler.compile(paths: folders.reversed())
    #expect(!all.diagnostics.isEmpty)
    #expect(shown(all) == shown(again))
  }

  @Test func `a tenant that is named twice is compiled once`() {
    let folder = Repository.root + "/flows/native-auth"
    let paths = [folder, folder + "/", folder + "/sign-up.yaml", Repository.root + "/flows"]
    let tenants = Compiler.compile(paths: paths).tenants.map(\.name)
    #expect(tenants == ["accounts", "email-password", "native-auth"])
  }

  private func shown(_ compilation: Compilation) -> [String] {
    compilation.diagnostics.map { problem in
      let file = compilation.sources.file(problem.span)
      let labels = problem.labels.map {
        "\(compilation.sources.file($0.span)?.path ?? ""):\($0.span.start) \($0.message)"
      }
      return
        "\(file?.path ?? ""):\(problem.span.start)-\(problem.span.end) \(problem.code) \(problem.message) \(labels)"
    }.sorted()
  }
}
