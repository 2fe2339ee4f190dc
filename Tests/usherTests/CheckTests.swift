import FlowJSON
import TestSupport
import Testing

@Suite struct CheckTests {
  @Test func `clean flows are exit code 0`() throws {
    let folder = try Tenants.folder(["flows/a/tenant.yaml": Tenants.tenant, "flows/a/sign-up.yaml": Tenants.flow])
    let result = try usher("check", in: folder)
    #expect(result.status == 0)
    #expect(result.output == "No problems in 2 files.\n")
    #expect(result.errors == "")
  }

  @Test func `an error is exit code 1 and shown with its line`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.brokenFlow])
    let result = try usher("check", "a", in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains("error[U"))
    #expect(result.output.contains("a/sign-up.yaml:9:15\n"))
    #expect(result.output.contains("9 |       submit: dona\n"))
    #expect(result.output.contains("  |               ^^^^\n"))
    #expect(result.errors == "")
  }

  @Test func `warnings fail a check only where they are denied`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.doubtfulFlow])
    #expect(try usher("check", "a", in: folder).status == 0)
    #expect(try usher("check", "a", "--deny", "warnings", in: folder).status == 1)
    #expect(try usher("check", "--deny=warnings", "--", "a", in: folder).status == 1)
  }

  @Test func `a report is written in the form that its file is named for`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow])
    let plain = try usher("check", "a", "--report", "review.md", in: folder)
    #expect(plain.status == 0 && plain.output == "No problems in 2 files.\n")
    #expect(folder.read("review.md")?.hasPrefix("# Security report: `contoso`\n") == true)
    #expect(try usher("check", "a", "--report", "review.html", in: folder).status == 0)
    #expect(folder.read("review.html")?.hasPrefix("<!DOCTYPE html>\n") == true)
    let other = try usher("check", "a", "--report", "review.txt", in: folder)
    #expect(other.status == 2 && other.errors.contains("ends in .md or .html") && folder.read("review.txt") == nil)
  }

  @Test func `machine formats are alone on standard output`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.brokenFlow])
    for format in ["json", "sarif"] {
      let result = try usher("check", "a", "--format", format, in: folder)
      #expect(result.status == 1)
      #expect(result.errors == "")
      #expect(throws: Never.self) { try JSON.parse(result.output) }
    }
    let lines = try usher("check", "a", "--format=github", in: folder).output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=a/sign-up.yaml,line=") })
    let short = try usher("check", "a", "--format=short", in: folder).output
    #expect(short.hasPrefix("a/sign-up.yaml:9:15: error[U"))
  }

  @Test func `a check that could not read all of it says so in SARIF, and a rule how much it matters`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow])
    func run(_ path: String) throws -> (status: Int32, run: JSON) {
      let result = try usher("check", path, "--format", "sarif", in: folder)
      return (result.status, try #require(try JSON.parse(result.output)["runs"]?.array?.first))
    }
    let whole = try run("a")
    #expect(whole.status == 0 && whole.run["invocations"] == [["executionSuccessful": true]])
    let missing = try run("nowhere")
    #expect(missing.status == 3)
    let invocation = missing.run["invocations"]?.array?.first
    #expect(invocation?["executionSuccessful"] == false)
    #expect(invocation?["toolExecutionNotifications"]?.array?.first?["descriptor"]?["id"] == "U000")
    let levels = Set((whole.run["tool"]?["driver"]?["rules"]?.array ?? []).map { $0["defaultConfiguration"]?["level"] })
    #expect(levels == ["error", "warning"])
  }

  @Test func `standard input is a document of its own`() throws {
    #expect(try usher("check", "-", input: Tenants.flow).status == 0)
    let broken = try usher("check", "-", "--format", "short", input: Tenants.brokenFlow)
    #expect(broken.status == 1)
    #expect(broken.output.hasPrefix("-:9:15: error[U"))
  }

  @Test func `what cannot be read is exit code 3, and said on standard error`() throws {
    let folder = try Tenants.folder(["empty/readme.txt": ""])
    for arguments in [["check"], ["check", "absent"], ["check", "absent", "--format", "json"]] {
      let result = try run(Repository.program("usher"), arguments, folder: folder.path)
      #expect(result.status == 3)
      #expect(result.errors.contains("there is no such file or folder"))
    }
    #expect(try usher("check", "empty", in: folder).status == 1)
  }

  @Test func `colours are for terminals, and for those who ask`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.brokenFlow])
    #expect(try !usher("check", "a", in: folder).output.contains("\u{1B}"))
    #expect(try usher("check", "a", "--color", "always", in: folder).output.contains("\u{1B}["))
    #expect(try !usher("check", "a", "--color=never", in: folder).output.contains("\u{1B}"))
  }

  @Test func `a full disk and a reader that is gone are no success`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.brokenFlow])
    let full = try usher("check", "a", in: folder, output: .file("/dev/full"))
    #expect(full.status == 3)
    #expect(full.errors.contains("No space left on device"))
    let gone = try usher("check", "a", in: folder, output: .closedPipe)
    #expect(gone.status == 141)
    #expect(gone.errors == "")
  }
}
