import FlowModel
import FlowRuntime
import Glibc

/// A message as a mail (RFC 5322, MIME): the same bytes however often it is tried.
struct MailText {
  let bytes: [UInt8]

  /// Writes a mail. The HTML, where there is some, stands behind the plain text, which is always there.
  init(_ message: Message, to: Mailbox, from: Mailbox, replyTo: Mailbox?) {
    let words = message.words
    var text = HeaderField("From", from).line + HeaderField("To", to).line
    if let replyTo { text += HeaderField("Reply-To", replyTo).line }
    text += HeaderField("Subject", text: words.subject).line
    text += "Date: \(Self.date(message.time))\r\n"
    text += "Message-ID: <\(message.id.hex)@\(from.address.asciiDomain ?? "localhost")>\r\n"
    // RFC 3834: nobody's holiday answers it.
    text += "Auto-Submitted: auto-generated\r\n"
    text += HeaderField("Content-Language", text: words.locale.text).line
    text += "MIME-Version: 1.0\r\n"
    if let html = words.html {
      let boundary = "=_\(message.id.hex)"
      text += "Content-Type: multipart/alternative; boundary=\"\(boundary)\"\r\n\r\n"
      for (type, part) in [("plain", words.text), ("html", html)] {
        text += "--\(boundary)\r\n\(Self.part(part, type))\r\n"
      }
      text += "--\(boundary)--\r\n"
    } else {
      text += Self.part(words.text, "plain")
    }
    bytes = Array(text.utf8)
  }

  private static func part(_ text: String, _ type: String) -> String {
    "Content-Type: text/\(type); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
      + quotedPrintable(text) + "\r\n"
  }

  /// A time as in `Mon, 23 Nov 2026 08:15:00 +0000`.
  static func date(_ milliseconds: Milliseconds) -> String {
    var (seconds, parts) = (time_t(milliseconds / 1000), tm())
    guard gmtime_r(&seconds, &parts) != nil else { return "Thu, 01 Jan 1970 00:00:00 +0000" }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    return
      "\(days[Int(parts.tm_wday) % 7]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon) % 12]) "
      + "\(Int(parts.tm_year) + 1900) \(clock) +0000"
  }
}
