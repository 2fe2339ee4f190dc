extension StandardMessages.Language {
  static let english = Self(
    code: .init(subject: "Your code", text: "Your code is \(.code). It is valid for \(.lifetime)."),
    link: .init(
      subject: "Your link", text: "Open this link to continue; it is valid for \(.lifetime):\n\(.link)"),
    invitation: .init(
      subject: "You are invited",
      text: "You are invited to make an account. Open this link; it is valid for \(.lifetime):\n\(.link)"),
    notices: [
      .welcome: .init(
        subject: "Welcome",
        text: "Your account is ready. You can sign in with this address from now on."),
      .addressChanged: .init(
        subject: "Your address was changed",
        text:
          "The address of your account was changed, and you no longer sign in with this one. If that was not you, tell us at once."
      ),
      .passwordChanged: .init(
        subject: "Your password was changed",
        text: "The password of your account was changed. If that was not you, tell us at once."),
      .accountDeleted: .init(
        subject: "Your account was deleted",
        text:
          "Your account was deleted, as was asked. We are sorry to see you go. If that was not you, tell us at once."),
      .signedIn: .init(
        subject: "A new sign-in",
        text: "Somebody has just signed in to your account. If that was not you, tell us at once."),
    ])
}
