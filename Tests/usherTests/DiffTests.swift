import FlowJSON
import TestSupport
import Testing

/// `usher diff`: exit codes, formats, tables and revisions. What is found is FlowDiffTests' matter.
@Suite struct DiffTests {
  private static func versions(_ flow: String) throws -> TemporaryFolder {
    try Tenants.folder([
      "old/tenant.yaml": Tenants.tenant, "old/sign-up.yaml": Tenants.flow, "new/tenant.yaml": Tenants.tenant,
      "new/sign-up.yaml": flow,
    ])
  }

  private static let extended = Tenants.flow.replacing("page: Your address", with: "page: Where do we write to?")
  private static let lost = Tenants.flow.replacing("result: [email]", with: "result: []")
    .replacing(", result: []", with: "")

  @Test func `the exit code is the verdict`() throws {
    let same = try usher("diff", "old", "new", in: Self.versions(Tenants.flow.replacing("done", with: "finished")))
    #expect(
      same.status == 0 && same.output.hasSuffix("From old to new: same.\n") && same.errors.isEmpty, "\(same.output)")
    #expect(same.output.contains("flow `sign-up`, end `done`: is called `finished` now"))
    let folder = try Self.versions(Self.extended)
    let more = try usher("diff", "old", "new", in: folder)
    #expect(more.status == 5 && more.output.contains("is headed `Where do we write to?`, and was `Your address`"))
    #expect(try usher("diff", "old", "new", "--accept", "extended", in: folder).status == 0)
    let less = try usher("diff", "old", "new", "--accept", "extended", in: Self.versions(Self.lost))
    #expect(less.status == 1 && less.output.contains("end `done`: does not give `email` any more"))
    #expect(less.output.contains("--> new/sign-up.yaml:10:3") && less.output.hasSuffix("a promise is lost.\n"))
  }

  @Test func `what is no version is told, and nothing is compared`() throws {
    let folder = try Self.versions(Tenants.brokenFlow)
    let broken = try usher("diff", "old", "new", in: folder)
    #expect(broken.status == 3 && broken.output.isEmpty, "\(broken.output)")
    #expect(broken.errors.contains("error[U107]") && broken.errors.contains("`new` has errors"))
    #expect(try usher("diff", "old", "nowhere", in: folder).status == 3)
    #expect(try usher("diff", "old", in: folder).status == 2)
    #expect(try usher("diff", "old", "new", "--format", "html", in: folder).status == 2)
    folder.write("noise", "USHERFT\nno table")
    let noise = try usher("diff", "old", "noise", in: folder)
    #expect(noise.status == 3 && noise.output.isEmpty, "\(noise.errors)")
  }

  @Test func `a picture shows what is new, another, and gone`() throws {
    let changed = """
      flow: sign-up
      lifetime: 30m
      start: identify
      states:
        identify:
          page: Your address
          fields: { email: required }
          then:
            submit: thanks
            leave: gone
        thanks:
          page: Thanks
          then: { submit: done }
        gone: { end: failed }
        done: { end: completed, result: [email] }

      """
    let folder = try Self.versions(changed)
    let picture = try usher("graph", "--diff", "old", "new", in: folder)
    #expect(picture.status == 0, "\(picture.errors)")
    let lines = picture.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    // What led to the end leads there no more.
    #expect(lines.contains("class s2,s3 is-added") && lines.contains("class s1 is-changed"), "\(picture.output)")
    #expect(lines.contains("s1 -->|\"submit\"| s2") && lines.contains("s1 -->|\"submit\"| s4"))
    #expect(lines.contains { $0.hasPrefix("linkStyle 4 ") && $0.hasSuffix("stroke-dasharray:6 4") })
    #expect(!picture.output.contains("is-gone") && !picture.output.contains("is-lost"))

    let back = try usher("graph", "--diff", "new", "old", "sign-up", "--format", "dot", in: folder)
    #expect(
      back.output.split(separator: "\n").count { $0.contains("dashed") } == 5)
    #expect(back.output.contains("Thanks"), "what is gone is shown")
    let same = try usher("graph", "--diff", "old", "old", in: folder)
    #expect(same.output == (try usher("graph", "old", in: folder).output))
    #expect(try usher("compile", "old", "-o", "old.table", in: folder).status == 0)
    #expect(try usher("graph", "--diff", "old.table", "new", in: folder).output == picture.output)
    for (words, status) in [
      (["--diff", "old", "new", "absent"], Int32(2)), (["--diff", "old", "new", "--coverage"], 2),
      (["--diff", "nowhere", "new"], 3),
    ] {
      let refused = try run(Repository.program("usher"), ["graph"] + words, folder: folder.path)
      #expect(refused.status == status && refused.output.isEmpty, "\(words)")
    }
  }

  @Test func `tables are versions, too`() throws {
    let folder = try Self.versions(Self.lost)
    for name in ["old", "new"] {
      #expect(try usher("compile", name, "-o", name + ".table", in: folder).status == 0)
    }
    let result = try usher("diff", "old.table", "new.table", "--format", "json", in: folder)
    let report = try JSON.parse(result.output)
    #expect(result.status == 1 && report["verdict"]?.string == "lost" && report["notes"]?.array?.isEmpty == false)
  }

  @Test func `a folder at a revision of Git is a version, named as it was asked for`() throws {
    let folder = try Self.versions(Self.lost)
    func git(_ arguments: String...) throws {
      let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
      let result = try run("/usr/bin/git", identity + arguments, folder: folder.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    try git("init", "--quiet", "--initial-branch=main")
    try git("add", "old")
    try git("commit", "--quiet", "-m", "flows")
    folder.write("old/sign-up.yaml", Self.lost)
    let result = try usher("diff", "main:old", "old", in: folder)
    #expect(result.status == 1 && result.output.contains("does not give `email` any more"), "\(result.output)")
    #expect(result.output.hasSuffix("From main:old to old: a promise is lost.\n"))
    let back = try usher("diff", "old", "main:old", in: folder)
    #expect(back.status == 5 && back.output.contains("--> main:old/sign-up.yaml:10:3"), "\(back.output)")
    let missing = try usher("diff", "main:nothing", "old", in: folder)
    #expect(missing.status == 3 && missing.errors.contains("git knows no folder `main:nothing`"), "\(missing.errors)")
    let hostile = try usher("diff", "main:old;touch gone", "old", in: folder)
    #expect(hostile.status == 3 && folder.read("gone") == nil)
  }

  @Test func `an attack that is possible now is written, and succeeds on the new version alone`() throws {
    let pages = Repository.root + "/Sources/FlowCompiler/Explanations/Pages/U801/"
    let folder = try TemporaryFolder()
    let result = try usher("diff", pages + "fixed", pages + "broken", "--attacks", "found", in: folder)
    #expect(result.status == 1 && result.output.contains("it succeeds on the new version, and fails on the old one"))
    let name = try #require(names(folder.path + "/found").first)
    #expect(try usher("run", pages + "broken", "--replay", "found/" + name, in: folder).status == 0)
    #expect(try usher("run", pages + "fixed", "--replay", "found/" + name, in: folder).status == 1)
  }
}
