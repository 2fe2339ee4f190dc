import FlowCompiler
import FlowModel
import FlowSource
import Glibc
import TestSupport
import Testing

/// A tenant's files lie in its folder: what a symbolic link leads to elsewhere is not read.
@Suite("Linked files") struct LinkedFileTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    folder.write("t/tenant.yaml", "tenant: t\nattributes:\n  email: { type: email, identifier: true }\n")
    folder.write("others/secret.yaml", "flow: secret\nstart: end\nlifetime: 5m\nstates:\n  end: { end: completed }\n")
    folder.write("others/code.en.txt", "Subject: Secret\n\n{{code}}\n")
    return folder
  }

  private func problems(_ folder: TemporaryFolder) -> [String] {
    Compiler.compile(paths: ["\(folder.path)/t"]).diagnostics.map { "\($0.code) \($0.message)" }
  }

  @Test(arguments: [("flow.yaml", "../others/secret.yaml"), ("messages/code.en.txt", "../../others/code.en.txt")])
  func `a link out of the folder is refused`(_ name: String, _ target: String) throws {
    let folder = try folder()
    mkdir("\(folder.path)/t/messages", 0o777)
    #expect(symlink(target, "\(folder.path)/t/\(name)") == 0)
    let told = problems(folder)
    #expect(told.contains { $0.hasPrefix("U000") && $0.contains("out of the tenant's folder") }, "\(told)")
    #expect(!told.contains { $0.contains("Secret") || $0.contains("secret") }, "\(told)")
  }

  @Test func `so is one by way of a folder`() throws {
    let folder = try folder()
    #expect(symlink("../others", "\(folder.path)/t/messages") == 0)
    #expect(problems(folder).contains { $0.contains("out of the tenant's folder") })
  }

  @Test func `a folder may be a link itself, and links within it are followed`() throws {
    let folder = try folder()
    folder.write("t/data/flow.yaml", try #require(folder.read("others/secret.yaml")))
    #expect(symlink("data/flow.yaml", "\(folder.path)/t/flow.yaml") == 0)
    #expect(symlink("t", "\(folder.path)/linked") == 0)
    let compilation = Compiler.compile(paths: ["\(folder.path)/linked"])
    let names = compilation.tenants.first?.table?.flows.map(\.name)
    #expect(names == ["secret"], "\(compilation.diagnostics.map(\.message))")
  }
}
