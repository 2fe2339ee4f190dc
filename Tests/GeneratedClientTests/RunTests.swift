import EngineSupport
import FlowClient
import GeneratedClients
import Synchronization
import Testing

/// Runs of the generated clients, against a server in this process.
@Suite(.timeLimit(.minutes(5)))
struct RunTests {
  private let ada = Scene.ada

  @Test func `a sign-up goes from its start to a grant, which signs in with tokens`() async throws {
    let scene = try await Scene()
    guard case .identify(let identify) = try await scene.signUp.start() else { throw Astray() }
    #expect(identify.title == "Create your account" && identify.fields.map(\.name) == ["email", "country", "city"])
    guard case .proveEmailEnterCode(let page) = try await identify.submit(email: ada) else { throw Astray() }
    #expect(page.sent?.to == "a***@example.com" && page.sent?.codeLength == 8 && page.sent?.resendAfter == 30)
    guard case .collectAttributesWhereYouLive(let place) = try await page.submit(code: scene.code()) else {
      throw Astray()
    }
    guard case .collectAttributesAboutYou(let about) = try await place.submit(country: "Norway", city: "Oslo") else {
      throw Astray()
    }
    guard case .completed(let done) = try await about.submit(age: 36, newsletter: false, interests: [.music, .code])
    else { throw Astray() }
    #expect(done.email == ada && !done.accountId.isEmpty)

    let signIn = SignIn(over: scene.connection, as: .ios)
    guard case .identify(let start) = try await signIn.start(),
      case .completed(let session) = try await start.continue(grant: done.grant.value)
    else { throw Astray() }
    #expect(session.accountId == done.accountId && !session.tokens.accessToken.value.isEmpty)
    #expect(session.tokens.expiresIn > 0)
  }

  @Test func `a wrong code is a result with the page to go on from, and its code is never shown`() async throws {
    let scene = try await Scene()
    let page = try await scene.codePage()
    let code = try await scene.code()
    guard case .invalidCode(let failure) = try await page.submit(code: code == "12345678" ? "12345679" : "12345678")
    else { throw Astray() }
    #expect(failure.problem.code == "invalid_code" && failure.message == "The code is wrong.")
    guard case .tooManyCodes(let early) = try await failure.page.resend() else { throw Astray() }
    #expect(early.problem.retryAfter ?? 0 > 0)
    guard case .collectAttributesWhereYouLive = try await early.page.submit(code: code) else { throw Astray() }
  }

  @Test func `what is not valid is refused, with the field and why`() async throws {
    let scene = try await Scene()
    guard case .refused(let problem) = try await scene.signUp.start(email: "nobody") else { throw Astray() }
    #expect(problem.code == "attributes_invalid" && problem.fields == ["email"])
    #expect(problem.complaints["email"]?.code == "wrong_form")
    #expect(problem.complaints["email"]?.parameters["expected"] == "email")
    guard case .identify(let identify) = try await scene.signUp.start(),
      case .refused(let failure) = try await identify.submit(email: "nobody"),
      case .proveEmailEnterCode = try await failure.page.submit(email: ada)
    else { throw Astray() }
  }

  @Test func `what the run has already is told`() async throws {
    let scene = try await Scene()
    guard case .proveEmailEnterCode(let page) = try await scene.signUp.start(email: ada, country: "Norway"),
      case .collectAttributesWhereYouLive(let place) = try await page.submit(code: scene.code())
    else { throw Astray() }
    #expect(place.country == "Norway" && place.city == nil)
  }

  @Test func `of two calls on one state one wins, and the other has a typed error`() async throws {
    let scene = try await Scene()
    guard case .proveEmailEnterCode(let page) = try await scene.signUp.start(email: ada),
      case .collectAttributesWhereYouLive(let place) = try await page.submit(code: scene.code())
    else { throw Astray() }
    let answers = await withTaskGroup(of: FlowError?.self) { group in
      for city in ["Oslo", "Bergen", "Tromsø"] {
        group.addTask { await error { () throws(FlowError) in try await place.submit(country: "Norway", city: city) } }
      }
      return await group.reduce(into: [FlowError?]()) { $0.append($1) }
    }
    #expect(answers.count { $0 == nil } == 1)
    for case let lost? in answers {
      guard case .movedOn = lost else {
        Issue.record("\(lost)")
        continue
      }
    }
  }

  @Test func `a call that is cancelled leaves the run as it was`() async throws {
    let scene = try await Scene()
    let page = try await scene.codePage()
    let code = try await scene.code()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await error { () throws(FlowError) in try await page.submit(code: code) }
    }
    task.cancel()
    #expect(await task.value == .connection(.cancelled))
    guard case .proveEmailEnterCode(let same) = try await scene.signUp.resume(#require(page.step.token)) else {
      throw Astray()
    }
    #expect(same.step.token == page.step.token)
    guard case .collectAttributesWhereYouLive = try await page.submit(code: code) else { throw Astray() }
  }

  @Test func `an answer that was lost comes again from the same state, and the step is taken once`() async throws {
    let scene = try await Scene()
    let hasBroken = Mutex(false)
    let connection = ChangedConnection(inner: scene.connection) { request, answer throws(ConnectionError) in
      guard request.path == "/v1/runs/events" else { return answer }
      let isFirst = hasBroken.withLock { hasBroken in
        defer { hasBroken = true }
        return !hasBroken
      }
      if isFirst { throw ConnectionError(.interrupted, "The connection broke.") }
      return answer
    }
    guard case .proveEmailEnterCode(let page) = try await SignUp(over: connection, as: .ios).start(email: ada) else {
      throw Astray()
    }
    let code = try await scene.code()
    let failure = await error { () throws(FlowError) in try await page.submit(code: code) }
    guard case .connection(let reason)? = failure, reason.code == .interrupted else { throw Astray() }
    guard case .collectAttributesWhereYouLive = try await page.submit(code: code) else { throw Astray() }
  }

  @Test func `a run that has outlived its time is a typed error`() async throws {
    let scene = try await Scene()
    let page = try await scene.codePage()
    scene.clock.advance(minutes: 31)
    guard case .expired(let problem)? = await error(of: { () throws(FlowError) in try await page.resend() }) else {
      throw Astray()
    }
    #expect(problem.code == "run_expired")
  }
}
