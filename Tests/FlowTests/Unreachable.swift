/// What stands in a flow because an effect could answer it, and cannot happen there; with the reason.
struct Unreachable {
  let flow: String
  /// The beginning of `Place.what`.
  let what: String
  let reason: String

  static let all: [Unreachable] = [
    // Passwords are checked before there is an account.
    Unreachable(
      flow: "sign-up-password", what: "check-first-password.recently_used", reason: "there is no account yet"),
    Unreachable(flow: "sign-up-password", what: "check-password.recently_used", reason: "there is no account yet"),
    Unreachable(
      flow: "sign-up-password", what: "create-account.too_", reason: "check-password was asked in the same step"),
    Unreachable(
      flow: "sign-up-password", what: "create-account.banned", reason: "check-password was asked in the same step"),
    Unreachable(
      flow: "reset-by-function", what: "check-password.recently_used", reason: "no account was looked for yet"),
    Unreachable(
      flow: "reset-by-function", what: "set-password.too_", reason: "check-password was asked in the same step"),
    Unreachable(
      flow: "reset-by-function", what: "set-password.banned", reason: "check-password was asked in the same step"),
    Unreachable(flow: "set-new-password", what: "check-password.recently_used", reason: "the account is not known yet"),
    Unreachable(
      flow: "retry-confirmation", what: "confirm-account.already", reason: "is-pending was asked in the same step"),
  ]

  func covers(_ place: Place) -> Bool { place.flow == flow && place.what.hasPrefix(what) }

  static func places(of all: Set<Place>) -> Set<Place> {
    all.filter { place in Self.all.contains { $0.covers(place) } }
  }
}
