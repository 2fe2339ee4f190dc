extension StandardMessages.Language {
  static let czech = Self(
    code: .init(subject: "Váš kód", text: "Váš kód je \(.code). Platí \(.lifetime)."),
    link: .init(subject: "Váš odkaz", text: "Pokračujte otevřením tohoto odkazu; platí \(.lifetime):\n\(.link)"))
}
