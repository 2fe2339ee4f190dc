import FlowClient
import FlowJSON
import GeneratedClients
import Glibc
import HTTPSupport
import TestSupport
import Testing

/// Generated clients against `usher serve`, as it is shipped.
@Suite(.timeLimit(.minutes(5)))
struct GeneratedClientTests {
  private let scene: ServingScene

  init() throws { scene = try ServingScene() }

  private static let ada = "ada@example.com"

  private func code() async throws -> String {
    for _ in 0..<400 {
      if let code = try scene.folder.mail().last(where: { $0.text("to") == Self.ada })?.text("code") { return code }
      try await Task.sleep(for: .milliseconds(25))
    }
    throw Stalled(description: "no code came")
  }

  /// What a call has thrown.
  private static func error<Answer>(of call: () async throws(FlowError) -> Answer) async -> FlowError? {
    do throws(FlowError) {
      _ = try await call()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["swift sign-up SignUp.swift", "swift sign-in SignIn.swift", "typescript sign-up sign-up.ts"])
  func `the clients that tests use are those that usher writes`(_ words: String) throws {
    let words = words.split(separator: " ").map(String.init)
    let result = try scene.folder.usher("generate", words[0], Flows.nativeAuth, words[1])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    expectSnapshot(result.output, at: "Tests/GeneratedClients/" + words[2])
    let written = try scene.folder.usher("generate", words[0], Flows.nativeAuth, words[1], "-o", "client")
    #expect(written.output == "" && scene.folder.read("client") == result.output)
  }

  @Test func `what cannot be generated is said, with what helps`() throws {
    scene.write("shop", more: "applications:\n  ios: { flows: [] }\n")
    for (arguments, status, text) in [
      (
        ["generate", "swft", Flows.nativeAuth, "sign-up"], 2,
        "there are no clients in `swft`\nhelp: did you mean `swift`?"
      ),
      (["generate", "java", Flows.nativeAuth, "sign-up"], 2, "help: there are: swift, typescript"),
      (
        ["generate", "swift", Flows.nativeAuth, "sign-upp"], 2,
        "there is no flow `sign-upp`\nhelp: did you mean `sign-up`?"
      ),
      (["generate", "swift", Flows.nativeAuth], 2, "help: "),
      (["generate", "swift", "flows/shop", "join"], 2, "no application offers `join`\nhelp: name it under"),
      (["generate", "swift", "absent", "join"], 3, "`absent`: there is no such file or folder"),
      (["generate", "swift", Flows.nativeAuth, "sign-up", "-o", "absent/client"], 3, "cannot write `absent/client`"),
    ] as [([String], Int32, String)] {
      let result = try run(Repository.program("usher"), arguments, folder: scene.folder.path)
      #expect(result.status == status && result.output == "" && result.errors.contains(text), "\(arguments) \(result)")
    }
  }

  @Test func `a sign-up in Swift goes from its start to tokens`() async throws {
    let (server, url) = try scene.serve([Flows.nativeAuth])
    let connection = try HTTPConnection(to: url)
    let client = Client(over: connection, as: .ios)
    guard case .proveEmailEnterCode(let page) = try await client.start(email: Self.ada) else { throw Astray() }
    let code = try await code()
    guard case .invalidCode(let failure) = try await page.submit(code: code == "12345678" ? "12345679" : "12345678")
    else { throw Astray() }

    // Cancelled, before the request is sent or while it is on its way: the same page goes on.
    let task = Task { await Self.error(of: { () throws(FlowError) in try await failure.page.resend() }) }
    task.cancel()
    if let error = await task.value { #expect(error == .connection(.cancelled)) }
    guard case .proveEmailEnterCode(let same) = try await client.resume(#require(page.step.token)) else {
      throw Astray()
    }

    guard case .collectAttributesWhereYouLive(let place) = try await same.submit(code: code) else { throw Astray() }
    let answers = await withTaskGroup(of: Result<Client.CollectAttributesAboutYou?, FlowError>.self) { group in
      for city in ["Oslo", "Bergen"] {
        group.addTask {
          do throws(FlowError) {
            let result = try await place.submit(country: "Norway", city: city)
            if case .collectAttributesAboutYou(let about) = result { return .success(about) }
            return .success(nil)
          } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let won = answers.compactMap { try? $0.get() }
    let lost = answers.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    guard case .movedOn? = lost.first, let about = won.first, won.count == 1 else { throw Astray() }
    guard case .completed(let done) = try await about.submit(age: 36, newsletter: false) else { throw Astray() }
    guard
      case .movedOn? = await Self.error(of: { () throws(FlowError) in try await about.submit(age: 40, newsletter: true)
      })
    else { throw Astray() }
    guard case .identify(let identify) = try await SignIn(over: connection, as: .ios).start(),
      case .completed(let session) = try await identify.continue(grant: done.grant.value)
    else { throw Astray() }
    #expect(!session.tokens.accessToken.value.isEmpty && session.accountId == done.accountId)
    try scene.end(server)
  }

  @Test func `a server that is gone is a typed error, and the same state goes on once it is there`() async throws {
    let (first, url) = try scene.serve([Flows.nativeAuth])
    let connection = try HTTPConnection(to: url)
    guard case .proveEmailEnterCode(let page) = try await Client(over: connection, as: .ios).start(email: Self.ada)
    else { throw Astray() }
    let code = try await code()
    first.kill()
    do throws(FlowError) {
      _ = try await page.submit(code: code)
      Issue.record("nobody is there")
    } catch {
      guard case .connection(let reason) = error else { throw error }
      #expect([.unreachable, .interrupted].contains(reason.code))
    }
    let port = url.split(separator: ":").last.map(String.init) ?? ""
    let second = try LiveUsher(
      ["serve", Flows.nativeAuth, "--listen", "127.0.0.1:" + port, "--outbox", "mail", "--storage", "sqlite:db"],
      folder: scene.folder)
    #expect(try second.line()?.hasPrefix("serving ") == true)
    guard case .collectAttributesWhereYouLive = try await page.submit(code: code) else { throw Astray() }
    try scene.end(second)
  }

  @Test func `a sign-up in TypeScript is checked strictly and goes from its start to a grant`() throws {
    let (server, url) = try scene.serve([Flows.nativeAuth])
    for file in [
      "GeneratedClients/sign-up.ts", "EndToEndTests/TypeScript/caller.ts", "EndToEndTests/TypeScript/drive.js",
    ] {
      let bytes = try #require(readFile(Repository.root + "/Tests/" + file))
      scene.folder.write(String(file.split(separator: "/").last ?? ""), String(decoding: bytes, as: UTF8.self))
    }
    let compiled = try run(
      "/usr/bin/tsc",
      ["--strict", "--target", "ES2020", "--lib", "ES2020,DOM", "--module", "commonjs", "caller.ts"],
      folder: scene.folder.path)
    #expect(compiled.status == 0, "\(compiled.output)")
    let result = try run("/usr/bin/env", ["node", "drive.js", url, "mail"], folder: scene.folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        refused attributes_invalid email
        code a***@example.com 8
        wrong The code is wrong.
        cancelled connection
        lost connection
        beaten movedOn
        completed ada@example.com true
        ended movedOn
        not offered notOffered
        between unavailable 7
        between tooManyRequests 7
        led away connection
        told elsewhere: nothing

        """)
    try scene.end(server)
  }
}

/// Beside the events of a sign-up over JSON lines.
private typealias Client = GeneratedClients.SignUp

/// A call has come to something else than the test is about.
private struct Astray: Error {}
