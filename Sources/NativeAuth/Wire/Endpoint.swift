/// The endpoints of the native-authentication API, version 1, by their paths behind the tenant.
enum Endpoint: String {
  case signUpStart = "signup/v1.0/start"
  case signUpChallenge = "signup/v1.0/challenge"
  case signUpContinue = "signup/v1.0/continue"
  case resetStart = "resetpassword/v1.0/start"
  case resetChallenge = "resetpassword/v1.0/challenge"
  case resetContinue = "resetpassword/v1.0/continue"
  case resetSubmit = "resetpassword/v1.0/submit"
  case resetPoll = "resetpassword/v1.0/poll_completion"
  case signInInitiate = "oauth2/v2.0/initiate"
  case signInChallenge = "oauth2/v2.0/challenge"
  case signInIntrospect = "oauth2/v2.0/introspect"
  case token = "oauth2/v2.0/token"
  case registerIntrospect = "register/v1.0/introspect"
  case registerChallenge = "register/v1.0/challenge"
  case registerContinue = "register/v1.0/continue"
}
