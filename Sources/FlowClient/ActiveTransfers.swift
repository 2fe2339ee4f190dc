import CCurl

/// What is under way on the driving thread.
struct ActiveTransfers: ~Copyable {
  private final class Active {
    let transfer: Transfer
    let handle: UnsafeMutableRawPointer
    let reception: Reception
    var headers: UnsafeMutablePointer<curl_slist>?

    init(_ transfer: Transfer, _ handle: UnsafeMutableRawPointer, largest: Int) {
      self.transfer = transfer
      self.handle = handle
      reception = Reception(largest: largest)
    }
  }

  private let multi: UnsafeMutableRawPointer
  private let settings: HTTPConnection.Settings
  private var active: [Active] = []
  /// Handles that are free to be used again.
  private var free: [UnsafeMutableRawPointer] = []

  init(multi: UnsafeMutableRawPointer, settings: HTTPConnection.Settings) {
    self.multi = multi
    self.settings = settings
  }

  /// Begins a transfer, or ends it at once where it cannot begin.
  mutating func add(_ transfer: Transfer) {
    if transfer.isCancelled { return transfer.end(.failure(.cancelled)) }
    guard let handle = free.popLast() ?? lazy_curl_easy_init() else {
      return transfer.end(.failure(ConnectionError(.unavailable, "No memory.")))
    }
    let new = Active(transfer, handle, largest: settings.largestAnswer)
    if let code = configure(new) {
      return release(new, .failure(ConnectionError(.malformed, "The request cannot be sent: \(words(code)).")))
    }
    guard lazy_curl_multi_add(multi, handle) == CURLM_OK else {
      return release(new, .failure(ConnectionError(.unavailable, "libcurl takes no further request.")))
    }
    active.append(new)
  }

  /// Ends those that nobody waits for any more.
  mutating func endCancelled() {
    for transfer in active where transfer.transfer.isCancelled { end(transfer, .failure(.cancelled)) }
  }

  /// Ends all.
  mutating func endAll() {
    for transfer in active { end(transfer, .failure(ConnectionError(.unavailable, "The connection was closed."))) }
    for handle in free { lazy_curl_easy_cleanup(handle) }
    free = []
  }

  /// Answers those that are done; whether there were any.
  mutating func handOutDone() -> Bool {
    var code = CURLE_OK
    var isAny = false
    while let handle = lazy_curl_multi_next_done(multi, &code) {
      guard let done = active.first(where: { $0.handle == handle }) else { continue }
      isAny = true
      end(done, result(of: done, code))
    }
    return isAny
  }

  private mutating func end(_ ended: Active, _ result: Result<ClientAnswer, ConnectionError>) {
    lazy_curl_multi_remove(multi, ended.handle)
    active.removeAll { $0 === ended }
    release(ended, result)
  }

  private mutating func release(_ ended: Active, _ result: Result<ClientAnswer, ConnectionError>) {
    lazy_curl_easy_reset(ended.handle)
    free.append(ended.handle)
    lazy_curl_slist_free_all(ended.headers)
    ended.transfer.end(result)
  }

  private func result(of done: Active, _ code: CURLcode) -> Result<ClientAnswer, ConnectionError> {
    if done.reception.isTooLarge {
      return .failure(ConnectionError(.tooLarge, "The answer is larger than \(settings.largestAnswer) bytes."))
    }
    if code == CURLE_OK {
      let status = lazy_curl_response_code(done.handle)
      return .success(ClientAnswer(status, headers: done.reception.headers, body: done.reception.body))
    }
    return .failure(error(code))
  }

  private func error(_ code: CURLcode) -> ConnectionError {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      ConnectionError(.unreachable, "No connection came about: \(words(code)).")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE:
      ConnectionError(.untrusted, "No safe connection came about: \(words(code)).")
    case CURLE_OPERATION_TIMEDOUT: ConnectionError(.timedOut, "There was no answer in time.")
    case CURLE_URL_MALFORMAT:
      ConnectionError(.malformed, "The request's address is none: \(words(code)).")
    // The scheme is one of HTTP: it is the answer that is none.
    case CURLE_UNSUPPORTED_PROTOCOL: ConnectionError(.interrupted, "What came back is no answer of HTTP.")
    case CURLE_OUT_OF_MEMORY: ConnectionError(.unavailable, "No memory.")
    default: ConnectionError(.interrupted, "The connection broke before the answer was there: \(words(code)).")
    }
  }

  private func words(_ code: CURLcode) -> String { String(cString: lazy_curl_easy_strerror(code)) }

  /// Sets all options; the first error ends it. The active transfer owns what libcurl points to.
  private func configure(_ new: Active) -> CURLcode? {
    let request = new.transfer.request
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_PATH_AS_IS, 1), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_TIMEOUT_MS, milliseconds(settings.timeout)),
      (CURLOPT_CONNECTTIMEOUT_MS, milliseconds(settings.connectTimeout)),
    ]
    let texts = [
      (CURLOPT_URL, new.transfer.url), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, settings.userAgent),
    ]
    for (option, value) in numbers {
      if let code = nonzero(lazy_curl_set_long(new.handle, option, value)) { return code }
    }
    for (option, value) in texts {
      if let code = nonzero(lazy_curl_set_string(new.handle, option, value)) { return code }
    }
    if let authorities = settings.authorities.map({ Array($0.utf8) }),
      let code = nonzero(lazy_curl_set_authorities(new.handle, authorities, authorities.count))
    {
      return code
    }
    // The empty header keeps libcurl from asking for leave before it sends a long body.
    let lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + ["Expect:"]
    new.headers = lines.reduce(nil) { lazy_curl_slist_append($0, $1) }
    let context = Unmanaged.passUnretained(new.reception).toOpaque()
    return method(of: request, new.handle) ?? nonzero(lazy_curl_set_headers(new.handle, new.headers))
      ?? nonzero(lazy_curl_set_receiver(new.handle, receiveBody, context))
      ?? nonzero(lazy_curl_set_header_receiver(new.handle, receiveHeader, context))
  }

  /// The method, with a body where there is one or the method is one that has it.
  private func method(of request: ClientRequest, _ handle: UnsafeMutableRawPointer) -> CURLcode? {
    switch (request.method, request.body.isEmpty) {
    case ("GET", true): nonzero(lazy_curl_set_long(handle, CURLOPT_HTTPGET, 1))
    case ("HEAD", true): nonzero(lazy_curl_set_long(handle, CURLOPT_NOBODY, 1))
    case ("DELETE", true), ("OPTIONS", true):
      nonzero(lazy_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method))
    case ("POST", _): nonzero(lazy_curl_set_body(handle, request.body, request.body.count))
    default:
      nonzero(lazy_curl_set_body(handle, request.body, request.body.count))
        ?? nonzero(lazy_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method))
    }
  }

  /// Zero milliseconds would mean no limit.
  private func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(clamping: max(1, min(seconds, 1 << 31) * 1000 + attoseconds / 1_000_000_000_000_000))
  }
}

private func nonzero(_ code: CURLcode) -> CURLcode? { code == CURLE_OK ? nil : code }
