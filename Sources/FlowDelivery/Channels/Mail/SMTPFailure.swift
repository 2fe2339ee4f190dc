import CCurl
import FlowModel
import FlowRuntime

/// Why a mail server did not take a mail: what that means for the mail, and what somebody can change.
struct SMTPFailure {
  let code: CURLcode
  let transcript: SMTPTranscript
  let settings: MailSettings
  /// Whom the mail was for.
  let recipient: String

  /// The error, with what the server said in words, which name no secret.
  var error: DeliveryError {
    // At a log-in it may repeat what it was told.
    guard transcript.stage != .login, transcript.status >= 400, let said = transcript.words else { return cause }
    let local = recipient.prefix { $0 != "@" }
    let secrets = [String(local), settings.login?.user, settings.login?.password].compactMap(\.self)
    return ServerWords(said, hiding: secrets).map { .quoting($0.text, cause) } ?? cause
  }

  private var place: String { "\(settings.host):\(settings.port)" }

  private var cause: DeliveryError {
    if let address = transcript.refused {
      return .temporary(
        "the mail server was not called: its name leads to \(address.text), which is no public address, and not among "
          + "those that are allowed (`--allow-hosts`)", .settings)
    }
    if transcript.lacksUTF8 {
      return .undeliverable("the mail server does not take addresses with other letters than ASCII (SMTPUTF8)")
    }
    return answered ?? unanswered
  }

  /// What its answer means.
  private var answered: DeliveryError? {
    let said = "\(transcript.status)" + (transcript.detail.map { " \($0)" } ?? "")
    switch (transcript.status / 100, transcript.stage) {
    case (4, _): return .temporary("the mail server said \"later\" (\(said))", .busy)
    case (5, _) where transcript.status == 530 && transcript.stage != .login:
      return .temporary(
        settings.login == nil
          ? "the mail server wants a log-in, or TLS, first (\(said)): give `user` and `password`, and look at `tls`"
          : "the mail server wants TLS first (\(said)): look at `tls` and `port`", .settings)
    case (5, .recipient):
      // Of a mail server's policy, such as that it wants a log-in first, the address knows nothing (RFC 3463, 3.8).
      if transcript.detail?.hasPrefix("5.7.") == true {
        return .temporary(
          "the mail server's policy refuses the mail (\(said)): look at `user`, `from`, and from where it takes mail",
          .settings)
      }
      return .undeliverable("the mail server refuses the address (\(said))")
    case (5, .sender) where transcript.needsUTF8:
      return .undeliverable("the mail server refuses the address (\(said))")
    case (5, .sender):
      return .temporary(
        "the mail server refuses the sender (\(said)): look at `from` and `envelope-from`, and who may send by them",
        .settings)
    case (5, .content): return .permanent("the mail server refuses the mail (\(said))")
    case (5, .login):
      return .temporary("the mail server refuses the user or the password (\(said)): look at both", .settings)
    case (5, .encryption):
      return .temporary("the mail server refuses to encrypt (\(said)): look at `tls` and `port`", .settings)
    case (5, _): return .temporary("the mail server refuses us (\(said)): \(place) may be none for us", .settings)
    default: return nil
    }
  }

  /// What it means that there was none.
  private var unanswered: DeliveryError {
    let words = String(cString: lazy_curl_easy_strerror(code))
    let isImplicit = settings.encryption == .implicit
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return .temporary(
        "the name of the mail server, \(settings.host), leads nowhere: look at `host`, and at this machine's DNS",
        .connection)
    case CURLE_COULDNT_CONNECT:
      return .temporary(
        "nothing answers at \(place): look at `host` and `port`, and at firewalls, or the mail server is down",
        .connection)
    case CURLE_OPERATION_TIMEDOUT where transcript.stage == .connecting:
      return .temporary(
        "the mail server did not answer in time: look at `host` and `port` (\(place)), and at firewalls"
          + (settings.encryption == .startTLS ? "; where it begins with TLS write `tls: implicit`" : ""), .timeout)
    case CURLE_OPERATION_TIMEDOUT: return .temporary("the mail server did not answer in time", .timeout)
    case CURLE_ABORTED_BY_CALLBACK: return .temporary("it was not waited for", .timeout)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
      return .temporary(
        "no connection to the mail server is safe: its certificate is not one for \(settings.host) that "
          + (settings.authorities == nil ? "this machine trusts: give its authority's as `ca`" : "`ca` vouches for")
          + ", or `host` has another name (\(words))", .settings)
    case CURLE_USE_SSL_FAILED:
      return .temporary(
        "no connection to the mail server is safe: \(place) offers no STARTTLS: look at `port`, which is 587 mostly, or write "
          + "`tls: implicit`, mostly with port 465", .settings)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER:
      return .temporary(
        "no connection to the mail server is safe: "
          + (isImplicit && transcript.status == 0
            ? "\(place) may not begin with TLS: write `tls: starttls`, or look at `port`, which is 465 mostly"
            : words),
        .settings)
    case CURLE_LOGIN_DENIED:
      return .temporary("the mail server refuses the user or the password: look at both", .settings)
    default:
      // Without a greeting it may wait for TLS to begin.
      let isSilent = transcript.stage == .connecting && settings.encryption == .startTLS
      return .temporary(
        "the mail server was not reached, or left: \(words)"
          + (isSilent ? "; where \(place) begins with TLS write `tls: implicit`" : ""), .connection)
    }
  }
}
