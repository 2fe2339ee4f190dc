extension StandardMessages.Language {
  static let french = Self(
    code: .init(subject: "Votre code", text: "Votre code est \(.code). Il est valable \(.lifetime)."),
    link: .init(
      subject: "Votre lien", text: "Ouvrez ce lien pour continuer ; il est valable \(.lifetime) :\n\(.link)"))
}
