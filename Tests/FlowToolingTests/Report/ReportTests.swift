import FlowCompiler
import FlowSource
import TestSupport
import Testing

@testable import FlowTooling

@Suite struct ReportTests {
  @Test(arguments: ["native-auth", "email-password"])
  func `the report of a shipped tenant is the golden one`(_ tenant: String) {
    let compilation = Self.compiled("flows/\(tenant)")
    for (format, end) in [(ReportFormat.markdown, "md"), (.html, "html")] {
      expectSnapshot(
        securityReport(compilation, as: format), at: "Tests/FlowToolingTests/Goldens/reports/\(tenant).\(end)")
    }
  }

  @Test(arguments: EnginePromise.allCases)
  func `each test that the report names exists, and is run`(_ promise: EnginePromise) throws {
    let (target, test) = promise.shown
    let files = Self.swiftFiles("Tests/\(target)")
    #expect(!files.isEmpty)
    let forms = ["func `\(test)`", "Scenario(\"\(test)\""]
    let text = try #require(
      files.first { text in forms.contains(where: text.contains) }, "\(target) has no test \(test)")
    // A test that is switched off, alone or with its suite, shows nothing.
    for form in forms {
      guard let place = text.firstRange(of: form) else { continue }
      let declared = text[..<place.lowerBound]
      let traits = declared[(declared.ranges(of: "@Test").last?.lowerBound ?? declared.startIndex)...]
      let suites = declared.split(separator: "\n").filter { $0.hasPrefix("@Suite") }.joined()
      for trait in [".disabled(", ".enabled(if"] {
        #expect(!traits.contains(trait) && !suites.contains(trait), "\(test)")
      }
    }
  }

  @Test func `each requirement stands there once, with a number and tests or rules that exist`() {
    for standard in Standard.all {
      let numbers = standard.requirements.map(\.number)
      #expect(Set(numbers).count == numbers.count)
      for requirement in standard.requirements {
        #expect(requirement.number.split(separator: ".").allSatisfy { Int($0) != nil })
        expectShown(requirement.basis)
      }
    }
  }

  @Test func `each proof that can fail is what some requirement asks for, or it is said why none does`() {
    func codes(_ basis: Requirement.Basis) -> [String] {
      switch basis {
      case .rules(let codes, _): codes
      case .everyDoor(let code, let others): [code] + others
      case .factors(let two, let one): codes(two) + codes(one)
      case .engine, .setting, .nothing: []
      }
    }
    let asked = Set(Standard.all.flatMap(\.requirements).flatMap { codes($0.basis) })
    let proofs = Set(Rule.all.filter(\.isWaivable).flatMap(\.codes).filter { $0.severity == .error }.map(\.name))
    #expect(proofs.subtracting(asked) == Set(Standard.askedByNone.keys))
  }

  /// Expects that what a requirement is met by has tests, rules or a reason.
  private func expectShown(_ basis: Requirement.Basis) {
    switch basis {
    case .rules(let codes, _): for code in codes { #expect(Rule.of(code)?.isWaivable == true, "\(code)") }
    case .everyDoor(let code, let others):
      for code in [code] + others { #expect(Rule.of(code)?.isWaivable == true, "\(code)") }
    case .engine(let promises), .setting(_, let promises, _): #expect(!promises.isEmpty)
    case .factors(let two, let one):
      expectShown(two)
      expectShown(one)
    case .nothing(let reason): #expect(!reason.isEmpty)
    }
  }

  @Test func `eight characters are enough where each sign-in asks for two factors`() {
    let number = "| 3.1.1.2 |"
    func verdict(_ length: Int, _ application: String, without flow: String) -> String? {
      let folder = "\(Repository.root)/flows/native-auth"
      let files = names(folder).filter { $0.hasSuffix(".yaml") && $0 != flow }.map { name in
        var text = readFile("\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) } ?? ""
        if name == "tenant.yaml" {
          let end = text.firstRange(of: "applications:")?.lowerBound ?? text.endIndex
          text = text[..<end].replacing("min-length: 15", with: "min-length: \(length)") + application
        }
        return SourceText(path: name, text: text)
      }
      let compilation = Compiler.compile(sources: [TenantSources(path: "native-auth", files: files)], isProving: true)
      let page = securityReport(compilation, as: .markdown)
      return page.split(separator: "\n").first { $0.hasPrefix(number) }.map(String.init)
    }
    let both = "applications:\n  a: { flows: [sign-up-password, sign-in-mfa] }\n"
    #expect(verdict(8, both, without: "sign-in.yaml")?.contains("| enforced |") == true)
    #expect(verdict(7, both, without: "sign-in.yaml")?.contains("| opted out | `min-length: 7`") == true)
    #expect(verdict(8, both, without: "")?.contains("| opted out | `min-length: 8`") == true)
    #expect(verdict(15, both, without: "")?.contains("| enforced |") == true)
  }

  @Test func `a setting that is weaker than asked for is told as opted out`() {
    let page = securityReport(Self.compiled("flows/email-password"), as: .markdown)
    #expect(page.contains("| 6.2.1 | Passwords have 8 characters or more | opted out | `min-length: 6` |"))
    #expect(page.contains("| 6.5.5 | Codes and links live for 10 minutes at most | opted out |"))
    #expect(page.contains("| 6.3.8 | Nobody learns who has an account | opted out |"))
    #expect(page.contains("| 6.3.3 | More than one factor is asked for | not covered |"))
  }

  @Test(arguments: ["", ", attempts: 3 per 1h"])
  func `a function is told as counted where its calls are`(_ attempts: String) {
    let tenant = """
      tenant: t
      attributes: { email: { type: email, identifier: true } }
      functions: { greet: { command: [greet.sh]\(attempts) } }
      """
    let flow = """
      flow: hello
      lifetime: 30m
      start: ask
      states:
        ask: { page: Who are you, fields: { email: required }, then: { submit: greet } }
        greet:
          do: function.call
          with: { function: greet, pass: [email] }
          then: { success: done, pending: done, fail: done }
        done: { end: completed }
      """
    let files = [SourceText(path: "tenant.yaml", text: tenant), SourceText(path: "hello.yaml", text: flow)]
    let compilation = Compiler.compile(sources: [TenantSources(path: "t", files: files)], isProving: true)
    let page = securityReport(compilation, as: .markdown)
    let row = page.split(separator: "\n").first { $0.hasPrefix("| `function.call`") }
    #expect(row?.contains("| nothing is asked |") == attempts.isEmpty, "\(page)")
    #expect(row?.contains("| as often as its counters allow |") == !attempts.isEmpty)
  }

  @Test func `a tenant with errors is not told as proven`() throws {
    let folder = "Tests/FlowCompilerTests/Fixtures/broken/501-guesses-without-end"
    let page = securityReport(Self.compiled(folder), as: .markdown)
    #expect(page.contains("The tenant has errors"))
    #expect(page.contains("| 6.6.3 | Codes cannot be guessed | not covered | refused by U501"))
    let compared = securityReport(
      Self.compiled("Tests/CorpusTests/Classes/functions/pin-from-the-start-again/flawed"), as: .markdown)
    #expect(compared.contains("| 6.3.1 | Guessing is held off as it is written | not covered | refused by U503"))
    #expect(compared.contains("| 3.2.2 | Guessing is bounded for each account | not covered | refused by U503"))
  }

  @Test func `where grants carry two factors on, the report asks how they are given`() {
    let shape = "Tests/CorpusTests/Classes/second-factors/a-grant-for-the-password"
    let safe = securityReport(Self.compiled("\(shape)/safe"), as: .markdown)
    #expect(
      safe.contains(
        "| 6.3.3 | More than one factor is asked for | proven | U903, of accounts that have a second factor; one is enough for others |"
      ))
    #expect(safe.contains("no session opens by what another flow hands out past the second factor: `phone`"))
    let flawed = securityReport(Self.compiled("\(shape)/flawed"), as: .markdown)
    #expect(flawed.contains("| 6.4.3 | A reset leads past no second factor | not covered | refused by U903 |"))
  }

  @Test func `one mailbox that is both factors is not told as two`() {
    let page = securityReport(
      Self.compiled("Tests/FlowCompilerTests/Fixtures/broken/908-one-mailbox-is-both"), as: .markdown)
    for row in [
      "| 6.3.3 | More than one factor is asked for |", "| 6.4.3 | A reset leads past no second factor |",
      "| 2.2 | Two factors are asked for (AAL2) |", "| 4.2 | Recovery proves an address, and leads past no factor |",
    ] {
      #expect(page.contains(row + " not covered | warned of by U908 |"), "\(row)")
    }
  }

  @Test func `two flows that tell together are not told as quiet`() {
    let page = securityReport(
      Self.compiled("Tests/FlowCompilerTests/Fixtures/broken/803-a-password-for-any-address"), as: .markdown)
    #expect(page.contains("| 6.3.8 | Nobody learns who has an account | not covered | warned of by U803 |"))
  }

  @Test func `what a tenant is called moves nothing on the page`() {
    let hostile = "<script>alert('x')</script> & \"q\" | `a` [x](y) \u{202E}"
    let page = ReportPage(title: hostile, blocks: [.table(["a"], [[hostile]]), .text(hostile), .list(["`<b>`"])])
    let html = page.text(as: .html)
    #expect(!html.contains("<script") && !html.contains("<b>") && !html.contains("\u{202E}"))
    #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)") && html.contains("<code>&lt;b&gt;</code>"))
    let markdown = page.text(as: .markdown)
    #expect(!markdown.contains(" <script") && !markdown.contains("[x](y)") && markdown.contains("\\|"))
  }

  @Test func `the page needs nothing from elsewhere`() {
    let html = securityReport(Self.compiled("flows/native-auth"), as: .html)
    for part in ["<script", "src=", "href=", "url(", "@import"] { #expect(!html.contains(part), "\(part)") }
  }

  private static func compiled(_ folder: String) -> Compilation {
    let compilation = Compiler.compile(paths: ["\(Repository.root)/\(folder)"], isProving: true)
    return compilation
  }

  private static func swiftFiles(_ folder: String) -> [String] {
    names("\(Repository.root)/\(folder)").flatMap { name -> [String] in
      if name.hasSuffix(".swift") {
        return readFile("\(Repository.root)/\(folder)/\(name)").map { [String(decoding: $0, as: UTF8.self)] } ?? []
      }
      return name.contains(".") ? [] : swiftFiles("\(folder)/\(name)")
    }
  }
}
