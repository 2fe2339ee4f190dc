import EmailPasswordAuth
import EngineSupport
import FlowJSON
import FlowRuntime
import Testing

/// What people do with an app, in process and over HTTP, in both forms of the calls.
@Suite(.serialized) struct Journeys {
  @Test(arguments: Way.allCases, Form.allCases)
  func `register, confirm by link, log in, log out`(way: Way, form: Form) async throws {
    try await withWorld(way) { world, app in
      let app = app(World.byLink)
      let caller = Caller(app: app, form: form)
      try await caller.register()
      #expect(await error { () throws(AppError) in try await caller.logIn() }?.code == .authError)
      #expect(app.currentUser == nil && app.allUsers.isEmpty)
      let link = try await world.link()
      try await caller.confirm(link.token, link.tokenId)
      let user = try await caller.logIn()
      #expect(user.id.utf8.count == 24 && user.isLoggedIn)
      #expect(user.profile.email == Person.ada.email && user.identities.map(\.providerType) == ["local-userpass"])
      #expect(user.accessToken != nil && user.refreshToken != nil)
      #expect(app.currentUser == user && app.allUsers == [user.id: user])
      try await caller.logOut(user)
      #expect(user.state == .loggedOut && user.accessToken == nil && user.refreshToken == nil)
      #expect(app.currentUser == nil && app.allUsers == [user.id: user])
      // Once is enough.
      try await caller.logOut(user)
      #expect(try await caller.logIn() == user)
      #expect(user.isLoggedIn)
    }
  }

  @Test(arguments: Way.allCases, Form.allCases)
  func `a confirmation mail that is sent again; both links are good`(way: Way, form: Form) async throws {
    try await withWorld(way) { world, app in
      let caller = Caller(app: app(World.byLink), form: form)
      #expect(await error { () throws(AppError) in try await caller.resend() }?.code == .userNotFound)
      try await caller.register()
      let first = try await world.link()
      try await caller.resend()
      let second = try await world.link()
      #expect(first != second)
      try await caller.confirm(first.token, first.tokenId)
      #expect(
        await error { () throws(AppError) in try await caller.confirm(second.token, second.tokenId) }?.code
          == .userAlreadyConfirmed)
      #expect(await error { () throws(AppError) in try await caller.resend() }?.code == .userAlreadyConfirmed)
      try await caller.logIn()
    }
  }

  @Test(arguments: Way.allCases, Form.allCases)
  func `a confirmation function: success, fail, pending and a retry`(way: Way, form: Form) async throws {
    try await withWorld(way) { world, app in
      let caller = Caller(app: app(World.byFunction), form: form)
      try await caller.register()
      try await caller.logIn()

      let (bea, email) = (Person.bea, Person.bea.email)
      world.functionsAnswer(.fail)
      let refused = await error { () throws(AppError) in try await caller.register(bea) }
      #expect(refused?.code == .badRequest && refused?.message == "failed to confirm user \"\(email)\"")
      world.functionsAnswer(.pending)
      try await caller.register(bea)
      #expect(await error { () throws(AppError) in try await caller.logIn(bea) }?.code == .authError)
      let first = try world.functionLink()
      world.functionsAnswer(.fail)
      #expect(await error { () throws(AppError) in try await caller.retry(email) }?.code == .badRequest)
      world.functionsAnswer(.pending)
      try await caller.retry(email)
      let second = try world.functionLink()
      #expect(first != second)
      try await caller.confirm(second.token, second.tokenId)
      #expect(await error { () throws(AppError) in try await caller.retry(email) }?.code == .userAlreadyConfirmed)
      try await caller.logIn(bea)
    }
  }

  @Test(arguments: Way.allCases, Form.allCases)
  func `a password reset by mail, which ends the sessions`(way: Way, form: Form) async throws {
    try await withWorld(way) { world, app in
      let app = app(World.atOnce)
      let caller = Caller(app: app, form: form)
      #expect(await error { () throws(AppError) in try await caller.sendReset() }?.code == .userNotFound)
      try await caller.register()
      let user = try await caller.logIn()
      try await caller.sendReset()
      let link = try await world.link()
      let short = await error { () throws(AppError) in try await caller.reset(to: "12345", link.token, link.tokenId) }
      #expect(short?.code == .badRequest && short?.message == "password must be between 6 and 128 characters")
      try await caller.reset(link.token, link.tokenId)
      #expect(
        await error { () throws(AppError) in try await caller.reset(link.token, link.tokenId) }?.code
          == .userpassTokenInvalid)
      #expect(
        await error { () throws(AppError) in _ = try await caller.customData(user) }?.code == .invalidSession)
      #expect(user.state == .loggedOut && app.currentUser == nil)
      #expect(await error { () throws(AppError) in try await caller.logIn() }?.code == .invalidPassword)
      var ada = Person.ada
      ada.password = Person.fresh
      try await caller.logIn(ada)
      #expect(app.currentUser == user)
    }
  }

  @Test(arguments: Way.allCases, Form.allCases)
  func `a password reset by a function: fail, pending, success`(way: Way, form: Form) async throws {
    try await withWorld(way) { world, app in
      let caller = Caller(app: app(World.byFunction), form: form)
      #expect(await error { () throws(AppError) in try await caller.callReset() }?.code == .userNotFound)
      try await caller.register()
      world.functionsAnswer(.fail)
      let failed = await error { () throws(AppError) in try await caller.callReset(args: ["red"]) }
      #expect(failed?.code == .unknown && failed?.status == 400)
      #expect(failed?.localizedDescription == "failed to reset password for user \"ada@example.com\"")

      world.functionsAnswer(.pending)
      try await caller.callReset()
      #expect(world.functions.requests.last?["arguments"] == [])
      try await caller.logIn()
      let link = try world.functionLink()
      var ada = Person.ada
      ada.password = "A-third-password-3"
      try await caller.reset(to: ada.password, link.token, link.tokenId)
      try await caller.logIn(ada)

      world.functionsAnswer(.success)
      try await caller.callReset(args: ["blue", 42, 1.5, true, nil, ["a": ["b"]]])
      #expect(
        world.functions.requests.last?["arguments"] == ["blue", 42, .double(1.5), true, nil, ["a": ["b"]]])
      ada.password = Person.fresh
      try await caller.logIn(ada)
    }
  }

  @Test(arguments: Way.allCases, Form.allCases)
  func `users of one app: the current one, another one, removed, deleted`(way: Way, form: Form) async throws {
    try await withWorld(way) { _, app in
      let app = app(World.atOnce)
      let caller = Caller(app: app, form: form)
      try await caller.register()
      try await caller.register(.bea)
      let ada = try await caller.logIn()
      let bea = try await caller.logIn(.bea)
      #expect(app.currentUser == bea && Set(app.allUsers.keys) == [ada.id, bea.id])
      #expect(try app.switch(to: ada) == ada && app.currentUser == ada)
      try await caller.logOut(ada)
      #expect(app.currentUser == bea)
      #expect(await error { () throws(AppError) in try app.switch(to: ada) }?.code == .userNotLoggedIn)
      #expect(await error { () throws(AppError) in try await caller.delete(ada) }?.code == .userNotLoggedIn)
      try await caller.remove(ada)
      #expect(ada.state == .removed && ada.profile.email == nil && app.allUsers == [bea.id: bea])
      try await caller.delete(bea)
      #expect(bea.state == .removed && app.currentUser == nil && app.allUsers.isEmpty)
      #expect(await error { () throws(AppError) in try await caller.logIn(.bea) }?.code == .invalidPassword)
      // The address is free again.
      try await caller.register(.bea)
      #expect(try await caller.logIn(.bea) != bea)
    }
  }

  @Test(arguments: Way.allCases, Form.allCases)
  func `custom data come with the token, and anew when they are asked for`(way: Way, form: Form) async throws {
    try await withWorld(way) { world, app in
      let caller = Caller(app: app(World.custom), form: form)
      try await caller.register()
      let user = try await caller.logIn()
      #expect(user.customData.isEmpty)
      try await world.change(Person.ada.email, of: "custom-data") { account in
        account.attributes =
          JSON.object([
            "email": .string(Person.ada.email), "nickname": "Adä", "age": 36, "height": .double(1.5), "news": false,
            "interests": ["music"],
          ]).text
      }
      let told: Document = ["nickname": "Adä", "age": 36, "height": 1.5, "news": false, "interests": ["music"]]
      let access = user.accessToken
      #expect(try await caller.customData(user) == told)
      #expect(user.customData == told && user.accessToken != access)
    }
  }
}
