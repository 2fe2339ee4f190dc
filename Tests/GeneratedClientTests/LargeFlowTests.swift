import FlowCompiler
import FlowGenerator
import FlowModel
import TestSupport
import Testing

/// Clients of flows that are long, or have the worst of names.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LargeFlowTests {
  @Test(arguments: ClientLanguage.allCases)
  func `the client of a flow of a thousand states compiles`(_ language: ClientLanguage) throws {
    let folder = try TemporaryFolder()
    folder.write("flows/tenant.yaml", LongFlow.tenant)
    folder.write("flows/long.yaml", LongFlow.text(states: 1000))
    let table = try Compiler.table(folder: folder.path + "/flows")
    #expect(table.flows[0].states.count >= 1000)
    try check(language, language.client(of: 0, in: table), folder)
  }

  @Test(arguments: ClientLanguage.allCases)
  func `the client of a flow whose names have a meaning in the language compiles`(_ language: ClientLanguage) throws {
    let table = try Compiler.table(folder: Repository.root + "/Tests/FlowGeneratorTests/Tenants/hostile")
    let folder = try TemporaryFolder()
    for flow in table.flows.indices { try check(language, language.client(of: Int32(flow), in: table), folder) }
  }

  @Test(arguments: ["native-auth", "email-password", "accounts"], ClientLanguage.allCases)
  func `the clients of all shipped flows compile`(_ tenant: String, _ language: ClientLanguage) throws {
    let table = try Compiler.table(folder: Repository.root + "/flows/" + tenant)
    let folder = try TemporaryFolder()
    var files: [String] = []
    for flow in table.flows.indices where FlowShape(of: Int32(flow), in: table).isOffered {
      let name = "\(table.flows[flow].name).\(language == .swift ? "swift" : "ts")"
      folder.write(name, language.client(of: Int32(flow), in: table))
      files.append(folder.path + "/" + name)
    }
    let errors = try language == .swift ? Checking.swift(files).errors : Checking.typescript(files).errors
    #expect(errors == [])
  }

  private func check(_ language: ClientLanguage, _ client: String, _ folder: TemporaryFolder) throws {
    let name = "client.\(language == .swift ? "swift" : "ts")"
    folder.write(name, client)
    let file = folder.path + "/" + name
    let result = try language == .swift ? Checking.swift([file]) : Checking.typescript([file])
    #expect(result.status == 0 && result.errors == [], "\(result.errors.prefix(10))")
  }
}

/// A flow of any length: pages, effects and choices as tenants write them.
private enum LongFlow {
  static let tenant = """
    tenant: long
    attributes:
      email: { type: email, identifier: true }
      city: { type: string, max-length: 60 }
      age: { type: integer, minimum: 16 }
      kind: { type: choice, of: [student, teacher] }

    """

  static func text(states: Int) -> String {
    let groups = states / 4 + 1
    var text = """
      flow: long
      lifetime: 30m
      reveals: [account-existence]
      start: identify
      states:
        identify:
          page: Who are you?
          fields: { email: required }
          then: { submit: send-0 }

      """
    for group in 0..<groups {
      text += """
          send-\(group):
            do: code.send
            with: { to: email }
            then:
              sent: code-\(group)
              throttled: { to: code-\(group), error: too_many_codes }
              undeliverable: { to: about-\(group), error: invalid_username }
          code-\(group):
            page: The code
            fields: { code: required }
            then: { submit: verify-\(group), resend: send-\(group) }
          verify-\(group):
            do: code.verify
            then:
              valid: about-\(group)
              invalid: { to: code-\(group), error: invalid_code }
              expired: { to: code-\(group), error: code_expired }
              exhausted: { to: failed, error: too_many_attempts }
          about-\(group):
            page: About you
            fields: { city: required, age: optional, kind: optional }
            then: { submit: \(group + 1 < groups ? "send-\(group + 1)" : "done") }

        """
    }
    return text + """
        done: { end: completed, result: [email] }
        failed: { end: failed }

      """
  }
}
