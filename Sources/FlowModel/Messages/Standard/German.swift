extension StandardMessages.Language {
  static let german = Self(
    code: .init(subject: "Ihr Code", text: "Ihr Code ist \(.code). Er gilt \(.lifetime)."),
    link: .init(
      subject: "Ihr Link", text: "Öffnen Sie diesen Link, um fortzufahren; er gilt \(.lifetime):\n\(.link)"))
}
