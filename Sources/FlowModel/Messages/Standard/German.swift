extension StandardMessages.Language {
  static let german = Self(
    code: .init(subject: "Ihr Code", text: "Ihr Code ist \(.code). Er gilt \(.lifetime)."),
    link: .init(
      subject: "Ihr Link", text: "Öffnen Sie diesen Link, um fortzufahren; er gilt \(.lifetime):\n\(.link)"),
    invitation: .init(
      subject: "Ihre Einladung",
      text: "Sie sind eingeladen, ein Konto anzulegen. Öffnen Sie diesen Link; er gilt \(.lifetime):\n\(.link)"),
    notices: [
      .welcome: .init(
        subject: "Willkommen",
        text: "Ihr Konto ist bereit. Sie können sich ab jetzt mit dieser Adresse anmelden."),
      .addressChanged: .init(
        subject: "Ihre Adresse wurde geändert",
        text:
          "Die Adresse Ihres Kontos wurde geändert; mit dieser melden Sie sich nicht mehr an. Wenn Sie das nicht waren, sagen Sie uns sofort Bescheid."
      ),
      .passwordChanged: .init(
        subject: "Ihr Passwort wurde geändert",
        text: "Das Passwort Ihres Kontos wurde geändert. Wenn Sie das nicht waren, sagen Sie uns sofort Bescheid."),
      .accountDeleted: .init(
        subject: "Ihr Konto wurde gelöscht",
        text:
          "Ihr Konto wurde wie gewünscht gelöscht. Schade, dass Sie gehen. Wenn Sie das nicht waren, sagen Sie uns sofort Bescheid."
      ),
      .signedIn: .init(
        subject: "Eine neue Anmeldung",
        text:
          "Jemand hat sich gerade bei Ihrem Konto angemeldet. Wenn Sie das nicht waren, sagen Sie uns sofort Bescheid."),
    ])
}
