import CCurl
import FlowModel
import FlowRuntime

/// A connection to a mail server that is kept for the next mail, as libcurl keeps it in its handle.
///
/// INVARIANT: used by one thread at a time, as `SMTPConnections` hands it to one alone.
final class SMTPConnection: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  /// Whether the server that it is connected to offers SMTPUTF8.
  private var offersUTF8 = false

  /// How long a mail may take, in milliseconds: less than the engine waits.
  private static let limit = 25_000
  private static let connectLimit = 10_000

  init?() {
    guard lazy_curl_load() == nil, let handle = lazy_curl_easy_init() else { return nil }
    self.handle = handle
  }

  deinit { lazy_curl_easy_cleanup(handle) }

  /// Hands one mail over; blocks.
  func send(
    _ mail: [UInt8], to recipient: EmailAddress, _ settings: MailSettings, _ hosts: AllowedHosts, _ cancel: CancelFlag
  ) throws(DeliveryError) {
    guard let place = settings.place else { throw .temporary("its mail server's name is none", .settings) }
    if let refusal = hosts.refusal(of: place) {
      throw .temporary("the mail server was not called: \(refusal)", .settings)
    }
    let needsUTF8 = recipient.needsUTF8 || settings.envelopeFrom.needsUTF8 || settings.from.address.needsUTF8
    let transcript = SMTPTranscript(
      mail: mail, needsUTF8: needsUTF8, offersUTF8: offersUTF8, place: place, hosts: hosts, isCancelled: cancel)
    let context = Unmanaged.passUnretained(transcript).toOpaque()
    var judgement = lazy_curl_judgement(judge: SMTPCallbacks.judge, context: context)
    let recipients = lazy_curl_slist_append(nil, "<\(recipient.wire)>")
    defer { lazy_curl_slist_free_all(recipients) }
    let code = withExtendedLifetime(transcript) {
      withUnsafePointer(to: &judgement) { judgement in
        configure(settings, recipients, context) ?? failure(lazy_curl_set_judgement(handle, judgement))
          ?? failure(lazy_curl_easy_perform(handle))
      }
    }
    offersUTF8 = transcript.offersUTF8
    if code == nil, transcript.status / 100 == 2 { return }
    throw Self.error(code ?? CURLE_OK, transcript)
  }

  private func configure(
    _ settings: MailSettings, _ recipients: UnsafeMutablePointer<curl_slist>?, _ context: UnsafeMutableRawPointer
  ) -> CURLcode? {
    let encryption = settings.encryption == .startTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_UPLOAD, 1), (CURLOPT_TIMEOUT_MS, Self.limit),
      (CURLOPT_CONNECTTIMEOUT_MS, Self.connectLimit), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_USE_SSL, Int(encryption.rawValue)),
      (CURLOPT_NOPROGRESS, 0),
    ]
    for (option, value) in numbers {
      if let code = failure(lazy_curl_set_long(handle, option, value)) { return code }
    }
    let texts: [(CURLoption, String?)] = [
      (CURLOPT_URL, settings.url), (CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
      (CURLOPT_MAIL_FROM, "<\(settings.envelopeFrom.wire)>"), (CURLOPT_USERNAME, settings.login?.user),
      (CURLOPT_PASSWORD, settings.login?.password),
    ]
    for (option, value) in texts {
      if let code = failure(lazy_curl_set_string(handle, option, value)) { return code }
    }
    if let authorities = settings.authorities,
      let code = failure(lazy_curl_set_authorities(handle, authorities, authorities.count))
    {
      return code
    }
    return failure(lazy_curl_set_direct(handle)) ?? failure(lazy_curl_set_recipients(handle, recipients))
      ?? failure(lazy_curl_set_reader(handle, SMTPCallbacks.read, context))
      ?? failure(lazy_curl_set_receiver(handle, SMTPCallbacks.discard, context))
      ?? failure(lazy_curl_set_progress(handle, SMTPCallbacks.progress, context))
      ?? failure(lazy_curl_set_witness(handle, SMTPCallbacks.witness, context))
  }

  /// What a failure means for the mail. The server's words are not repeated: they may name the address.
  private static func error(_ code: CURLcode, _ transcript: SMTPTranscript) -> DeliveryError {
    if let address = transcript.refused {
      return .temporary(
        "the mail server was not called: its name leads to \(address.text), which is no public address, and not among "
          + "those that are allowed (`--allow-hosts`)", .settings)
    }
    if transcript.lacksUTF8 {
      return .undeliverable("the mail server does not take addresses with other letters than ASCII (SMTPUTF8)")
    }
    let said = "\(transcript.status)" + (transcript.detail.map { " \($0)" } ?? "")
    switch (transcript.status / 100, transcript.stage) {
    case (4, _): return .temporary("the mail server said \"later\" (\(said))", .busy)
    case (5, .recipient):
      // Of a mail server's policy, such as that it wants a log-in first, the address knows nothing (RFC 3463, 3.8).
      if transcript.detail?.hasPrefix("5.7.") == true || transcript.status == 530 {
        return .temporary("the mail server's policy refuses the mail (\(said))", .settings)
      }
      return .undeliverable("the mail server refuses the address (\(said))")
    case (5, .sender) where transcript.needsUTF8:
      return .undeliverable("the mail server refuses the address (\(said))")
    case (5, .content): return .permanent("the mail server refuses the mail (\(said))")
    case (5, .login): return .temporary("the mail server refuses the user or the password (\(said))", .settings)
    case (5, .encryption): return .temporary("the mail server refuses to encrypt (\(said))", .settings)
    case (5, _): return .temporary("the mail server refuses us (\(said))", .settings)
    default: break
    }
    let words = String(cString: lazy_curl_easy_strerror(code))
    switch code {
    case CURLE_OPERATION_TIMEDOUT: return .temporary("the mail server did not answer in time", .timeout)
    case CURLE_ABORTED_BY_CALLBACK: return .temporary("it was not waited for", .timeout)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM:
      return .temporary("no connection to the mail server is safe: \(words)", .settings)
    case CURLE_LOGIN_DENIED: return .temporary("the mail server refuses the user or the password", .settings)
    default: return .temporary("the mail server was not reached, or left: \(words)", .connection)
    }
  }
}

private func failure(_ code: CURLcode) -> CURLcode? { code == CURLE_OK ? nil : code }
