extension StandardMessages.Language {
  static let spanish = Self(
    code: .init(subject: "Su código", text: "Su código es \(.code). Es válido durante \(.lifetime)."),
    link: .init(
      subject: "Su enlace", text: "Abra este enlace para continuar; es válido durante \(.lifetime):\n\(.link)"),
    invitation: .init(
      subject: "Tiene una invitación",
      text: "Le invitan a crear una cuenta. Abra este enlace; es válido durante \(.lifetime):\n\(.link)"),
    notices: [
      .welcome: .init(
        subject: "Le damos la bienvenida",
        text: "Su cuenta está lista. Desde ahora puede iniciar sesión con esta dirección."),
      .addressChanged: .init(
        subject: "Su dirección ha cambiado",
        text:
          "La dirección de su cuenta ha cambiado y con esta ya no inicia sesión. Si no ha sido usted, avísenos enseguida."
      ),
      .passwordChanged: .init(
        subject: "Su contraseña ha cambiado",
        text: "La contraseña de su cuenta ha cambiado. Si no ha sido usted, avísenos enseguida."),
      .accountDeleted: .init(
        subject: "Su cuenta se ha eliminado",
        text: "Su cuenta se ha eliminado, como se pidió. Sentimos que se vaya. Si no ha sido usted, avísenos enseguida."
      ),
      .signedIn: .init(
        subject: "Nuevo inicio de sesión",
        text: "Alguien acaba de iniciar sesión en su cuenta. Si no ha sido usted, avísenos enseguida."),
    ])
}
