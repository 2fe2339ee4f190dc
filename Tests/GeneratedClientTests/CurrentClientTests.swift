import FlowCompiler
import FlowGenerator
import FlowModel
import TestSupport
import Testing

/// The clients that tests use are those of the flows as they are.
@Suite struct CurrentClientTests {
  @Test(arguments: ["SignUp.swift sign-up", "SignIn.swift sign-in", "sign-up.ts sign-up"])
  func `a client is that of its flow`(_ words: String) throws {
    let words = words.split(separator: " ").map(String.init)
    let table = try Compiler.table(folder: Repository.root + "/flows/native-auth")
    let language: ClientLanguage = words[0].hasSuffix("ts") ? .typescript : .swift
    let flow = try #require(table.flow(named: words[1]))
    expectSnapshot(language.client(of: flow, in: table), at: "Tests/GeneratedClients/" + words[0])
  }
}
