import FlowCompiler
import FlowSource
import FlowTooling
import Testing

/// Whatever is wrong about a secret, what is shown of it ends in logs of CI.
@Suite struct ConcealedSlipTests {
  private static let tenant = "tenant: a\nattributes:\n  email: { type: email, identifier: true }\n"

  /// What people write in place of `password: env:NAME`.
  private static let slips =
    ["pasword", "passwort", "passord", "pwd", "pw", "password-file", "username", "login", "apikey"]
    .map { "\($0): S3cr3tPlainPw" }
    + [
      "password: @S3cr3tPlainPw", "password: %S3cr3tPlainPw", "password: !S3cr3tPlainPw", "password: `S3cr3tPlainPw",
      "password: S3cr3t: PlainPw", "password: *S3cr3tPlainPw", "password: &S3cr3tPlainPw", "password: |S3cr3tPlainPw",
      "password: env:CLUB\n    password: S3cr3tPlainPw", "password: [S3cr3tPlainPw]", "password: [S3cr3t, PlainPw",
      "password: { env: S3cr3tPlainPw }", "password: {S3cr3tPlainPw", "password: {S3cr3t: PlainPw, x: y}",
      "password:S3cr3tPlainPw", "password S3cr3tPlainPw", "password = S3cr3tPlainPw", "password: \"S3cr3tPlainPw",
      "password: \"env:S3cr3t-Plain.Pw!\"", "password: \"file:S3cr3t/Plain Pw!\"", "password: env: S3cr3tPlainPw",
      "password: $S3cr3tPlainPw", "password: \"S3cr3t, PlainPw\"", "password:\n      - S3cr3tPlainPw",
      "password:\n      S3cr3t: PlainPw", "user: \"club:S3cr3tPlainPw\"",
      "'password':S3cr3tPlainPw", "? password\n    : S3cr3tPlainPw", "\tpassword: S3cr3tPlainPw",
    ]

  /// As blocks, in brackets, of a mail server and of what takes messages.
  @Test(arguments: slips, ["smtp", "webhook", "functions"])
  func `a slip in a line of a secret shows it in no format, nor in an edit`(_ slip: String, _ group: String) throws {
    let first = ["smtp": "host: mail.example.com", "webhook": "url: https://sms.example.com"][group]
    let block =
      first.map { "channels:\n  email:\n    \(group):\n      \($0)\n      \(slip.replacing("\n", with: "\n  "))\n" }
      ?? "functions:\n  check:\n    url: https://club.example/check\n    \(slip)\n"
    let braces =
      first.map { "channels:\n  email:\n    \(group): { \($0), \(slip) }\n" }
      ?? "functions:\n  check: { url: https://club.example/check, \(slip) }\n"
    for text in [block, slip.contains("\n") ? block : braces] {
      let compilation = compile(Self.tenant + text)
      for format in DiagnosticFormat.allCases {
        let shown = render(compilation.diagnostics, in: compilation.sources, as: format)
        #expect(!compilation.diagnostics.isEmpty, "\(text)")
        for part in ["S3cr3t", "PlainPw", "Plain.Pw", "Plain Pw"] {
          #expect(!shown.contains(part), "\(format): \(text)\n\(shown)")
        }
        #expect(!shown.contains("*********"), "the length of a secret is told: \(shown)")
      }
    }
  }

  @Test func `an edit of a line of a secret stays, where it does not repeat it`() {
    let text = Self.tenant + "channels:\n  email:\n    smtp: { password: \"S3cr3t\", hots: mail.example.com }\n"
    let compilation = compile(text)
    let shown = render(compilation.diagnostics, in: compilation.sources, as: .pretty)
    #expect(shown.contains("smtp: { password: ********, hots: ********"), "\(shown)")
    #expect(shown.contains("a/tenant.yaml:6:33\n") && shown.contains("edit: replace by `host`"), "\(shown)")
    #expect(!shown.contains("S3cr3t"), "\(shown)")
  }

  private func compile(_ text: String) -> Compilation {
    let file = SourceText(path: "a/tenant.yaml", bytes: Array(text.utf8))
    return Compiler.compile(sources: [TenantSources(path: "a", files: [file])])
  }
}
