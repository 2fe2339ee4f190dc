extension StandardMessages.Language {
  static let japanese = Self(
    code: .init(subject: "認証コードのお知らせ", text: "認証コードは \(.code) です。有効期限は\(.lifetime)です。"),
    link: .init(subject: "リンクのお知らせ", text: "続けるには、次のリンクを開いてください。有効期限は\(.lifetime)です。\n\(.link)"))
}
