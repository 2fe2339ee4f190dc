extension StandardMessages.Language {
  static let czech = Self(
    code: .init(subject: "Váš kód", text: "Váš kód je \(.code). Platí \(.lifetime)."),
    link: .init(subject: "Váš odkaz", text: "Pokračujte otevřením tohoto odkazu; platí \(.lifetime):\n\(.link)"),
    invitation: .init(
      subject: "Pozvánka",
      text: "Pozvali vás. Účet založíte otevřením tohoto odkazu; platí \(.lifetime):\n\(.link)"),
    notices: [
      .welcome: .init(
        subject: "Vítejte",
        text: "Váš účet je připraven. Od nynějška se přihlašujete touto adresou."),
      .addressChanged: .init(
        subject: "Vaše adresa byla změněna",
        text: "Adresa vašeho účtu byla změněna; touto se už nepřihlásíte. Pokud jste to nebyli vy, ihned nám to sdělte."
      ),
      .passwordChanged: .init(
        subject: "Vaše heslo bylo změněno",
        text: "Heslo k vašemu účtu bylo změněno. Pokud jste to nebyli vy, ihned nám to sdělte."),
      .accountDeleted: .init(
        subject: "Váš účet byl smazán",
        text: "Váš účet byl na žádost smazán. Je nám líto, že odcházíte. Pokud jste to nebyli vy, ihned nám to sdělte."),
      .signedIn: .init(
        subject: "Nové přihlášení",
        text: "Někdo se právě přihlásil k vašemu účtu. Pokud jste to nebyli vy, ihned nám to sdělte."),
    ])
}
