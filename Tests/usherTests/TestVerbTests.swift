import FlowJSON
import TestSupport
import Testing

/// `usher test`: options, what goes where, and exit codes. What reports say is FlowCasesTests' matter.
@Suite struct TestVerbTests {
  private static let cases = """
    flow: sign-up
    cases:
      - case: an address is all it takes
        steps:
          - start: { email: ann@example.com }
            expect: { end: completed, result: { email: ann@example.com } }

    """

  private static func tenant(_ cases: String = cases) throws -> TemporaryFolder {
    let folder = try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": Tenants.flow])
    folder.write("t/tests/sign-up.yaml", cases)
    return folder
  }

  @Test func `cases that pass are clean, and one that fails is a problem at its line`() throws {
    let passed = try usher("test", "t", in: Self.tenant())
    #expect(passed.status == 0 && passed.output.hasPrefix("1 case passed in ") && passed.errors.isEmpty)
    let failing = Self.cases.replacing("end: completed", with: "end: completed, grants: sign-in")
    let failed = try usher("test", "t", in: Self.tenant(failing))
    #expect(failed.status == 1 && failed.output.contains("--> t/tests/sign-up.yaml:6:35"), "\(failed.output)")
    #expect(
      failed.output.contains("grants: expected `sign-in`") && failed.output.contains("1 case: 0 passed, 1 failed"))
  }

  @Test func `misspelt names are problems of the file, before anything is played`() throws {
    let wrong = Self.cases.replacing("end: completed", with: "end: complete")
    let folder = try Self.tenant(wrong)
    let result = try usher("test", "t", in: folder)
    #expect(result.status == 1 && result.output.contains("error[U170]: there is no end `complete`"), "\(result.output)")
    #expect(result.output.contains("did you mean `completed`?") && !result.output.contains("passed"))
    #expect(try usher("check", "t", in: folder).status == 1)
    // A broken case keeps no flow from being run or compiled.
    #expect(try usher("compile", "t", "-o", "t.table", in: folder).status == 0)
  }

  @Test func `cases are no part of a table`() throws {
    let folder = try Self.tenant()
    #expect(try usher("compile", "t", "-o", "with.table", in: folder).status == 0)
    let without = try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": Tenants.flow])
    #expect(try usher("compile", "t", "-o", "without.table", in: without).status == 0)
    #expect(folder.read("with.table") == without.read("without.table") && folder.read("with.table") != nil)
  }

  @Test func `formats go to standard output as they are`() throws {
    let folder = try Self.tenant()
    let json = try usher("test", "t", "--format", "json", "--coverage", in: folder)
    let report = try JSON.parse(json.output)
    #expect(report["summary"]?["passed"]?.int == 1 && report["coverage"]?["percent"] != nil)
    #expect(try usher("test", "t", "--format", "tap", in: folder).output.hasPrefix("TAP version 14\n1..1\nok 1 - "))
    #expect(try usher("test", "t", "--format", "junit", in: folder).output.hasPrefix("<?xml version=\"1.0\""))
    let failing = try Self.tenant(Self.cases.replacing("end: completed", with: "state: identify"))
    let marked = try usher("test", "t", "--format", "github", in: failing)
    #expect(
      marked.status == 1 && marked.output.hasPrefix("::error file=t/tests/sign-up.yaml,line=6,"), "\(marked.output)")
    let unknown = try usher("test", "t", "--format", "xml", in: folder)
    #expect(unknown.status == 2 && unknown.errors.contains("pretty, json, github, junit, tap"))
  }

  @Test func `errors in files are told in each format, and as a failure of what reads it`() throws {
    let folder = try Self.tenant(Self.cases.replacing("end: completed", with: "end: complete"))
    let json = try usher("test", "t", "--format", "json", in: folder)
    let report = try JSON.parse(json.output)
    #expect(json.status == 1 && report["cases"]?.array?.isEmpty == true && report["summary"]?["errors"]?.int == 1)
    #expect(report["diagnostics"]?.array?.first?["code"]?.string == "U170")
    let tap = try usher("test", "t", "--format", "tap", in: folder)
    #expect(tap.status == 1 && tap.output.hasPrefix("TAP version 14\n# t/tests/sign-up.yaml:6:24: error[U170]"))
    #expect(tap.output.hasSuffix("Bail out! No case was played: 1 error\n"), "\(tap.output)")
    let junit = try usher("test", "t", "--format", "junit", in: folder)
    #expect(junit.status == 1 && junit.output.contains("<testsuites tests=\"1\" errors=\"1\">"), "\(junit.output)")
    #expect(junit.output.contains("<error type=\"U170\" message=\"there is no end `complete`\">"), "\(junit.output)")
    #expect(json.errors.isEmpty && tap.errors.isEmpty && junit.errors.isEmpty)
  }

  @Test func `too little coverage is told in each format`() throws {
    let flow = Tenants.flow.replacing(
      "submit: done", with: "submit: done\n      other: { to: done, fields: { email: required } }")
    let folder = try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": flow])
    folder.write("t/tests/sign-up.yaml", Self.cases)
    func told(_ format: String) throws -> String {
      let result = try usher("test", "t", "--least", "60", "--format", format, in: folder)
      #expect(result.status == 1)
      return result.output
    }
    let sentence = "50 % of what runs can take was taken, and 60 % is asked for"
    let summary = try JSON.parse(told("json"))["summary"]
    #expect(summary?["least"] == .double(60) && summary?["taken"] == .double(50) && summary?["failed"]?.int == 0)
    #expect(try told("tap").hasSuffix("not ok 2 - coverage\n  ---\n  message: \"\(sentence)\"\n  ...\n"))
    #expect(try told("tap").contains("\n1..2\n"))
    #expect(try told("junit").contains("<failure message=\"\(sentence)\"/>"))
    #expect(try told("junit").contains("<testsuites tests=\"2\" failures=\"1\">"))
    #expect(try told("github").contains("::error title=coverage::\(sentence)\n"))
  }

  @Test func `a file of cases owes nothing to the flows that it does not test`() throws {
    let other = Tenants.flow.replacing("flow: sign-up", with: "flow: another")
    let folder = try Tenants.folder([
      "t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": Tenants.flow, "t/another.yaml": other,
    ])
    folder.write("t/tests/sign-up.yaml", Self.cases)
    #expect(try usher("test", "t", "--least", "100", in: folder).status == 1)
    #expect(try usher("test", "t/tests/sign-up.yaml", "--least", "100", in: folder).status == 0)
    #expect(try usher("test", "t", "--case", "sign-up", "--least", "100", in: folder).status == 0)
  }

  @Test func `too little coverage is a problem, and is written where it is asked for`() throws {
    let flow = Tenants.flow.replacing(
      "submit: done", with: "submit: done\n      other: { to: done, fields: { email: required } }")
    let folder = try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": flow])
    folder.write("t/tests/sign-up.yaml", Self.cases)
    let told = try usher("test", "t", "--coverage", in: folder)
    #expect(
      told.status == 0 && told.output.contains("t/sign-up.yaml:10:20: not taken: identify, event other"),
      "\(told.output)")
    #expect(told.output.contains("50 % of what runs can take: 1 of 2"))
    #expect(try usher("test", "t", "--least", "50", in: folder).status == 0)
    let little = try usher("test", "t", "--least", "50.01", "--coverage-file", "coverage.json", in: folder)
    #expect(little.status == 1)
    #expect(little.errors == "usher test: 50 % of what runs can take was taken, and 50.01 % is asked for\n")
    let written = try JSON.parse(try #require(folder.read("coverage.json")))
    #expect(written["taken"]?.int == 1 && written["missing"]?.int == 1)
    for wrong in ["101", "-1", "x", "1.234", ""] {
      #expect(try usher("test", "t", "--least", wrong, in: folder).status == 2, "\(wrong)")
    }
    let picture = try usher("graph", "t", "--coverage", in: folder)
    #expect(picture.output.contains("linkStyle 1 stroke:#1f8a4c") && picture.output.contains("stroke-width:3px"))
  }

  @Test func `where there is nothing to play it says so`() throws {
    let none = try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/sign-up.yaml": Tenants.flow])
    let result = try usher("test", "t", in: none)
    #expect(result.status == 3 && result.errors.contains("there is no case here"), "\(result.errors)")
    let folder = try Self.tenant()
    #expect(try usher("test", "t", "--case", "nowhere", in: folder).status == 2)
    #expect(try usher("test", "elsewhere", in: folder).status == 3)
    #expect(try usher("test", "t", "--case", "ALL IT", in: folder).status == 0)
  }

  @Test func `a walk wants one case`() throws {
    let two = Self.cases + "  - case: another\n    steps: [{ start: }]\n"
    let folder = try Self.tenant(two)
    let result = try usher("test", "t", "--step", in: folder)
    #expect(result.status == 2 && result.errors.contains("walks through one case, and here are 2"))
    let walk = try usher("test", "t", "--step", "--case", "all it", input: "\n", in: folder)
    #expect(walk.status == 0 && walk.output.contains("1 of 1  start sign-up -submit-> done"), "\(walk.output)")
    #expect(walk.output.contains("All of it is as expected."))
  }

  @Test func `a new tenant has cases that pass`() throws {
    let folder = try TemporaryFolder()
    #expect(try usher("new", "club", in: folder).output.contains("Test it:   usher test club"))
    let result = try usher("test", "club", in: folder)
    #expect(result.status == 0 && result.output.hasPrefix("5 cases passed"), "\(result.output)")
    #expect(try usher("check", "club", "--deny", "warnings", in: folder).status == 0)
  }
}
