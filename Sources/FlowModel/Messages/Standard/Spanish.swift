extension StandardMessages.Language {
  static let spanish = Self(
    code: .init(subject: "Su código", text: "Su código es \(.code). Es válido durante \(.lifetime)."),
    link: .init(
      subject: "Su enlace", text: "Abra este enlace para continuar; es válido durante \(.lifetime):\n\(.link)"))
}
