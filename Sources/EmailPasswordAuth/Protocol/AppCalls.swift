import FlowJSON

/// The calls of an app that need nobody to be logged in.
struct AppCalls: Sendable {
  /// The Client App ID.
  let app: String

  /// Where the app's server is.
  var location: Call<String> {
    Call(method: .get, path: ["app", app, "location"]) { $0["hostname"]?.string }
  }

  func register(email: String, password: String) -> Call<Void> {
    post("register", ["email": .string(email), "password": .string(password)])
  }

  func confirm(token: String, id: String) -> Call<Void> {
    post("confirm", ["token": .string(token), "tokenId": .string(id)])
  }

  func sendConfirmation(to email: String) -> Call<Void> { post("confirm/send", ["email": .string(email)]) }

  func runConfirmation(of email: String) -> Call<Void> { post("confirm/call", ["email": .string(email)]) }

  func sendReset(to email: String) -> Call<Void> { post("reset/send", ["email": .string(email)]) }

  func runReset(of email: String, password: String, arguments: [AnyBSON]) -> Call<Void> {
    post(
      "reset/call",
      ["email": .string(email), "password": .string(password), "arguments": .array(arguments.map(\.json))])
  }

  func reset(to password: String, token: String, id: String) -> Call<Void> {
    post("reset", ["token": .string(token), "tokenId": .string(id), "password": .string(password)])
  }

  /// `device`: the id that the server gave this app at an earlier log-in.
  func logIn(_ credentials: Credentials, device: String?) -> Call<LogIn> {
    let body: JSONObject
    switch credentials {
    case .emailPassword(let email, let password):
      var about: JSONObject = ["appId": .string(app), "platform": "Linux", "sdk": "Usher"]
      about["deviceId"] = device.map { ["$oid": .string($0)] }
      body = [
        "username": .string(email), "password": .string(password), "options": ["device": .object(about)],
      ]
    }
    return Call(method: .post, path: provider("login"), body: body, read: LogIn.init)
  }

  private func post(_ path: String, _ body: JSONObject) -> Call<Void> { Call(.post, provider(path), body) }

  private func provider(_ path: String) -> [String] {
    ["app", app, "auth", "providers", "local-userpass"] + path.split(separator: "/").map(String.init)
  }
}

/// What the server answers to a log-in.
struct LogIn: Hashable, Sendable {
  let user: String
  let device: String?
  let access: String
  let refresh: String

  init?(_ json: JSON) {
    guard let user = json["user_id"]?.string, let access = json["access_token"]?.string,
      let refresh = json["refresh_token"]?.string
    else { return nil }
    self.user = user
    device = json["device_id"]?.string
    self.access = access
    self.refresh = refresh
  }
}
