import FlowJSON
import Testing

@Suite("Native auth: sign-up", .overBothTransports)
struct SignUpTests {
  @Test
  func `a code, a password and two pages of attributes make an account that is signed in`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.startSignUp("ada@example.com")
    #expect(start.outline == "200")
    let challenge = try await client.challenge("signup/v1.0", start.token)
    #expect(challenge["challenge_type"] == "oob")
    #expect(challenge["challenge_channel"] == "email")
    #expect(challenge["binding_method"] == "prompt")
    #expect(challenge["code_length"] == 8)
    #expect(challenge["interval"] == 30)
    #expect(challenge["challenge_target_label"]?.string?.contains("*") == true)

    let code = try await client.go("signup/v1.0", challenge.token, "oob", await world.code())
    #expect(code.outline == "400 credential_required 55103")
    let password = try await client.challenge("signup/v1.0", code.token)
    #expect(password["challenge_type"] == "password")

    let missing = try await client.go("signup/v1.0", password.token, "password", Client.password)
    #expect(missing.outline == "400 attributes_required 55106")
    #expect(missing.names("required_attributes") == ["country", "city"])
    let next = try await client.go("signup/v1.0", missing.token, "attributes", Client.place)
    #expect(next.outline == "400 attributes_required 55106")
    #expect(next.names("required_attributes") == ["age", "newsletter", "interests"])
    let done = try await client.go("signup/v1.0", next.token, "attributes", Client.about)
    #expect(done.outline == "200")

    let tokens = try await client.token(done.token, "continuation_token", "username", "ada@example.com")
    #expect(tokens.outline == "200")
    #expect(tokens["token_type"] == "Bearer")
    #expect(tokens["scope"] == "openid profile offline_access")
  }

  @Test
  func `required attributes say their name, type, need and form`() async throws {
    let world = try await World()
    let client = world.client("browser")
    let start = try await client.beginSignUp("ada@example.com", ["attributes": Client.place])
    let list = try await client.go("signup/v1.0", start.token, "oob", await world.code())
    #expect(
      list["required_attributes"] == [
        ["name": "age", "type": "integer", "required": true, "options": ["regex": "^-?[0-9]+$"]],
        ["name": "newsletter", "type": "boolean", "required": true, "options": ["regex": "^(?:true|false)$"]],
        [
          "name": "interests", "type": "list", "required": false,
          "options": ["regex": "^(?:music|sport|code|travel)(?:,(?:music|sport|code|travel))*$"],
        ],
      ])
  }

  @Test
  func `attributes of several pages can be given at once`() async throws {
    let world = try await World()
    let client = world.client("browser")
    let start = try await client.beginSignUp("ada@example.com")
    let code = try await client.go("signup/v1.0", start.token, "oob", await world.code())
    #expect(code.names("required_attributes") == ["country", "city"])
    let all = #"{"country":"Spain","city":"Vigo","age":"36","newsletter":"false","shoeSize":"44"}"#
    #expect(try await client.go("signup/v1.0", code.token, "attributes", all).outline == "200")
  }

  /// Clients differ in the token that they send the rest with: iOS has the new one, the JavaScript SDK its first.
  @Test(arguments: [true, false])
  func `attributes can be given one after the other`(_ usesNew: Bool) async throws {
    let world = try await World()
    let client = world.client("browser")
    let start = try await client.beginSignUp("ada@example.com")
    let first = try await client.go("signup/v1.0", start.token, "oob", await world.code())
    var newest = first
    func give(_ attributes: String) async throws -> Answer {
      let answer = try await client.go(
        "signup/v1.0", usesNew ? newest.token : first.token, "attributes", attributes)
      if !answer.token.isEmpty { newest = answer }
      return answer
    }
    let country = try await give(#"{"country":"Spain"}"#)
    #expect(country.outline == "400 attributes_required 55106")
    #expect(country.names("required_attributes") == ["city"])
    #expect(country["error_description"]?.string?.hasSuffix("Something is missing. (City)") == true, "\(country)")
    #expect(country["required_attributes"]?.array?.first?["required"] == true)
    // What is still missing is all that it takes.
    let place = try await give(#"{"city":"Vigo"}"#)
    #expect(place.names("required_attributes") == ["age", "newsletter", "interests"])
    let interests = try await give(#"{"interests":"music"}"#)
    #expect(interests.names("required_attributes") == ["age", "newsletter"])
    // What is wrong is named, what was right beside it is kept.
    let young = try await give(#"{"age":"12","newsletter":"true"}"#)
    #expect(young.outline == "400 invalid_grant attribute_validation_failed")
    #expect(young.names("invalid_attributes") == ["age"])
    #expect(young["error_description"]?.string?.hasSuffix(" Age: Please give at least 16.") == true, "\(young)")
    let nothing = try await give("{}")
    #expect(nothing.names("required_attributes") == ["age"])
    // The last word counts.
    #expect(try await give(#"{"interests":"sport"}"#).names("required_attributes") == ["age"])
    #expect(try await give(#"{"age":"36"}"#).outline == "200")
    let account = try await world.account("ada@example.com")
    #expect(
      account == [
        "email": "ada@example.com", "country": "Spain", "city": "Vigo", "age": 36, "newsletter": true,
        "interests": ["sport"],
      ])
  }

  @Test
  func `the last attributes are answered again where the answer was lost`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.beginSignUp(
      "ada@example.com", ["password": Client.password, "attributes": Client.place])
    let asked = try await client.go("signup/v1.0", start.token, "oob", await world.code())
    let lost = try await client.go("signup/v1.0", asked.token, "attributes", Client.about)
    let again = try await client.go("signup/v1.0", asked.token, "attributes", Client.about)
    #expect(lost.outline == "200" && again.outline == "200")
    // Other ones are not: the account is made.
    let others = try await client.go("signup/v1.0", asked.token, "attributes", #"{"age":"37","newsletter":"true"}"#)
    #expect(others.outline == "400 invalid_request 55200")
    #expect(try await client.token(again.token, "continuation_token").outline == "200")
  }

  @Test
  func `a person who has an account is told at the start`() async throws {
    let world = try await World()
    try await world.client().signUp("ada@example.com")
    #expect(try await world.client().startSignUp("ada@example.com").outline == "400 user_already_exists 1003037")
  }

  @Test(arguments: ["", "ada", "ada@blocked.example", "a b@example.com"])
  func `a user name that nothing can be sent to is refused`(_ name: String) async throws {
    let client = try await World().client()
    var answer = try await client.startSignUp(name)
    // That nothing can be sent to an address shows when it is tried.
    if name == "ada@blocked.example" { answer = try await client.challenge("signup/v1.0", answer.token) }
    #expect(answer.outline == "400 invalid_request 90100")
    #expect(answer["error_description"]?.string?.contains("username parameter is empty or not valid") == true)
  }

  @Test(arguments: [
    ("Short1", "password_too_short"), ("alllowercase", "password_too_weak"), ("Password1", "password_banned"),
    (String(repeating: "aA1", count: 100), "password_too_long"),
    (String(repeating: "aA1", count: 2000), "password_too_long"),
  ])
  func `a bad password is refused at the start`(_ password: String, _ suberror: String) async throws {
    let answer = try await World().client().startSignUp("ada@example.com", ["password": password])
    #expect(answer.outline == "400 invalid_grant \(suberror) 399246")
  }

  @Test
  func `invalid attributes are named at the start`() async throws {
    let client = try await World().client()
    let answer = try await client.startSignUp(
      "ada@example.com", ["attributes": #"{"country":"<script>","extension_0f_city":"1"}"#])
    #expect(answer.outline == "400 invalid_grant attribute_validation_failed")
    #expect(answer.names("invalid_attributes") == ["country", "city"])
    #expect(try await client.startSignUp("a@b.example", ["attributes": "[1]"]).outline == "400 invalid_request 900144")
  }

  @Test
  func `a password where the flow has no place for one is refused`() async throws {
    let answer = try await World().client("browser").startSignUp("ada@example.com", ["password": Client.password])
    #expect(answer.error == "unsupported_auth_method")
  }

  @Test
  func `of two who sign up with one address the slower is told`() async throws {
    let world = try await World()
    let client = world.client()
    let fields: KeyValuePairs = ["password": Client.password, "attributes": Client.place]
    let slow = try await client.beginSignUp("ada@example.com", fields)
    let token = try await client.go("signup/v1.0", slow.token, "oob", await world.code()).token
    try await client.signUp("ada@example.com")
    let late = try await client.go("signup/v1.0", token, "attributes", Client.about)
    #expect(late.outline == "400 user_already_exists 1003037")
  }

  @Test
  func `wrong, old and exhausted codes are told apart`() async throws {
    let world = try await World()
    let client = world.client()
    let token = try await client.beginSignUp("ada@example.com").token
    let code = await world.code()
    let wrong = code == "00000000" ? "00000001" : "00000000"
    for _ in 0..<5 {
      let answer = try await client.go("signup/v1.0", token, "oob", wrong)
      #expect(answer.outline == "400 invalid_grant invalid_oob_value 50181")
    }
    #expect(
      try await client.go("signup/v1.0", token, "oob", code).outline == "400 invalid_grant invalid_oob_value 501811")
    let other = try await client.beginSignUp("bob@example.com").token
    world.clock.advance(seconds: 601)
    let late = try await client.go("signup/v1.0", other, "oob", await world.code())
    #expect(late.outline == "400 invalid_grant invalid_oob_value 50184")
  }

  @Test
  func `a bad password after the code keeps the page and the token`() async throws {
    let world = try await World()
    let client = world.client()
    let start = try await client.beginSignUp("ada@example.com", ["attributes": Client.place])
    let token = try await client.go("signup/v1.0", start.token, "oob", await world.code()).token
    let weak = try await client.go("signup/v1.0", token, "password", "alllowercase")
    #expect(weak.outline == "400 invalid_grant password_too_weak 399246")
    #expect(weak.token.isEmpty)
    #expect(try await client.go("signup/v1.0", token, "password", Client.password).error == "attributes_required")
  }

  @Test
  func `invalid attributes keep the page and the token`() async throws {
    let world = try await World()
    let client = world.client("browser")
    let start = try await client.beginSignUp("ada@example.com", ["attributes": Client.place])
    let token = try await client.go("signup/v1.0", start.token, "oob", await world.code()).token
    let young = try await client.go("signup/v1.0", token, "attributes", #"{"age":"12","newsletter":"maybe"}"#)
    #expect(young.outline == "400 invalid_grant attribute_validation_failed")
    #expect(young.names("invalid_attributes") == ["age", "newsletter"])
    #expect(try await client.go("signup/v1.0", token, "attributes", Client.about).outline == "200")
  }

  @Test
  func `a client without codes is sent to a browser`() async throws {
    let client = try await World().client()
    for types in ["redirect", "password redirect"] {
      let answer = try await client.post(
        "signup/v1.0/start", ["username": "ada@example.com", "challenge_type": types])
      #expect(answer.outline == "200")
      #expect(answer["challenge_type"] == "redirect")
      #expect(answer["redirect_reason"] != nil)
    }
  }
}
