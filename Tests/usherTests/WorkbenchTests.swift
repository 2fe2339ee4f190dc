import FlowJSON
import TestSupport
import Testing

/// `usher test --generate`, `usher test --mutate` and `usher explore`: options, what goes where, and exit codes. What is made and
/// found is FlowCasesTests' matter.
@Suite struct WorkbenchTests {
  private static let made = "t/tests/generated-sign-up.yaml"

  private static func tenant() throws -> TemporaryFolder {
    try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": Tenants.flow])
  }

  @Test func `cases are made, accepted and passed, and nothing is left to make`() throws {
    let folder = try Self.tenant()
    let result = try usher("test", "t", "--generate", in: folder)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.output)\(result.errors)")
    #expect(result.output == "wrote \(Self.made): 1 case\n100 % of what runs can take, and 0 % before\n")
    #expect(try usher("check", "t", in: folder).status == 0)
    #expect(try usher("test", "t", "--least", "100", in: folder).status == 0)
    let text = folder.read(Self.made)
    let again = try usher("test", "t", "--generate", in: folder)
    #expect(again.status == 0 && again.output == "cases take all that runs can take: there is nothing to make\n")
    #expect(folder.read(Self.made) == text)
  }

  @Test func `a file of the name is somebody's own, and stays as it is`() throws {
    let folder = try Self.tenant()
    let own = "flow: sign-up\ncases:\n  - case: mine\n    steps:\n      - start:\n        expect: { state: identify }\n"
    folder.write(Self.made, own)
    let result = try usher("test", "t", "--generate", in: folder)
    #expect(result.output.hasPrefix("wrote t/tests/generated-sign-up-2.yaml: 1 case\n"), "\(result.output)")
    #expect(folder.read(Self.made) == own)
    #expect(try usher("test", "t", in: folder).output.hasPrefix("2 cases passed"))
  }

  @Test func `printed cases are no files, and stand alone on standard output`() throws {
    let folder = try Self.tenant()
    let result = try usher("test", "t", "--generate", "--print", in: folder)
    #expect(result.status == 0 && result.output.hasPrefix("# \(Self.made)\n# Made by `usher test --generate`"))
    #expect(result.errors.contains("would write \(Self.made): 1 case\n"), "\(result.errors)")
    #expect(folder.read(Self.made) == nil)
    let json = try JSON.parse(try usher("test", "t", "--generate", "--print", "--format", "json", in: folder).output)
    #expect(json["written"] == .bool(false) && json["files"]?.array?.first?["cases"]?.int == 1)
  }

  @Test func `mutants that nobody notices are a problem`() throws {
    let folder = try Self.tenant()
    // Without cases nothing is noticed.
    let none = try usher("test", "t", "--mutate", in: folder)
    #expect(
      none.status == 1 && none.output.contains(": not noticed: identify, event submit: goes to "))
    #expect(try usher("test", "t", "--generate", in: folder).status == 0)
    let all = try usher("test", "t", "--mutate", in: folder)
    #expect(all.status == 0 && all.output.hasPrefix("1 mutant: 1 noticed, 0 not noticed in "), "\(all.output)")
    folder.write(
      "t/tests/wrong.yaml",
      "flow: sign-up\ncases:\n  - case: w\n    steps:\n      - start:\n        expect: { end: completed }\n")
    let failing = try usher("test", "t", "--mutate", in: folder)
    #expect(failing.status == 3 && failing.errors.contains("1 case fails as it is"), "\(failing.errors)")
  }

  @Test func `a flow is explored, and one that is not there is bad usage`() throws {
    let folder = try Self.tenant()
    let result = try usher("explore", "t", "sign-up", "--depth", "3", in: folder)
    #expect(result.status == 0 && result.output.hasPrefix("nothing to stumble over: "), "\(result.output)")
    let json = try JSON.parse(try usher("explore", "t", "sign-up", "--format", "json", in: folder).output)
    #expect(json["findings"]?.array?.isEmpty == true && json["flow"]?.string == "sign-up")
    let slip = try usher("explore", "t", "sign-upp", in: folder)
    #expect(slip.status == 2 && slip.errors.contains("did you mean `sign-up`?"), "\(slip.errors)")
    #expect(try usher("explore", "t", "sign-up", "--depth", "0", in: folder).status == 2)
    #expect(try usher("explore", "nowhere", "sign-up", in: folder).status == 3)
  }

  @Test func `jobs are not mixed, and broken flows are told`() throws {
    let folder = try Self.tenant()
    for words in [
      ["--generate", "--mutate"], ["--generate", "--case", "x"], ["--mutate", "--print"], ["--most", "5"],
    ] {
      let result = try run(Repository.program("usher"), ["test", "t"] + words, folder: folder.path)
      #expect(result.status == 2, "\(words): \(result.errors)")
    }
    #expect(try usher("test", "t", "--mutate", "--most", "none", in: folder).status == 2)
    let broken = try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": Tenants.brokenFlow])
    for words in [["test", "t", "--generate"], ["test", "t", "--mutate"], ["explore", "t", "sign-up"]] {
      let result = try run(Repository.program("usher"), words, folder: broken.path)
      #expect(result.status == 1 && result.output.contains("error[U1"), "\(words): \(result.output)\(result.errors)")
    }
    // A tenant without flows is a problem of its own.
    let empty = try Tenants.folder(["t/tenant.yaml": "tenant: contoso\n"])
    for words in [["test", "t", "--generate"], ["test", "t", "--mutate"], ["explore", "t", "any"]] {
      #expect(try run(Repository.program("usher"), words, folder: empty.path).status == 1, "\(words)")
    }
  }
}
