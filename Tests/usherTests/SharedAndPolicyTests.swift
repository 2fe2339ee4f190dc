import FlowJSON
import Glibc
import TestSupport
import Testing

/// Shared sub-flows and policies, as `usher check` shows them.
@Suite struct SharedAndPolicyTests {
  private static func tenant(_ name: String) -> String {
    """
    tenant: \(name)
    uses: ../shared
    attributes:
      email: { type: email, identifier: true }

    """
  }

  private static let flow = """
    flow: sign-up
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then: { submit: prove }
      prove: { call: prove-email, then: { proven: create, refused: failed } }
      create:
        do: account.create
        then: { created: done, exists: { to: failed, error: user_already_exists } }
      done: { end: completed }
      failed: { end: failed }

    """

  private static let shared = """
    sub-flow: prove-email
    start: send
    states:
      send:
        do: code.send
        with: { to: email, channel: email }
        then: { sent: enter, throttled: { to: enter, error: too_many_codes }, undeliverable: refused }
      enter:
        page: Enter the code
        fields: { code: required }
        after: 10m -> refused
        then: { submit: verify, resend: send }
      verify:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter, error: invalid_code }
          expired: { to: enter, error: code_expired }
          exhausted: refused
      proven: { end: proven }
      refused: { end: refused }

    """

  private static let policy = """
    policy: platform
    properties:
      - never: account.create before verified(email)
    bounds:
      codes: { lifetime: at most 10m }

    """

  private static func folder(_ more: KeyValuePairs<String, String> = [:]) throws -> TemporaryFolder {
    let folder = try Tenants.folder([
      "flows/policy.yaml": policy, "flows/shared/prove-email.yaml": shared,
      "flows/a/tenant.yaml": tenant("a"), "flows/a/sign-up.yaml": flow,
      "flows/b/tenant.yaml": tenant("b"), "flows/b/sign-up.yaml": flow,
    ])
    for (name, text) in more { folder.write(name, text) }
    return folder
  }

  @Test func `tenants share sub-flows under a policy, and each file is read once`() throws {
    let folder = try Self.folder()
    let result = try usher("check", in: folder)
    #expect(result.status == 0 && result.output == "No problems in 6 files.\n", "\(result.output)\(result.errors)")
    let proofs = try usher("check", "flows/a", "--proofs", in: folder)
    #expect(proofs.output.contains("as the policy `platform` demands, holds on every path"), "\(proofs.output)")
    // The table has it all, and the shared sub-flow is a part of its content.
    #expect(try usher("compile", "flows/a", "--output", "a.table", in: folder).status == 0)
    let before = folder.read("a.table")
    folder.write("flows/shared/prove-email.yaml", Self.shared.replacing("Enter the code", with: "The code"))
    #expect(try usher("compile", "flows/a", "--output", "a.table", in: folder).status == 0)
    #expect(folder.read("a.table") != before)
  }

  @Test func `a shared sub-flow that nobody calls is no warning, and one that is misspelt is guessed`() throws {
    let spare = Self.shared.replacing("prove-email", with: "spare").replacing("email", with: "fax")
    let folder = try Self.folder(["flows/shared/spare.yaml": spare])
    #expect(try usher("check", "--deny", "warnings", in: folder).status == 0)
    folder.write("flows/b/sign-up.yaml", Self.flow.replacing("prove-email", with: "prove-emial"))
    let slip = try usher("check", "flows/b", in: folder)
    #expect(slip.status == 1 && slip.output.contains("did you mean `prove-email`?"), "\(slip.output)")
  }

  @Test func `what is wrong in a shared file is told once there, and with who uses it`() throws {
    let folder = try Self.folder()
    folder.write("flows/shared/prove-email.yaml", Self.shared.replacing("to: enter,", with: "to: entre,"))
    let short = try usher("check", "--format", "short", in: folder).output
    #expect(short.split(separator: "\n").count { $0.hasPrefix("flows/shared/prove-email.yaml:") } == 3, "\(short)")
    let pretty = try usher("check", in: folder).output
    #expect(
      pretty.contains("the tenant `a` uses it here") && pretty.contains("so it is for 1 more tenant"), "\(pretty)")
    // A tenant that lacks what it needs is named alone.
    let other = try Self.folder(["flows/b/tenant.yaml": Self.tenant("b").replacing("email:", with: "mail:")])
    let lacks = try usher("check", in: other).output
    #expect(lacks.contains("the tenant `b` uses it here") && !lacks.contains("the tenant `a`"), "\(lacks)")
  }

  @Test(arguments: ["../nowhere", "..", ".", "/etc", "../a", "../empty", "../../outside", "../link"])
  func `a folder that cannot be used is refused where it is named`(_ path: String) throws {
    let folder = try Self.folder(["outside/x.yaml": Self.shared, "flows/empty/readme.md": "nothing"])
    try folder.link("flows/link", to: "../outside")
    folder.write("flows/b/tenant.yaml", Self.tenant("b").replacing("../shared", with: path))
    let result = try usher("check", "flows/b", "--format", "short", in: folder)
    #expect(result.status == 1 && result.output.contains("flows/b/tenant.yaml:2:7: error[U180]"), "\(result.output)")
  }

  @Test func `a file of a shared folder that is a link out of it is refused`() throws {
    let folder = try Self.folder(["outside/x.yaml": Self.shared.replacing("prove-email", with: "x")])
    try folder.link("flows/shared/x.yaml", to: "../../outside/x.yaml")
    let result = try usher("check", "flows/b", "--format", "short", in: folder)
    #expect(result.status == 1 && result.output.contains("[U180]"), "\(result.output)")
    // Within one repository it is as good as any other.
    folder.write(".git/HEAD", "")
    #expect(try usher("check", "flows/b", in: folder).status == 0)
  }

  @Test func `sub-flows that call each other are refused over folders, too`() throws {
    let folder = try Self.folder()
    folder.write(
      "flows/shared/prove-email.yaml",
      Self.shared.replacing(
        "  refused: { end: refused }",
        with: """
            refused: { end: refused }
            again: { call: prove-email, then: { proven: proven, refused: refused } }
          """
      ).replacing("exhausted: refused", with: "exhausted: again"))
    let result = try usher("check", "flows/a", "--format", "short", in: folder)
    #expect(result.status == 1 && result.output.contains("error[U119]"), "\(result.output)")
  }

  @Test func `a violation names the line of the tenant and that of the policy`() throws {
    let folder = try Self.folder()
    folder.write(
      "flows/b/sign-up.yaml",
      Self.flow.replacing("submit: prove", with: "submit: create")
        .replacing("start: ident", with: "reveals: [account-existence]\nstart: ident")
        .replacing("do: account.create", with: "do: account.create\n    with: { status: pending }")
        .replacing("end: completed", with: "end: registered"))
    folder.write("flows/b/tenant.yaml", Self.tenant("b") + "codes: { lifetime: 15m }\n")
    let result = try usher("check", "--format", "json", in: folder)
    let problems = try JSON.parse(result.output)["diagnostics"]?.array ?? []
    func problem(_ code: String) -> JSON? { problems.first { $0["code"]?.string == code } }
    #expect(result.status == 1)
    for (code, path, line, demanded) in [
      ("U190", "flows/b/sign-up.yaml", 11, 3), ("U192", "flows/b/tenant.yaml", 5, 5),
    ] {
      let found = problem(code)
      #expect(found?["path"]?.string == path, "\(result.output)")
      #expect(found?["range"]?["line"]?.int == Int64(line), "\(result.output)")
      let label = found?["labels"]?.array?.first { $0["path"]?.string == "flows/policy.yaml" }
      #expect(label?["range"]?["line"]?.int == Int64(demanded), "\(result.output)")
    }
    // Below another policy as well: each has to hold.
    folder.write("policy.yaml", "policy: firm\nbounds: { flows: { lifetime: at most 10m } }\n")
    let both = try usher("check", "flows/a", "--format", "short", in: folder)
    #expect(both.status == 1 && both.output.contains("`lifetime` of the flow `sign-up` is `30m`"))
    // What stands above the repository is somebody else's, unless it is asked for.
    folder.write("flows/.git/HEAD", "")
    #expect(try usher("check", "flows/a", in: folder).status == 0)
    #expect(try usher("check", ".", in: folder).status == 1)
  }

  @Test(arguments: ["own repository", "link to the tenant", "link to its folder", "a tenant's own file beside it"])
  func `a tenant gets from under no policy by where it lies`(_ trick: String) throws {
    let folder = try Self.folder(["flows/policy.yaml": Self.policy.replacing("at most 10m", with: "at most 1m")])
    folder.write("elsewhere/shared/prove-email.yaml", Self.shared)
    folder.write("elsewhere/c/tenant.yaml", Self.tenant("c"))
    folder.write("elsewhere/c/sign-up.yaml", Self.flow)
    var path = "flows/a"
    switch trick {
    case "own repository":
      folder.write("flows/a/.git", "gitdir: ../../elsewhere\n")
      folder.write("flows/a/prove-email.yaml", Self.shared)
      folder.write("flows/a/tenant.yaml", Self.tenant("a").replacing("uses: ../shared\n", with: ""))
    case "link to the tenant":
      try folder.link("flows/c", to: "../elsewhere/c")
      path = "flows/c"
    case "link to its folder":
      try folder.link("flows/group", to: "../elsewhere")
      path = "flows/group/c"
    default: folder.write("flows/tenant.yaml", Self.tenant("flows").replacing("uses: ../shared\n", with: ""))
    }
    let result = try usher("check", path, "--format", "short", in: folder)
    #expect(result.status == 1 && result.output.contains("[U192]"), "\(result)")
  }

  @Test(arguments: ["dangling link", "pipe", "policy.yml"])
  func `a policy that cannot be read is not left out`(_ kind: String) throws {
    let folder = try Self.folder()
    let path = folder.path + "/flows/policy.yaml"
    #expect(unlink(path) == 0)
    switch kind {
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "policy.yml": folder.write("flows/policy.yml", Self.policy)
    default: try folder.link("flows/policy.yaml", to: "nowhere")
    }
    let result = try usher("check", "flows/a", in: folder)
    #expect(result.status == 3 && result.errors.contains("policy.y"), "\(result)")
    let compiled = try usher("compile", "flows/a", "--output", "a.table", in: folder)
    #expect(compiled.status == 3 && folder.read("a.table") == nil, "\(compiled)")
  }

  @Test func `formatting writes to nothing but what is named`() throws {
    let folder = try Self.folder(["flows/policy.yaml": "policy:   platform\n"])
    folder.write("flows/shared/prove-email.yaml", Self.shared.replacing("start: send", with: "start:   send"))
    let result = try run(Repository.program("usher"), ["fmt", "."], folder: folder.path + "/flows/a")
    #expect(result.status == 0 && folder.read("flows/policy.yaml") == "policy:   platform\n", "\(result)")
    #expect(folder.read("flows/shared/prove-email.yaml")?.contains("start:   send") == true)
  }

  @Test func `a policy with problems lets nobody through`() throws {
    let folder = try Self.folder(["flows/policy.yaml": Self.policy.replacing("account.create", with: "account.creat")])
    let result = try usher("check", "flows/a", "--format", "short", in: folder)
    #expect(result.status == 1 && result.output.hasPrefix("flows/policy.yaml:3:12: error[U140]"), "\(result.output)")
    #expect(try usher("compile", "flows/a", "--output", "a.table", in: folder).status == 1)
    folder.write("flows/policy.yaml", "polcy: platform\n")
    let slip = try usher("check", "flows", "--format", "short", in: folder)
    #expect(slip.status == 1 && slip.output.contains("did you mean") || slip.output.contains("U101"), "\(slip.output)")
  }

  @Test func `policies and shared files have one form, and a schema`() throws {
    let folder = try Self.folder(["flows/policy.yaml": "policy:   platform\nrefuse: [ reveals ]\n"])
    folder.write("flows/shared/prove-email.yaml", Self.shared.replacing("start: send", with: "start:   send"))
    #expect(try usher("fmt", "flows", "--check", in: folder).status == 1)
    #expect(try usher("fmt", "flows/policy.yaml", in: folder).output == "flows/policy.yaml\n")
    #expect(try usher("fmt", "flows/shared", in: folder).output == "flows/shared/prove-email.yaml\n")
    #expect(folder.read("flows/policy.yaml") == "policy: platform\nrefuse: [reveals]\n")
    #expect(try usher("fmt", "flows", "--check", in: folder).status == 0)
    let schema = try JSON.parse(try usher("schema", "policy", in: folder).output)
    #expect(schema["$defs"]?["policy"]?["required"]?.array?.first?.string == "policy")
  }
}
