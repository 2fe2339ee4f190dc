import CCurl
import FlowModel
import FlowRuntime

/// One POST through libcurl: no redirects, no proxy, no other protocols than HTTP and HTTPS, certificates verified, and no
/// connection to an address that is not allowed. Each has a connection of its own, so that each is judged.
struct HTTPCall {
  let url: HookURL
  let hosts: AllowedHosts
  let headers: [String]
  let body: [UInt8]

  /// Sends the request and waits for the whole answer; blocks. Any status outside 200 to 299 is a failure.
  func perform(by deadline: Deadline) throws(CallFailure) -> [UInt8] {
    if let reason = lazy_curl_load() {
      throw CallFailure("was not called: libcurl could not be loaded, \(String(cString: reason))")
    }
    guard let handle = lazy_curl_easy_init() else { throw CallFailure("was not called: no memory") }
    defer { lazy_curl_easy_cleanup(handle) }
    // The empty header keeps libcurl from asking for leave before it sends a long body.
    let list = (headers + ["Expect:"]).reduce(nil) { lazy_curl_slist_append($0, $1) }
    defer { lazy_curl_slist_free_all(list) }
    let received = Received(url, hosts)
    let context = Unmanaged.passUnretained(received).toOpaque()
    var judgement = lazy_curl_judgement(judge: judge, context: context)

    let code = withExtendedLifetime(received) {
      withUnsafePointer(to: &judgement) { judgement in
        configure(handle, headers: list, context: context, milliseconds: deadline.remaining)
          ?? nonzero(lazy_curl_set_judgement(handle, judgement)) ?? nonzero(lazy_curl_easy_perform(handle))
      }
    }
    if received.isTooLarge { throw .tooLarge }
    if code != nil, let address = received.refused {
      throw CallFailure(
        "was not called: its host leads to \(address.text), which is no public address, and not among those that are "
          + "allowed (`--allow-hosts`)")
    }
    switch code {
    case nil: break
    case CURLE_OPERATION_TIMEDOUT?: throw .late
    case let code?:
      throw CallFailure("could not be called: \(reason(code))", .connection)
    }
    let status = lazy_curl_response_code(handle)
    guard (200..<300).contains(status) else {
      throw CallFailure("answered with HTTP status \(status)", .status(status))
    }
    return received.bytes
  }

  /// Why there is no answer, and what to look at. libcurl's own words stand for what is rare.
  private func reason(_ code: CURLcode) -> String {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: "its host leads nowhere: look at `url`, and at this machine's DNS"
    case CURLE_COULDNT_CONNECT: "nothing answers there: look at `url`, and at firewalls, or it is down"
    case CURLE_PEER_FAILED_VERIFICATION:
      "no connection is safe: its certificate is not one for its host that this machine trusts"
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      "the connection broke before there was a whole answer"
    default: "libcurl says: \(String(cString: lazy_curl_easy_strerror(code)))"
    }
  }

  /// Sets all options; the first error ends it.
  private func configure(
    _ handle: UnsafeMutableRawPointer, headers: UnsafeMutablePointer<curl_slist>?, context: UnsafeMutableRawPointer,
    milliseconds: Int
  ) -> CURLcode? {
    // Zero milliseconds would mean no limit. Signals are for programs of one thread.
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_POST, 1), (CURLOPT_TIMEOUT_MS, max(1, milliseconds)),
      (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_PATH_AS_IS, 1), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
    ]
    let texts = [(CURLOPT_URL, url.text), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, "usher")]
    for (option, value) in numbers {
      if let code = nonzero(lazy_curl_set_long(handle, option, value)) { return code }
    }
    for (option, value) in texts {
      if let code = nonzero(lazy_curl_set_string(handle, option, value)) { return code }
    }
    return nonzero(lazy_curl_set_direct(handle)) ?? nonzero(lazy_curl_set_body(handle, body, body.count))
      ?? nonzero(lazy_curl_set_headers(handle, headers))
      ?? nonzero(lazy_curl_set_receiver(handle, receive, context))
  }
}

private func nonzero(_ code: CURLcode) -> CURLcode? { code == CURLE_OK ? nil : code }

/// The answer as it comes in, and what was refused on the way to it.
private final class Received {
  let url: HookURL
  let hosts: AllowedHosts
  var bytes: [UInt8] = []
  var isTooLarge = false
  /// An address that was not connected to.
  var refused: IPAddress?

  init(_ url: HookURL, _ hosts: AllowedHosts) {
    self.url = url
    self.hosts = hosts
  }
}

/// Whether a connection to an address may be made, which libcurl is about to open.
private let judge: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Bool = {
  context, bytes, count in
  guard let context, let address = IPAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count))) else {
    return false
  }
  let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
  if received.hosts.allows(address, for: received.url) { return true }
  received.refused = address
  return false
}

/// libcurl's write callback. Taking less than is offered ends the transfer.
private let receive: curl_write_callback = { data, size, count, context in
  guard let data, let context else { return 0 }
  let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
  let length = size * count
  guard received.bytes.count + length <= answerLimit else {
    received.isTooLarge = true
    return 0
  }
  received.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: length))
  return length
}
