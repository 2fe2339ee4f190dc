extension StandardMessages.Language {
  static let french = Self(
    code: .init(subject: "Votre code", text: "Votre code est \(.code). Il est valable \(.lifetime)."),
    link: .init(
      subject: "Votre lien", text: "Ouvrez ce lien pour continuer ; il est valable \(.lifetime) :\n\(.link)"),
    invitation: .init(
      subject: "Vous êtes invité",
      text: "Vous êtes invité à créer un compte. Ouvrez ce lien ; il est valable \(.lifetime) :\n\(.link)"),
    notices: [
      .welcome: .init(
        subject: "Bienvenue",
        text: "Votre compte est prêt. Vous pouvez désormais vous connecter avec cette adresse."),
      .addressChanged: .init(
        subject: "Votre adresse a été modifiée",
        text:
          "L’adresse de votre compte a été modifiée ; vous ne vous connectez plus avec celle-ci. Si ce n’était pas vous, prévenez-nous tout de suite."
      ),
      .passwordChanged: .init(
        subject: "Votre mot de passe a été modifié",
        text: "Le mot de passe de votre compte a été modifié. Si ce n’était pas vous, prévenez-nous tout de suite."),
      .accountDeleted: .init(
        subject: "Votre compte a été supprimé",
        text:
          "Votre compte a été supprimé, comme demandé. Nous regrettons votre départ. Si ce n’était pas vous, prévenez-nous tout de suite."
      ),
      .signedIn: .init(
        subject: "Nouvelle connexion",
        text: "Quelqu’un vient de se connecter à votre compte. Si ce n’était pas vous, prévenez-nous tout de suite."),
    ])
}
