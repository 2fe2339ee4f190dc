import FlowJSON
import TestSupport
import Testing

/// What `usher check` shows ends in logs of CI: a secret that stands in a file by mistake is not in it.
@Suite struct ConcealedSecretTests {
  private static let tenant = "tenant: a\nattributes:\n  email: { type: email, identifier: true }\n"

  private static let channels = [
    """
    channels:
      email:
        smtp: { host: mail.example.com, user: club, password: hunter2, from: nobody }
      sms:
        webhook: { url: "https://joe:hunter2@sms.example.com/send?token=hunter2", secret: 'hunter2' }

    """,
    """
    channels:
      email:
        smtp:
          host: https://club:hunter2@mail.example.com
          password:
            hunter2
          from: nobody
      sms: "https://sms.example.com/?api_key=hunter2"

    """,
    """
    channels:
      email:
        smtp:
          user: club
          pass: |
            hunter2
          host: "mail
          password: hunter2  # hunter2 is it

    """,
  ]

  @Test(arguments: channels, ["pretty", "short", "json", "github", "sarif"])
  func `a secret in a file is in no format of check`(_ channels: String, _ format: String) throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Self.tenant + channels])
    let result = try usher("check", "a", "--format", format, in: folder)
    #expect(result.status == 1, "\(result)")
    let shown = result.output.replacing("# hunter2 is it", with: "")
    #expect(!shown.contains("hunter2") && !result.errors.contains("hunter2"), "\(result)")
  }

  @Test func `the rest of a line is shown, and its marks stand where they stood`() throws {
    let folder = try Tenants.folder(["a/tenant.yaml": Self.tenant + Self.channels[0]])
    let result = try usher("check", "a", in: folder).output
    #expect(
      result.contains(
        """
        6 |     smtp: { host: mail.example.com, user: ********, password: ********, from: nobody }
          |                                                               ^^^^^^^^
        """), "\(result)")
    // A field or a place of a secret is none.
    let plain = """
      flow: f
      lifetime: 30m
      start: a
      states:
        a: { page: A, fields: { password: required, nobody: required }, then: { submit: b } }
        b: { end: done }

      """
    folder.write("a/tenant.yaml", Self.tenant)
    folder.write("a/f.yaml", plain)
    #expect(try usher("check", "a", in: folder).output.contains("fields: { password: required, nobody: required }"))
  }

  @Test func `what a server would refuse is counted with the rest, in all formats`() throws {
    let folder = try Tenants.folder([
      "a/tenant.yaml": Self.tenant
        + """
        applications:
          web: { flows: [ask] }
        channels:
          email:
            smtp: { host: mail.example.com, user: club, password: file:smtp, from: no-reply@club.example }

        """,
      "a/ask.yaml": """
      flow: ask
      lifetime: 30m
      start: identify
      states:
        identify: { page: Who, fields: { email: required }, then: { submit: done } }
        done: { end: done, result: [email] }

      """,
    ])
    folder.write("secrets/other/none", "")
    func check(_ format: String) throws -> ProcessResult {
      try usher(
        "check", "a", "--allow-hosts", "other.example.com", "--secrets", "secrets", "--format", format, in: folder)
    }
    let told = "the channel `email` of the tenant `a`: "
    let pretty = try check("pretty")
    #expect(pretty.status == 1 && pretty.output.hasPrefix("error: \(told)"), "\(pretty)")
    #expect(!pretty.output.contains("No problems") && pretty.output.hasSuffix("\n\n1 error\n"), "\(pretty)")
    #expect(try check("short").output.hasPrefix("error: \(told)"))
    let json = try JSON.parse(Array(check("json").output.utf8))
    #expect(json["summary"]?["errors"] == 1, "\(json.text)")
    #expect(json["serving"]?.array?.first?["message"]?.string?.hasPrefix(told) == true, "\(json.text)")
    #expect(try check("github").output.hasPrefix("::error title=usher check::\(told)"))
    let sarif = try JSON.parse(Array(check("sarif").output.utf8))
    let notes = sarif["runs"]?.array?.first?["invocations"]?.array?.first?["toolConfigurationNotifications"]?.array
    #expect(notes?.first?["message"]?["text"]?.string?.hasPrefix(told) == true, "\(sarif.text)")
    // Where nothing is wrong nothing is said of it.
    let good = try usher("check", "a", "--format", "json", in: folder).output
    #expect(try JSON.parse(Array(good.utf8))["serving"] == nil)
  }
}
