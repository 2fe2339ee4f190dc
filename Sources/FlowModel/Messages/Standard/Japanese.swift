extension StandardMessages.Language {
  static let japanese = Self(
    code: .init(subject: "認証コードのお知らせ", text: "認証コードは \(.code) です。有効期限は\(.lifetime)です。"),
    link: .init(subject: "リンクのお知らせ", text: "続けるには、次のリンクを開いてください。有効期限は\(.lifetime)です。\n\(.link)"),
    invitation: .init(
      subject: "ご招待",
      text: "アカウントの作成に招待されました。次のリンクを開いてください。有効期限は\(.lifetime)です。\n\(.link)"),
    notices: [
      .welcome: .init(
        subject: "ようこそ",
        text: "アカウントの準備ができました。今後はこのアドレスでサインインできます。"),
      .addressChanged: .init(
        subject: "アドレスが変更されました",
        text: "アカウントのアドレスが変更され、このアドレスではサインインできなくなりました。お心当たりがない場合は、すぐにご連絡ください。"),
      .passwordChanged: .init(
        subject: "パスワードが変更されました",
        text: "アカウントのパスワードが変更されました。お心当たりがない場合は、すぐにご連絡ください。"),
      .accountDeleted: .init(
        subject: "アカウントが削除されました",
        text: "ご依頼のとおりアカウントを削除しました。ご利用ありがとうございました。お心当たりがない場合は、すぐにご連絡ください。"),
      .signedIn: .init(
        subject: "新しいサインイン",
        text: "アカウントへのサインインがありました。お心当たりがない場合は、すぐにご連絡ください。"),
    ])
}
