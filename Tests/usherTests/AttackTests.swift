import FlowJSON
import TestSupport
import Testing

/// Findings that come true: what `check --attacks` writes and `run --replay` performs.
@Suite struct AttackTests {
  static let broken = "Tests/FlowCompilerTests/Fixtures/broken"

  /// Broken tenants whose rules prove something of paths.
  static let fixtures: [String] = {
    let names = (try? run("/bin/ls", [broken], folder: Repository.root).output) ?? ""
    return names.split(separator: "\n").map(String.init).filter { ("401"..."999").contains($0.prefix(3)) }
  }()

  /// Findings that no run of the search's small world shows, and why.
  static let unseen: [String: Set<String>] = [
    // Nobody has invited the attacker.
    "401-mail-in-the-tenants-name": ["join.yaml:24"],
    // The number in the attacker's own account would have to be another's already.
    "402-proven-and-then-read": ["move.yaml:51"],
    // Nothing happens here to anybody but those who believe what applications are told.
    "404-custom-data-that-nobody-proved": ["about-me.yaml:29", "join.yaml:12"],
    // What functions keep is not seen there.
    "412-answers-of-a-stranger": ["sign-up.yaml:15"],
    // After ten runs no more codes go to the address, and the runs go another way.
    "501-a-typed-value-decides": ["enter.yaml:18", "enter.yaml:25", "enter.yaml:36"],
    // It takes a fresh name for each guess; a client that is asked before a code leaves; an address that nobody has with a
    // name that somebody has, which comes after too many others; a password that holds a name that the flow assigns.
    "801-who-has-an-account": [
      "by-two-counts.yaml:12", "by-held-code.yaml:13", "by-further-identifier.yaml:31", "by-policy.yaml:12",
    ],
    // A link that lets in is void once its account is disabled, and confirms one that was not confirmed.
    "901-lock-out-is-not-asked": ["reset.yaml:59"],
    // A link that was used binds nobody, so that the open gate leads to a step that is refused.
    "902-CVE-2026-37982-a-link-used-again": ["enrol.yaml:16"],
  ]

  @Test(arguments: fixtures) func `every attack that a check shows comes true`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let tenant = "\(Repository.root)/\(Self.broken)/\(name)"
    let check = try usher("check", tenant, "--attacks", "attacks", "--format", "json", in: folder)
    let shown = try JSON.parse(check.output)["diagnostics"]?.array?.count { problem in
      let attack = problem["counterexample"]?["attack"]?.string
      return attack != nil && attack != ""
    }
    if shown == 0 { return #expect(check.errors == "usher check: there is no attack to write\n") }
    let notes = check.errors.split(separator: "\n").map(String.init)
    #expect(notes.count == shown, "\(check.errors)")
    for note in notes {
      guard let script = note.split(separator: " --replay ").last, note.contains(" --replay ") else {
        let isExcused =
          note.contains("has other problems") || Self.unseen[name]?.contains { note.contains("/\($0) ") } == true
        #expect(isExcused, "\(note)")
        continue
      }
      let replay = try usher("run", tenant, "--replay", String(script), in: folder)
      #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
      #expect(replay.output.hasSuffix("The attack succeeded.\n"))
    }
  }

  static let flow = """
    flow: reset
    reveals: [account-existence]
    lifetime: 30m
    start: who
    states:
      who:
        page: Who are you?
        fields: { email: required }
        then: { submit: find }
      find:
        do: account.find
        then: { found: choose-password, missing: failed }
      choose-password:
        page: Choose a password
        fields: { password: required }
        then: { submit: set-password }
      set-password:
        do: password.set
        then:
          set: done
          too_short: choose-password
          too_long: choose-password
          too_weak: choose-password
          banned: choose-password
          recently_used: choose-password
      done: { end: completed }
      failed: { end: failed }

    """

  /// The same with a proof before the password.
  static let fixed = flow.replacing("found: choose-password", with: "found: send")
    .replacing(
      "  choose-password:\n    page",
      with: """
          send:
            do: code.send
            with: { to: email }
            then: { sent: enter, throttled: failed, undeliverable: failed }
          enter:
            page: Enter the code
            fields: { code: required }
            then: { submit: verify }
          verify:
            do: code.verify
            then: { valid: choose-password, invalid: enter, expired: failed, exhausted: failed }
          choose-password:
            page
        """)

  private func folder(_ flow: String) throws -> TemporaryFolder {
    try Tenants.folder(["t/tenant.yaml": Tenants.tenant, "t/reset.yaml": flow])
  }

  @Test func `an attack reads as a story, and tells what came of it`() throws {
    let folder = try folder(Self.flow)
    let check = try usher("check", "t", "--attacks", "found", in: folder)
    #expect(check.status == 1)
    #expect(check.errors == "usher check: U401: perform it with: usher run t --replay found/U401-reset.jsonl\n")
    expectSnapshot(check.output, at: "Tests/usherTests/Goldens/attack.check")
    expectSnapshot(folder.read("found/U401-reset.jsonl") ?? "", at: "Tests/usherTests/Goldens/attack.jsonl")
    let replay = try usher("run", "t", "--replay", "found/U401-reset.jsonl", in: folder)
    #expect(replay.status == 0 && replay.errors == "")
    expectSnapshot(replay.output, at: "Tests/usherTests/Goldens/attack.replay")
    let listing = try run("/bin/ls", ["-A"], folder: folder.path).output
    #expect(listing == "found\nt\n", "nothing rests of a replay")
  }

  @Test func `on a fixed flow the same attack does not succeed`() throws {
    let folder = try folder(Self.flow)
    try usher("check", "t", "--attacks", "found", in: folder)
    folder.write("t/reset.yaml", Self.fixed)
    #expect(try usher("check", "t", in: folder).status == 0)
    let replay = try usher("run", "t", "--replay", "found/U401-reset.jsonl", in: folder)
    #expect(replay.status == 1)
    #expect(replay.output.contains("the run is at enter, and not at choose-password"))
    #expect(replay.output.contains("The attack did not succeed"))
  }

  @Test func `without a finding there is nothing to write`() throws {
    let folder = try folder(Self.fixed)
    let check = try usher("check", "t", "--attacks", "found", in: folder)
    #expect(check.status == 0)
    #expect(check.errors == "usher check: there is no attack to write\n")
    #expect(try run("/bin/ls", ["-A"], folder: folder.path).output == "t\n")
  }

  @Test func `what is no attack is refused, and what would store a waived flow cannot be asked for`() throws {
    let folder = try folder(Self.flow)
    try usher("check", "t", "--attacks", "found", in: folder)
    let script = folder.read("found/U401-reset.jsonl") ?? ""
    func replay(_ text: String) throws -> ProcessResult {
      folder.write("a.jsonl", text)
      return try usher("run", "t", "--replay", "a.jsonl", in: folder)
    }
    for (text, said) in [
      ("", "line 1: the file is empty"), ("{}\n", "line 1: this is no attack"),
      ("nonsense\n", "line 1: this is no JSON"),
      (script.replacing("\"usher-attack\":1", with: "\"usher-attack\":2"), "this is version 2"),
      (script.replacing("U401", with: "U101"), "no rule that can be waived"),
      (script.replacing("\"flow\":\"reset\"", with: "\"flow\":\"other\""), "has no flow `other`"),
      (script + "{\"event\":\"submit\"}\n", "a line has `start`, `event` or `wait`"),
      (script.split(separator: "\n").prefix(1).joined() + "\n", "an attack begins with `start`"),
    ] {
      let result = try replay(text)
      #expect(result.status == 2, "\(said)")
      #expect(result.errors.contains(said), "\(result.errors)")
    }
    #expect(try usher("run", "t", "--replay", "absent", in: folder).status == 3)
    #expect(try usher("run", "--replay", "a.jsonl", in: folder).status == 2)
    #expect(try usher("run", "t", "--replay", "a.jsonl", "--storage", "memory", in: folder).status == 2)
    #expect(try usher("serve", "t", "--replay", "a.jsonl", in: folder).status == 2)
    // Nothing but a replay runs a flow with a finding.
    #expect(try usher("run", "t", "reset", "--json", "--storage", "memory", in: folder).status == 1)
    folder.write("t/reset.yaml", Self.brokenOtherwise)
    folder.write("a.jsonl", script)
    #expect(try usher("run", "t", "--replay", "a.jsonl", in: folder).status == 3)
  }

  static let brokenOtherwise = flow.replacing("missing: failed", with: "missing: nowhere")

  @Test func `what was proven is told, and which opt-outs are in force`() throws {
    let pretty = try usher("check", "flows/native-auth", "--proofs")
    #expect(pretty.status == 0)
    #expect(pretty.output.contains("`account.create`: `email` is proven at `prove-email/verify-code`"))
    #expect(pretty.output.contains("reveals: [account-existence]"))
    let json = try JSON.parse(try usher("check", "flows/email-password", "--proofs", "--format", "json").output)
    let optOuts = json["optOuts"]?.array?.compactMap { $0["optOut"]?.string } ?? []
    #expect(
      Set(optOuts) == [
        "reveals: [account-existence]", "status: pending", "status: unproven", "attests: verified(email)",
        "keep: password", "link: confirm", "link: set-new-password",
      ])
    // A call that no flow answers looks accounts up all the same.
    #expect(json["optOuts"]?.array?.contains { $0["meaning"]?.string?.contains("`confirm/send`") == true } == true)
    let proofs = json["proofs"]?.array ?? []
    #expect(proofs.contains { $0["family"]?.string == "evidence" && $0["flow"]?.string == "set-new-password" })
    let families = proofs.filter { $0["flow"]?.string == "log-in" }.compactMap { $0["family"]?.string }
    #expect(Set(families).isSuperset(of: ["guessing", "concealment", "doors"]))
    #expect(proofs.contains { $0["family"]?.string == "mail" && $0["flow"]?.string == "reset-by-link" })
    #expect(proofs.allSatisfy { $0["range"]?["line"]?.int != nil })
    #expect(try JSON.parse(try usher("check", "flows", "--format", "json").output)["proofs"] == nil)
    #expect(try usher("check", "flows", "--proofs", "--format", "sarif").status == 2)
  }
}
