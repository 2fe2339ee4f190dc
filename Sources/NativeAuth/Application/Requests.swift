/// The parameters of a sign-up as they were when it was started.
struct SignUpRequest: Sendable {
  let username: String
  let password: String?
  let attributes: [String: String]?
  let correlation: String

  init(_ parameters: SignUpParameters) {
    username = parameters.username
    password = parameters.password
    attributes = parameters.attributes
    correlation = parameters.correlationId ?? CorrelationID.new()
  }
}

/// The parameters of a sign-in as they were when it was started.
struct SignInRequest: Sendable {
  let username: String
  let password: String?
  let scopes: [String]
  let correlation: String

  init(_ parameters: SignInParameters) {
    username = parameters.username
    password = parameters.password
    scopes = parameters.scopes
    correlation = parameters.correlationId ?? CorrelationID.new()
  }
}
