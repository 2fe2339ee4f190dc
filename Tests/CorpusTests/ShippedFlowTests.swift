import FlowCompiler
import FlowSource
import TestSupport
import Testing

/// The flows of `flows/accounts` with one line wrong: what somebody could do then, and that the compiler refuses it.
@Suite struct ShippedFlowTests {
  private static let folder = Repository.root + "/flows/accounts"

  struct Flaw: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let line: String
    let wrong: String
    /// The code, the effect or state where it is told, and what the attacker gains.
    let told: (code: String, at: String, attack: String)
  }

  static let flaws = [
    Flaw(
      testDescription: "change of address: the new one is not proven", file: "change-email",
      line: "      sent:          enter-code\n",
      wrong: "      sent:          { to: write, set: { email: attributes.newEmail } }\n",
      told: ("U404", "account.update", "`email` identifies the account from here on, and nobody has proven it")),
    Flaw(
      testDescription: "change of address: whom to tell is typed", file: "change-email",
      line: "    fields: { newEmail: required }\n",
      wrong: "    fields: { newEmail: required, formerEmail: required }\n",
      told: ("U401", "message.send", "somebody can send the tenant's mail to whomever they like here")),
    Flaw(
      testDescription: "change of password: a wrong one goes on", file: "who-are-you",
      line: "      mismatch: { to: identify, error: invalid_credentials }\n",
      wrong: "      mismatch: may-sign-in\n",
      told: ("U401", "password.set", "somebody can set the password of an account that is not theirs here")),
    Flaw(
      testDescription: "deletion: whoever guessed too often goes on", file: "who-are-you",
      line: "      locked:   { to: identify, error: account_locked }\n",
      wrong: "      locked:   may-sign-in\n",
      told: ("U401", "account.delete", "somebody can delete an account that is not theirs here")),
    Flaw(
      testDescription: "invitation: whoever names an administrator invites", file: "who-are-you",
      line: "      found:   verify-password\n", wrong: "      found:   may-sign-in\n",
      told: ("U401", "invitation.send", "somebody can invite people in somebody else's name here")),
    Flaw(
      testDescription: "invitation: the address is typed", file: "take-invitation",
      line: "    fields: { password: required, givenName: optional }\n",
      wrong: "    fields: { password: required, email: required }\n",
      told: ("U402", "account.create", "somebody can create an account for an address that is not theirs here")),
    Flaw(
      testDescription: "sign-in by a link: who has none is told", file: "request-link",
      line: "      missing: send-link\n", wrong: "      missing: { to: identify, error: user_not_found }\n",
      told: ("U801", "account.find", "somebody who has proven nothing learns that an account exists")),
    Flaw(
      testDescription: "sign-up: who has an account is told before the code", file: "sign-up",
      line: "      submit: send-code\n", wrong: "      submit: find-account\n",
      told: ("U801", "account.find", "somebody who has proven nothing learns that an account exists")),
    Flaw(
      testDescription: "terms: a sign-in goes past them", file: "sign-in", line: "      known: terms\n",
      wrong: "      known: tell-owner\n",
      told: ("U451", "", "visited(terms)")),
  ]

  @Test(arguments: flaws) func `one line wrong, and it is refused with its attack`(_ flaw: Flaw) throws {
    var files: [SourceText] = []
    for file in names(Self.folder) where file.hasSuffix(".yaml") {
      var text = String(decoding: try #require(readFile("\(Self.folder)/\(file)")), as: UTF8.self)
      if file == flaw.file + ".yaml" {
        #expect(text.ranges(of: flaw.line).count == 1)
        text = text.replacing(flaw.line, with: flaw.wrong)
      }
      files.append(SourceText(path: "accounts/\(file)", text: text))
    }
    let compilation = Compiler.compile(sources: [TenantSources(path: "accounts", files: files)])
    let errors = compilation.diagnostics.filter { $0.severity == .error && $0.code == flaw.told.code }
    let told = errors.filter { error in
      guard let file = compilation.sources.file(error.span) else { return false }
      return file.text(error.span).hasPrefix(flaw.told.at)
    }
    #expect(
      told.contains { $0.counterexample?.attack.contains(flaw.told.attack) == true },
      "\(compilation.diagnostics.map { "\($0.code) \($0.message): \($0.counterexample?.attack ?? "")" })")
  }

  @Test func `as they are shipped they have no problem, and say nothing openly`() {
    let compilation = Compiler.compile(paths: [Self.folder])
    #expect(compilation.diagnostics.isEmpty && compilation.tenants.first?.optOuts.isEmpty == true)
  }
}
