import FlowCompiler
import FlowSource
import Testing

/// Real flaws of systems like this one that a compiler can see: each is imitated by a broken tenant, and the rule named here
/// refuses it. Those that only an engine can hold off are in `Tests/CorpusTests`.
@Suite("Flaws of others")
struct FlawTests {
  struct Flaw: Sendable, CustomStringConvertible {
    let name: String
    let fixture: String
    let code: String
    var description: String { name }

    init(_ name: String, _ fixture: String, _ code: String) {
      (self.name, self.fixture, self.code) = (name, fixture, code)
    }
  }

  static let all = [
    Flaw("CVE-2026-18963", "401-CVE-2026-18963-gate-without-a-code", "U401"),
    Flaw("CVE-2026-54730", "401-CVE-2026-54730-device-gate-without-attestation", "U401"),
    Flaw("CVE-2024-47070", "902-gates-that-are-open", "U902"),
    Flaw("CVE-2022-46145, CVE-2022-46172", "401-CVE-2022-46145-settings-without-a-sign-in", "U401"),
    Flaw("authentik issue 1086", "401-authentik-1086-written-before-it-is-proven", "U401"),
    Flaw("CVE-2023-26481", "402-CVE-2023-26481-another-account-after-the-link", "U402"),
    Flaw("CVE-2026-9087", "401-CVE-2026-9087-proof-of-another-identity", "U401"),
    Flaw("CVE-2026-37982", "902-CVE-2026-37982-a-link-used-again", "U902"),
    Flaw("CVE-2026-9798, CVE-2026-16103, CVE-2025-10908", "901-lock-out-is-not-asked", "U901"),
    Flaw("CVE-2025-64102", "501-guesses-without-end", "U501"),
    Flaw("ory/kratos PR 4606, better-auth issue 11162", "502-odds-of-codes", "U502"),
    Flaw("CVE-2024-8122", "106-CVE-2024-8122-a-code-that-never-expires", "U106"),
    Flaw("CVE-2026-105207, CVE-2026-53516", "404-CVE-2026-105207-address-that-nobody-proved", "U404"),
    Flaw("CVE-2026-105211", "701-CVE-2026-105211-the-code-in-the-answer", "U113"),
    Flaw("CVE-2023-39522, ory/kratos issue 133", "801-CVE-2023-39522-recovery-that-tells", "U801"),
    Flaw("GHSA-2wmj-46rj-qm2w", "106-GHSA-2wmj-46rj-qm2w-the-host-in-the-link", "U106"),
    Flaw("CVE-2023-46249", "401-CVE-2023-46249-set-up-entered-again", "U401"),
    Flaw("thunder-id/thunderid PR 2305", "405-thunderid-2305-failed-and-completed", "U405"),
  ]

  @Test(arguments: all) func `a flow with the flaw is refused by its rule`(_ flaw: Flaw) {
    let found = MarkedFixture(name: flaw.fixture).compiled().diagnostics.filter { $0.code == flaw.code }
    #expect(found.contains { $0.severity == .error })
    // Rules about ways show one.
    if ("U401"..."U902").contains(flaw.code), flaw.code != "U502" {
      #expect(found.allSatisfy { $0.counterexample?.steps.isEmpty == false })
    }
  }
}
