import FlowJSON
import TestSupport
import Testing

/// Sub-flows that take parameters, as `usher` shows them.
@Suite struct ParameterTests {
  private static let tenant = """
    tenant: contoso
    attributes:
      email: { type: email, identifier: true }
      phone: { type: phone }
      age:   { type: integer }
    errors: { wrong_text: That is not what we sent. }

    """

  private static let flow = """
    flow: sign-up
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your addresses
        fields: { email: required, phone: required, age: required }
        then: { submit: prove-email }
      prove-email:
        call: prove
        with: { address: email, title: Look into your mail }
        then: { proven: prove-phone, refused: failed }
      prove-phone:
        call: prove
        with: { address: phone, by: sms, title: Look at your phone, wrong: wrong_text }
        then: { proven: create, refused: failed }
      create:
        do: account.create
        then:
          created: done
          exists: { to: failed, error: user_already_exists }
      done: { end: completed, result: [email, phone, age] }
      failed: { end: failed }
    properties:
      - never: account.create before verified(email)
      - never: account.create before verified(phone)

    """

  private static let prove = """
    sub-flow: prove
    parameters:
      address: { type: attribute, of: [email, phone] }
      by:      { type: channel, default: email }
      title:   text
      wrong:   { type: error, default: invalid_code }
    start: send
    states:
      send:
        do: code.send
        with: { to: address, channel: by }
        then: { sent: enter, throttled: { to: enter, error: too_many_codes }, undeliverable: refused }
      enter:
        page: "{title}"
        skip: attributes.address == "never@contoso.example"
        fields: { code: required }
        after: 10m -> refused
        then: { submit: verify, resend: send }
      verify:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter, error: wrong }
          expired: { to: enter, error: code_expired }
          exhausted: refused
      proven: { end: proven }
      refused: { end: refused }

    """

  private static func folder(_ change: (inout (tenant: String, flow: String, prove: String)) -> Void = { _ in }) throws
    -> TemporaryFolder
  {
    var files = (tenant: tenant, flow: flow, prove: prove)
    files.prove = files.prove.replacing("    skip: attributes.address == \"never@contoso.example\"\n", with: "")
    change(&files)
    return try Tenants.folder([
      "t/tenant.yaml": files.tenant, "t/sign-up.yaml": files.flow, "t/prove.yaml": files.prove,
    ])
  }

  @Test func `each call is proven as it is given`() throws {
    let folder = try Self.folder()
    let result = try usher("check", "t", "--deny", "warnings", in: folder)
    #expect(result.status == 0, "\(result.output)")
    let proofs = try usher("check", "t", "--proofs", in: folder).output
    #expect(proofs.contains("never: account.create before verified(phone)"), "\(proofs)")
    // With another address in the second call nobody has proven the phone.
    let twice = try Self.folder { $0.flow = $0.flow.replacing("address: phone, by: sms", with: "address: email") }
    let broken = try usher("check", "t", "--format", "short", in: twice)
    #expect(broken.status == 1 && broken.output.contains("[U451]") && broken.output.contains("verified(phone)"))
  }

  @Test func `people see what each call says`() throws {
    let folder = try Self.folder()
    let graph = try usher("graph", "t", "--format", "mermaid", in: folder).output
    #expect(graph.contains("<b>Look into your mail</b>") && graph.contains("<b>Look at your phone</b>"), "\(graph)")
    // Words of another language stand where the call says them.
    folder.write(
      "t/locales/de.yaml",
      """
      flows:
        sign-up:
          states:
            identify: { page: Ihre Adressen }
            prove-email: { with: { title: In die Post sehen } }
            prove-phone: { with: { title: Aufs Telefon sehen } }
      attributes:
        email: { label: E-Mail }
        phone: { label: Telefon }
        age: { label: Alter }
      errors: { wrong_text: Das haben wir nicht geschickt. }

      """)
    let german = try usher("check", "t", "--deny", "warnings", in: folder)
    #expect(german.status == 0, "\(german.output)")
    #expect(try usher("preview", "t", "--output", "seen", in: folder).status == 0)
    let page = folder.read("seen/pages/sign-up.de.html") ?? ""
    #expect(page.contains("In die Post sehen") && page.contains("Aufs Telefon sehen"), "\(page)")
    folder.write(
      "t/locales/de.yaml",
      "flows: { sign-up: { states: { identify: { page: A }, prove-email: { with: { title: B } } } } }\n")
    let lacks = try usher("check", "t", in: folder).output
    #expect(lacks.contains("`flows.sign-up.states.prove-phone.with.title`"), "\(lacks)")
  }

  @Test(arguments: [
    ("address: email, ", "", "U112", "sign-up.yaml:10:11"),
    ("address: email", "adress: email", "U111", "sign-up.yaml:11:13"),
    ("address: email", "address: emial", "U109", "sign-up.yaml:11:22"),
    ("address: email", "address: age", "U113", "sign-up.yaml:11:22"),
    ("by: sms", "by: fax", "U106", "sign-up.yaml:15:33"),
    ("wrong: wrong_text", "wrong: wrong_txt", "U116", "sign-up.yaml:15:72"),
  ])
  func `a call that gives the wrong thing is told there`(_ old: String, _ new: String, _ code: String, _ place: String)
    throws
  {
    let folder = try Self.folder { $0.flow = $0.flow.replacing(old, with: new) }
    let result = try usher("check", "t", "--format", "short", in: folder)
    #expect(result.status == 1 && result.output.contains("t/\(place): error[\(code)]"), "\(result.output)")
    #expect(result.output.contains("[\(code)]") && !result.output.contains("t/prove.yaml"), "\(result.output)")
  }

  @Test func `what only one call makes wrong is told with that call`() throws {
    let folder = try Self.folder {
      $0.prove = $0.prove.replacing("of: [email, phone]", with: "of: [email, phone, integer]")
      $0.flow = $0.flow.replacing("address: phone, by: sms", with: "address: age")
    }
    let result = try usher("check", "t", in: folder).output
    #expect(result.contains("nothing can be sent to `age`") && result.contains("as it is called here"), "\(result)")
  }

  @Test func `conditions ask for what is given`() throws {
    let folder = try Self.folder { $0.prove = Self.prove }
    let result = try usher("check", "t", "--format", "short", in: folder)
    #expect(!result.output.contains("U131"), "\(result.output)")
  }

  @Test func `parameters are declared, used, and of sub-flows alone`() throws {
    let unused = try Self.folder {
      $0.prove = $0.prove.replacing("  title:   text", with: "  title:   text\n  other:   { type: text, default: x }")
    }
    #expect(try usher("check", "t", in: unused).output.contains("the parameter `other` is declared and never used"))
    let slip = try Self.folder { $0.prove = $0.prove.replacing("\"{title}\"", with: "\"{titel}\"") }
    #expect(try usher("check", "t", in: slip).output.contains("did you mean `title`?"))
    let ofFlow = try Self.folder { $0.flow = $0.flow + "parameters: { x: text }\n" }
    #expect(try usher("check", "t", "--format", "short", in: ofFlow).output.contains("error[U125]"))
    let ofText = try Self.folder {
      $0.prove = $0.prove.replacing("title:   text", with: "title: { type: text, of: [email] }")
    }
    #expect(try usher("check", "t", "--format", "short", in: ofText).output.contains("error[U125]"))
  }

  @Test func `what is given is handed on`() throws {
    let folder = try Self.folder {
      $0.flow = $0.flow.replacing(
        "call: prove\n    with: { address: email,", with: "call: ask\n    with: { where: email,")
    }
    folder.write(
      "t/ask.yaml",
      """
      sub-flow: ask
      parameters: { where: attribute, title: text }
      start: prove
      states:
        prove:
          call: prove
          with: { address: where, title: "{title}" }
          then: { proven: proven, refused: refused }
        proven: { end: proven }
        refused: { end: refused }

      """)
    let result = try usher("check", "t", "--deny", "warnings", in: folder)
    #expect(result.status == 0, "\(result.output)")
  }
}
