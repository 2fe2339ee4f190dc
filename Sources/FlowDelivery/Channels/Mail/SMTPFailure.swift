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
  /// What only they may know.
  let secrets: [String]
  /// What was found of the server's certificate (`X509_V_ERR_…`); 0: nothing.
  let verification: Int

  /// The error, with what the server said in words, which name no secret.
  var error: DeliveryError {
    // At a log-in it may repeat what it was told.
    guard transcript.stage != .login, transcript.status >= 400, let said = transcript.words else { return cause }
    let local = recipient.prefix { $0 != "@" }
    let login = [settings.login?.user, settings.login?.password].compactMap(\.self)
    return ServerWords(said, hiding: [String(local)] + login + secrets).map { .quoting($0.text, cause) } ?? cause
  }

  private var place: String { "\(settings.host):\(settings.port)" }

  private var cause: DeliveryError {
    if let address = transcript.refused {
      return .temporary(
        "the mail server was not called: its name leads to \(address.text), which is no public address, and not among "
          + "those that are allowed (`--allow-hosts`)", .settings)
    }
    if transcript.lacksUTF8 {
      let lack = "the mail server does not take addresses with other letters than ASCII (it offers no SMTPUTF8)"
      return recipient.utf8.allSatisfy { $0 < 0x80 }
        ? .temporary("\(lack): look at `from` and `envelope-from`", .settings) : .undeliverable(lack)
    }
    if transcript.lacksLogin {
      return .temporary(
        "the mail server offers no log-in (AUTH), and `user` and `password` are given: look at `port` and `tls`, or leave "
          + "them out where it wants none", .settings)
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

  /// An answer did not come in time.
  private var late: DeliveryError {
    let step =
      switch transcript.stage {
      case .connecting: ""
      case .hello: " EHLO"
      case .encryption: " STARTTLS"
      case .login: " the log-in (AUTH)"
      case .sender: " the sender (MAIL FROM)"
      case .recipient: " the address (RCPT TO)"
      case .content: " the mail (DATA)"
      }
    let seconds = max(1, transcript.waited)
    if transcript.isHandedOver { return unacknowledged("\(seconds) s were waited") }
    guard step.isEmpty else {
      return .temporary("the mail server did not answer\(step) in time: \(seconds) s were waited", .timeout)
    }
    return .temporary(
      "the mail server did not answer in time: \(seconds) s were waited; look at `host` and `port` (\(place)), and at firewalls"
        + (settings.encryption == .startTLS ? "; where it begins with TLS write `tls: implicit`" : ""), .timeout)
  }

  /// The mail was handed over, and nothing was answered to that.
  private func unacknowledged(_ how: String) -> DeliveryError {
    .temporary(
      "no answer from the mail server after the mail was handed over (\(how)): it may have been delivered; it is tried again with "
        + "the same Message-ID", .unanswered)
  }

  /// What is wrong with its certificate, as OpenSSL numbers it.
  private var certificate: String {
    let trust = settings.authorities == nil ? "give its authority's as `ca`" : "`ca` is another one's"
    return switch verification {
    case 9: "its certificate is not valid yet: look at this machine's clock"
    case 10: "its certificate has expired: whoever keeps it must renew it, or look at this machine's clock"
    case 18, 19: "its certificate is self-signed, and nobody vouches for it: \(trust)"
    case 2, 20, 21:
      "its certificate is of an authority that "
        + (settings.authorities == nil ? "this machine does not trust: \(trust)" : "`ca` does not name: \(trust)")
    // libcurl compares the names first, and has asked OpenSSL nothing then.
    case 0, 1: "its certificate is not one for \(settings.host): `host` has another name than the certificate"
    default:
      "its certificate is not one for \(settings.host) that "
        + (settings.authorities == nil ? "this machine trusts: \(trust)" : "`ca` vouches for")
        + " (OpenSSL says \(verification))"
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
    case CURLE_OPERATION_TIMEDOUT: return late
    case CURLE_ABORTED_BY_CALLBACK where transcript.isLate: return late
    case _ where transcript.isHandedOver:
      return unacknowledged(
        code == CURLE_ABORTED_BY_CALLBACK ? "it was not waited for any longer" : "the connection broke: \(words)")
    case CURLE_ABORTED_BY_CALLBACK: return .temporary("it was not waited for", .timeout)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
      return .temporary("no connection to the mail server is safe: \(certificate)", .settings)
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
