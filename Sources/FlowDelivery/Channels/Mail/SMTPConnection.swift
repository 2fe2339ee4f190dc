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

  /// How long it may take until the server has let us in, in milliseconds.
  private static let connectLimit = 45_000
  /// How long a mail may take: less than the engine must wait.
  static let longest = SMTPPatience.standard.handing + SMTPPatience.standard.end
  private let patience: SMTPPatience

  init?(patience: SMTPPatience = .standard) {
    self.patience = patience
    guard lazy_curl_load() == nil, let handle = lazy_curl_easy_init() else { return nil }
    self.handle = handle
  }

  deinit { lazy_curl_easy_cleanup(handle) }

  /// Hands one mail over; blocks. `lingers` says whether the answer behind the mail is waited for longer than others. `secrets` are what only its addressee may know; `witness` is told how far it came, whatever came
  /// of it, and `watching` while it goes on.
  func send(
    _ mail: [UInt8], to recipient: EmailAddress, _ settings: MailSettings, _ hosts: AllowedHosts,
    hiding secrets: [String], _ cancel: CancelFlag, lingers: @escaping () -> Bool = { true },
    watching: @escaping (SMTPTranscript) -> Void = { _ in }, witness: (SMTPTranscript) -> Void = { _ in }
  ) throws(DeliveryError) {
    guard let place = settings.place else { throw .temporary("its mail server's name is none", .settings) }
    if let refusal = hosts.refusal(of: place) {
      throw .temporary("the mail server was not called: \(refusal)", .settings)
    }
    let needsUTF8 = recipient.needsUTF8 || settings.envelopeFrom.needsUTF8 || settings.from.address.needsUTF8
    let transcript = SMTPTranscript(
      mail: mail, needsUTF8: needsUTF8, offersUTF8: offersUTF8, settings: settings, place: place, hosts: hosts,
      patience: patience, isCancelled: cancel, lingers: lingers)
    transcript.watcher = watching
    let context = Unmanaged.passUnretained(transcript).toOpaque()
    var judgement = lazy_curl_judgement(judge: SMTPCallbacks.judge, context: context)
    let recipients = lazy_curl_slist_append(nil, "<\(recipient.wire)>")
    defer { lazy_curl_slist_free_all(recipients) }
    let code = withExtendedLifetime(transcript) {
      withUnsafePointer(to: &judgement) { judgement in
        // What a server offers is heard where a connection begins.
        configure(settings, recipients, context)
          ?? failure(lazy_curl_set_long(handle, CURLOPT_FRESH_CONNECT, needsUTF8 && !offersUTF8 ? 1 : 0))
          ?? failure(lazy_curl_set_judgement(handle, judgement))
          ?? failure(lazy_curl_easy_perform(handle))
      }
    }
    offersUTF8 = transcript.offersUTF8
    witness(transcript)
    if code == nil, transcript.status / 100 == 2 { return }
    throw SMTPFailure(
      code: code ?? CURLE_OK, transcript: transcript, settings: settings, recipient: recipient.wire, secrets: secrets,
      verification: lazy_curl_verification(handle)
    ).error
  }

  /// In milliseconds.
  private static let limit = Int(longest.components.seconds) * 1000

  private func configure(
    _ settings: MailSettings, _ recipients: UnsafeMutablePointer<curl_slist>?, _ context: UnsafeMutableRawPointer
  ) -> CURLcode? {
    let encryption = settings.encryption == .startTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_UPLOAD, 1), (CURLOPT_TIMEOUT_MS, Self.limit),
      // The transcript's patience is shorter.
      (CURLOPT_SERVER_RESPONSE_TIMEOUT, Self.limit / 1000), (CURLOPT_CONNECTTIMEOUT_MS, Self.connectLimit),
      (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
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
}

private func failure(_ code: CURLcode) -> CURLcode? { code == CURLE_OK ? nil : code }
