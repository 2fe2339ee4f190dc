extension StandardMessages.Language {
  static let english = Self(
    code: .init(subject: "Your code", text: "Your code is \(.code). It is valid for \(.lifetime)."),
    link: .init(
      subject: "Your link", text: "Open this link to continue; it is valid for \(.lifetime):\n\(.link)"))
}
