/// How long a mail server is waited for.
struct SMTPPatience: Sendable {
  /// For each answer, but the one behind the mail.
  var answer: Duration
  /// Until the mail is handed over.
  var handing: Duration
  /// For the answer behind the mail: whoever breaks off before may make a copy (RFC 5321, 4.5.3.2.6).
  var end: Duration

  static let standard = SMTPPatience(answer: .seconds(25), handing: .seconds(60), end: .seconds(600))
}
