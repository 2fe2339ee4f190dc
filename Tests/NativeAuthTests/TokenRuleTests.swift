import FlowJSON
import Testing

/// Section 6 of the protocol: each rule was a failing run of a client when it was broken.
@Suite("Native auth: rules of continuation tokens", .overBothTransports)
struct TokenRuleTests {
  @Test
  func `each success hands out a fresh token`() async throws {
    let world = try await World()
    let client = world.client()
    var seen: [String] = []
    let start = try await client.startSignUp("ada@example.com")
    seen.append(start.token)
    seen.append(try await client.challenge("signup/v1.0", start.token).token)
    world.clock.advance(seconds: 31)
    seen.append(try await client.challenge("signup/v1.0", seen[1]).token)
    seen.append(try await client.go("signup/v1.0", seen[2], "oob", await world.code()).token)
    seen.append(try await client.challenge("signup/v1.0", seen[3]).token)
    #expect(Set(seen).count == seen.count && !seen.contains(""))
  }

  @Test
  func `a failed attempt does not consume the token`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.startSignUp(
      "ada@example.com", ["password": Client.password, "attributes": Client.place])
    let token = try await client.challenge("signup/v1.0", start.token).token
    let wrong = try await client.go("signup/v1.0", token, "oob", "nonsense")
    #expect(wrong.outline == "400 invalid_grant invalid_oob_value 50181")
    #expect(wrong["continuation_token"] == nil)
    let right = try await client.go("signup/v1.0", token, "oob", await world.code())
    #expect(right.error == "attributes_required")
  }

  @Test
  func `a repeated challenge sends a new code, which voids the old one`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.startSignUp("ada@example.com")
    let first = try await client.challenge("signup/v1.0", start.token)
    let old = await world.code()
    #expect(world.box.messages.count == 1)
    world.clock.advance(seconds: 31)
    let second = try await client.challenge("signup/v1.0", first.token)
    #expect(second["challenge_type"] == "oob")
    let new = await world.code()
    #expect(world.box.messages.count == 2)
    if old != new {
      #expect(try await client.go("signup/v1.0", second.token, "oob", old).suberror == "invalid_oob_value")
    }
    #expect(try await client.go("signup/v1.0", second.token, "oob", new).error == "credential_required")
  }

  @Test
  func `after a resend that failed the old token goes on`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.startSignUp("ada@example.com")
    var newest = try await client.challenge("signup/v1.0", start.token)
    // The address gets all the codes that it may in an hour.
    for count in 2...10 {
      world.clock.advance(seconds: 31)
      newest = try await client.challenge("signup/v1.0", newest.token)
      #expect(newest.outline == "200", "\(count)")
    }
    world.clock.advance(seconds: 31)
    #expect(try await client.challenge("signup/v1.0", newest.token).outline == "400 invalid_request 90055")
    #expect(try await client.go("signup/v1.0", newest.token, "oob", await world.code()).error == "credential_required")
  }

  @Test
  func `after attributes that did not suffice both the new and the presented token go on`() async throws {
    for usesNew in [true, false] {
      let world = try await World()
      let client = world.client("browser")
      let start = try await client.beginSignUp("ada@example.com")
      let old = try await client.go("signup/v1.0", start.token, "oob", await world.code()).token
      // Not enough for the page that asks.
      let same = try await client.go("signup/v1.0", old, "attributes", #"{"country":"Spain"}"#)
      #expect(same.outline == "400 attributes_required 55106")
      #expect(same.names("required_attributes") == ["city"])
      #expect(same.token != old && !same.token.isEmpty)
      // Enough for it, and the next page asks.
      let next = try await client.go("signup/v1.0", usesNew ? same.token : old, "attributes", Client.place)
      #expect(next.names("required_attributes") == ["age", "newsletter", "interests"])
      let done = try await client.go("signup/v1.0", usesNew ? next.token : old, "attributes", Client.about)
      #expect(done.outline == "200")
    }
  }

  @Test
  func `the token of an earlier page is good for attributes alone`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.beginSignUp("ada@example.com")
    let code = await world.code()
    let password = try await client.go("signup/v1.0", start.token, "oob", code).token
    // The run is at a page that takes a secret.
    for (grant, value) in [("oob", "00000000"), ("password", Client.password), ("attributes", Client.place)] {
      #expect(try await client.go("signup/v1.0", start.token, grant, value).outline == "400 invalid_request 55200")
    }
    // Whoever lost the answer to the code sends it again, and is answered as before.
    #expect(try await client.go("signup/v1.0", start.token, "oob", code).error == "credential_required")
    let missing = try await client.go("signup/v1.0", password, "password", Client.password)
    #expect(missing.error == "attributes_required")
    // It was handed out before the password was given, and finishes nothing.
    for early in [start.token, password] {
      #expect(try await client.go("signup/v1.0", early, "attributes", Client.place).code == 55200)
    }
    #expect(try await client.challenge("signup/v1.0", password).outline == "400 invalid_request 55200")
    #expect(try await client.go("signup/v1.0", password, "password", "Another-password-1").code == 55200)
  }

  @Test
  func `polling repeats with the token of the submission`() async throws {
    let world = try await World()
    let client = world.client()
    try await client.signUp("ada@example.com")
    let submitted = try await ResetTests.submit(world, "ada@example.com", "Another-Pass-1")
    for _ in 0..<3 {
      let poll = try await client.post("resetpassword/v1.0/poll_completion", ["continuation_token": submitted.token])
      #expect(poll["status"] == "succeeded")
    }
  }

  @Test
  func `a token that has outlived its run is expired`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.startSignUp("ada@example.com")
    world.clock.advance(seconds: 1801)
    #expect(try await client.challenge("signup/v1.0", start.token).outline == "400 expired_token 552003")
    #expect(try await client.go("signup/v1.0", start.token, "oob", "12345678").outline == "400 expired_token 552003")
  }

  @Test
  func `an unknown token, or that of another flow or tenant, is no token here`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.beginSignUp("ada@example.com")
    let code = await world.code()
    for token in [
      "", "x", "A", "Anonsense", String(repeating: "A", count: 49), String(repeating: "é", count: 40),
      start.token + "A",
    ] {
      let answer = try await client.go("signup/v1.0", token, "oob", code)
      #expect(answer.outline == (token.isEmpty ? "400 invalid_request 900144" : "400 invalid_request 55200"))
    }
    #expect(try await client.challenge("resetpassword/v1.0", start.token).outline == "400 invalid_request 55200")
    #expect(try await client.go("resetpassword/v1.0", start.token, "oob", code).outline == "400 invalid_request 55200")
    #expect(try await client.challenge("oauth2/v2.0", start.token).outline == "400 invalid_request 55200")
    #expect(try await client.token(start.token, "oob", "oob", code).outline == "400 invalid_request 55200")
    #expect(try await client.token(start.token, "continuation_token").outline == "400 invalid_request 55200")
    let elsewhere = world.client("strict", tenant: "own-words")
    #expect(try await elsewhere.token(start.token, "oob", "oob", code).outline == "400 invalid_request 55200")
    // Nothing of that has touched the run.
    #expect(try await client.go("signup/v1.0", start.token, "oob", code).error == "credential_required")
  }

  @Test
  func `the token of a completed sign-up signs in once`() async throws {
    let world = try await World()
    let client = world.client()
    let token = try await client.signUp("ada@example.com")
    #expect(try await client.token(token, "continuation_token").outline == "200")
    #expect(try await client.token(token, "continuation_token").outline == "400 invalid_grant 55200")
    #expect(try await client.go("signup/v1.0", token, "oob", "1").outline == "400 invalid_request 55200")
  }

  @Test
  func `of parallel guesses each is an attempt, and parallel right answers are one step`() async throws {
    let world = try await World()
    let client = world.client()
    let token = try await client.beginSignUp("ada@example.com").token
    let code = await world.code()
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<32 { group.addTask { try await client.go("signup/v1.0", token, "oob", "nonsense").outline } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(
      answers == [
        "400 invalid_grant invalid_oob_value 50181": 5, "400 invalid_grant invalid_oob_value 501811": 27,
      ])
    #expect(try await client.go("signup/v1.0", token, "oob", code).code == 501_811)
    let other = try await client.beginSignUp("bob@example.com").token
    let right = await world.code()
    let winners = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try await client.go("signup/v1.0", other, "oob", right).outline } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(winners == ["400 credential_required 55103": 16])
  }
}
