import FlowModel
import TestSupport
import Testing

@Suite struct VerbTests {
  @Test func `a compiled table says its hash and can be read`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow])
    let result = try usher("compile", "a", "-o", "out.table", in: folder)
    #expect(result.status == 0)
    let table = try TableFile.read(readFile(folder.path + "/out.table") ?? [])
    #expect(result.output == "\(table.hash)  out.table\n")
    #expect(table.table.flows.map(\.name) == ["sign-up"])
    #expect(try usher("compile", "a", "-o", "again.table", in: folder).output.hasPrefix("\(table.hash) "))
  }

  @Test func `errors leave the table that was there as it was`() throws {
    let folder = try Tenants.folder([
      "a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.brokenFlow, "out.table": "before",
    ])
    let result = try usher("compile", "a", "-o", "out.table", in: folder)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("error[U"))
    #expect(folder.read("out.table") == "before")
  }

  @Test func `a table that cannot be written is exit code 3, and leaves nothing behind`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow])
    #expect(try usher("compile", "a", "-o", "absent/out.table", in: folder).status == 3)
    #expect(try usher("compile", "a", "-o", "/dev/full", in: folder).status == 3)
    #expect(try usher("compile", "a", "-o", "a", in: folder).status == 3)
    #expect(try run("/bin/ls", ["-A"], folder: folder.path).output == "a\n")
    #expect(try run("/bin/ls", ["-A", "a"], folder: folder.path).output == "sign-up.yaml\ntenant.yaml\n")
  }

  @Test func `a folder of several tenants is not one table`() throws {
    let folder = try Tenants.folder([
      "flows/a/tenant.yaml": Tenants.tenant, "flows/a/sign-up.yaml": Tenants.flow,
      "flows/b/tenant.yaml": Tenants.tenant.replacing("contoso", with: "fabrikam"),
      "flows/b/sign-up.yaml": Tenants.flow,
    ])
    let result = try usher("compile", "flows", "-o", "out.table", in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("`flows/a`, `flows/b`"))
  }

  @Test func `a path that is not there is exit code 3 for each verb, and said once`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow])
    for arguments in [
      ["check", "absent"], ["check", "a", "absent"], ["run", "absent"], ["run", "absent", "sign-up", "--json"],
      ["serve", "absent", "--storage", "memory", "--outbox", "m"],
      ["serve", "a", "absent", "--storage", "memory", "--outbox", "m"], ["graph", "absent"],
      ["compile", "absent", "-o", "x.table"],
    ] {
      let result = try run(Repository.program("usher"), arguments, folder: folder.path)
      #expect(result.status == 3 && result.output == "", "\(arguments)")
      #expect(result.errors == "usher \(arguments[0]): `absent`: there is no such file or folder\n")
    }
  }

  @Test func `who runs a flow is told of warnings in one line`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.doubtfulFlow])
    let result = try usher("run", "a", "sign-up", "--json", "--storage", "memory", in: folder)
    #expect(result.status == 0 && result.errors == "1 warning; `usher check a` shows it\n")
    let token = try usher("run", "a", "--json", "--storage", "memory", "--resume", "abc", in: folder)
    #expect(token.output.contains("This is no continuation token."))
  }

  @Test func `a picture shows what conditions say`() throws {
    let flow =
      Tenants.flow.replacing("submit: done", with: "submit: which")
      + "  which:\n    choose:\n      - { when: attributes.email.endsWith('.org'), to: done }\n      - { to: done }\n"
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": flow])
    let picture = try usher("graph", "a", "--format", "dot", in: folder).output
    #expect(picture.contains("if attributes.email.endsWith('.org')"))
  }

  @Test func `a flow is drawn in each format`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow])
    #expect(try usher("graph", "a", in: folder).output.hasPrefix("flowchart TD\n"))
    #expect(try usher("graph", "a", "sign-up", "--format", "dot", in: folder).output.hasPrefix("digraph "))
    #expect(try usher("graph", "a/sign-up.yaml", "--format", "svg", in: folder).output.hasSuffix("</svg>\n"))
    #expect(try usher("graph", "a", "--format=svg", "-o", "a.svg", in: folder).output == "")
    #expect(folder.read("a.svg")?.hasSuffix("</svg>\n") == true)
    let unknown = try usher("graph", "a", "sign-pu", in: folder)
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean `sign-up`?"))
  }

  @Test func `every code has a page, and pages are shown in any case`() throws {
    let list = try usher("explain").output
    let codes = list.split(separator: "\n").map { String($0.prefix(4)) }
    #expect(codes.count > 40)
    let page = try usher("explain", codes[0].lowercased()).output
    #expect(page.contains("[\(codes[0])]: "))
    let all = try usher("explain", "all").output
    for code in codes { #expect(all.contains("[\(code)]: ")) }
    // The examples stand as they are, indented by four.
    let text = all.split(separator: "\n").filter { !["    ", "  - ", "  + "].contains($0.prefix(4)) }
    #expect(text.allSatisfy { $0.count <= 80 })
  }

  @Test func `a new tenant checks clean, is drawn, compiled and run, and is never overwritten`() throws {
    let folder = try TemporaryFolder()
    let made = try usher("new", "my-app", in: folder)
    #expect(made.status == 0)
    #expect(made.output.contains("usher run my-app sign-up"))
    let check = try usher("check", "my-app", "--deny", "warnings", in: folder)
    #expect(check.status == 0, "\(check.output)")
    #expect(try usher("graph", "my-app", "--format", "svg", in: folder).status == 0)
    #expect(try usher("compile", "my-app", "-o", "t", in: folder).status == 0)
    let event = #"{"event":"submit","input":{"email":"ada@example.com"}}"#
    let replies = try usher(
      "run", "my-app", "sign-up", "--json", "--storage", "memory", input: event + "\n", in: folder)
    #expect(replies.output.contains(#""state":"enter-code""#))
    let again = try usher("new", "my-app", in: folder)
    #expect(again.status == 3)
    #expect(again.errors.contains("not empty"))
    #expect(try usher("new", "absent/app", in: folder).status == 3)
  }
}
