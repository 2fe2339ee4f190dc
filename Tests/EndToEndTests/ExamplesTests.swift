import FlowJSON
import Glibc
import TestSupport
import Testing

/// What is in `Examples/` works.
@Suite struct ExamplesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a shell script in the folder, with `usher` to be found.
  private func shell(_ script: String, path: String = "", environment: [String: String?] = [:]) throws -> ProcessResult
  {
    let inherited = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let own: [String: String?] = [
      "PATH": "\(path)\(Repository.programs):\(inherited)", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
      "GIT_COMMITTER_EMAIL": "ada@example.com",
    ]
    return try run(
      "/bin/sh", ["-e", "-c", script], environment: own.merging(environment) { $1 }, folder: folder.path)
  }

  private func writeTenant(_ folder: String = "flows/t") {
    self.folder.write("\(folder)/tenant.yaml", "tenant: t\nattributes:\n  email: { type: email, identifier: true }\n")
    self.folder.write("\(folder)/a.yaml", flow)
    self.folder.write(
      "\(folder)/tests/a.yaml",
      """
      flow: a
      cases:
        - case: whoever tells an address is done
          steps:
            - start:
            - submit: { email: ann@example.com }
              expect: { end: completed }

      """)
  }

  private let flow = """
    flow: a
    lifetime: 5m
    start: ask
    states:
      ask:
        page: Your address
        fields: { email: required }
        then: { submit: done }
      done: { end: completed, result: [email] }

    """
  private var brokenFlow: String { flow.replacing("submit: done", with: "submit: dine") }

  @Test func `a host without a compiler signs someone up from a compiled table`() throws {
    let source = try #require(readFile(Repository.root + "/Examples/Embed/main.swift"))
    #expect(source.count { $0 == UInt8(ascii: "\n") } < 60)
    #expect(!String(decoding: source, as: UTF8.self).contains("import FlowCompiler"))

    #expect(try folder.usher("compile", Flows.nativeAuth, "-o", "native-auth.table").status == 0)
    let host = Repository.program("embed-example")
    let result = try run(host, ["native-auth.table"], folder: folder.path)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    let states = try lines.filter { $0.hasPrefix("{") }.map { try JSON.parse(String($0)).text("state") }
    #expect(states == Array(SignUp.states.dropFirst()))
    #expect(lines.contains { $0.hasPrefix("mail to ada@example.com: Your code is ") })

    folder.write("other", "not a table")
    #expect(try run(host, ["other"], folder: folder.path).status == 1)
    #expect(try run(host, [], folder: folder.path).status == 2)
  }

  @Test func `the hook lets good flows be committed, and no others`() throws {
    let hook = Repository.root + "/Examples/CI/pre-commit"
    #expect(try shell("git init -q && cp \(hook) .git/hooks/ && chmod +x .git/hooks/pre-commit").status == 0)
    func commit(_ script: String) throws -> ProcessResult { try shell("\(script)\ngit commit -q -m change") }

    // A repository without flows is none of its business, nor is a commit that does not touch them.
    #expect(try commit("echo hello > notes && git add notes").status == 0)
    writeTenant()
    #expect(try commit("git add flows").status == 0)

    folder.write("flows/t/a.yaml", brokenFlow)
    #expect(try commit("echo more > notes && git add notes").status == 0)
    let refused = try commit("git add flows")
    #expect(refused.status == 1)
    #expect((refused.output + refused.errors).contains("flows/t/a.yaml:8:21: error[U107]: there is no state `dine`"))

    // What is staged counts, not what lies in the folder.
    folder.write("flows/t/a.yaml", flow)
    #expect(try commit("true").status == 1)
    folder.write("flows/t/a.yaml", flow.replacing("Your address", with: "Your e-mail"))
    #expect(try commit("git add flows").status == 0)
    folder.write("flows/t/a.yaml", brokenFlow)
    folder.write("flows/t/with space.yaml", flow.replacing("flow: a", with: "flow: b"))
    #expect(try commit("git add 'flows/t/with space.yaml'").status == 0)
    #expect(try commit("git checkout -q -- flows && git rm -qr flows").status == 0)
    #expect(try shell("git status --porcelain").output == "")
  }

  @Test func `the workflow's steps mark problems and write a report`() throws {
    let workflow = try #require(readFile(Repository.root + "/Examples/CI/usher-check.yml"))
    let steps = String(decoding: workflow, as: UTF8.self).split(separator: "\n")
      .compactMap { line in line.firstRange(of: "run: ").map { String(line[$0.upperBound...]) } }
    try #require(steps.count == 5)

    // Usher beside the flows, as its checkout puts it; it is built already.
    let stubs =
      "mkdir -p bin usher/.ci usher/.build && printf '#!/bin/sh\\ntest \"$1\" = build\\n' > bin/make && chmod +x bin/make"
    let links =
      "ln -s \(Repository.root)/.ci/setup usher/.ci/setup && ln -s \(Repository.programs) usher/.build/release"
    #expect(try shell("\(stubs) && \(links)").status == 0)
    let environment: [String: String?] = ["GITHUB_PATH": folder.path + "/github-path"]
    #expect(try shell(steps[0], path: folder.path + "/bin:", environment: environment).status == 0)
    let added = try #require(folder.read("github-path")).split(separator: "\n").map { $0 + ":" }.joined()
    #expect(added == folder.path + "/usher/.build/release:")

    // The base of a pull request.
    writeTenant()
    folder.write("flows/t/a.yaml", flow)
    let commit = "git -c user.name=t -c user.email=t@example.com commit --quiet -m flows"
    let base = "git init --quiet --initial-branch=main && git add flows && \(commit) && git remote add origin \"$PWD\""
    #expect(try shell(base).status == 0)
    let compared: [String: String?] = ["GITHUB_BASE_REF": "main"]
    let same = try shell(steps[3], path: added, environment: compared)
    #expect(same.status == 0 && same.output.isEmpty, "\(same)")

    for (text, status) in [(flow, Int32(0)), (brokenFlow, 1)] {
      writeTenant()
      folder.write("flows/t/a.yaml", text)
      let marked = try shell(steps[1], path: added, environment: environment)
      #expect(marked.status == status)
      #expect(marked.output.hasPrefix("::error file=flows/t/a.yaml,line=8,col=21,") == (status == 1))
      let played = try shell(steps[2], path: added, environment: environment)
      #expect(played.status == status, "\(played)")
      // The report is written in either case, and the step that uploads it follows.
      #expect(try shell(steps[4], path: added, environment: environment).status == 0)
      let report = try JSON.parse(folder.read("flows.sarif") ?? "")
      #expect(report.text("version") == "2.1.0")
      #expect(report["runs"]?.array?.first?["results"]?.array?.count == Int(status))
    }
    // A check that could not be done is no report.
    #expect(try shell("rm -r flows\n" + steps[4], path: added, environment: environment).status != 0)
  }
}
