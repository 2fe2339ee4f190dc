import FlowModel

/// The standard English words of a notice.
struct NoticeText {
  let subject: String
  let text: String

  /// The words for a notice's name. One that has none is of a table that was made by hand: its name must do.
  init(_ name: String) {
    (subject, text) =
      switch StandardNotice(rawValue: name) {
      case .welcome: ("Welcome", "Your account is ready. You can sign in with this address from now on.")
      case .addressChanged:
        (
          "Your address was changed",
          "The address of your account was changed, and you no longer sign in with this one. \(notYou)"
        )
      case .passwordChanged:
        ("Your password was changed", "The password of your account was changed. \(notYou)")
      case .accountDeleted:
        ("Your account was deleted", "Your account was deleted, as was asked. We are sorry to see you go. \(notYou)")
      case .signedIn: ("A new sign-in", "Somebody has just signed in to your account. \(notYou)")
      case nil: ("A notice", name)
      }
  }
}

private let notYou = "If that was not you, tell us at once."
