import CCurl
import FlowClient

/// A client of libcurl alone: one handle, one connection, forms made by hand, and of each answer the token.
///
/// INVARIANT: used by one thread at a time, each call awaited before the next.
final class BareClient: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  private let base: String
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var body: [UInt8] = []

  init(port: UInt16) {
    guard lazy_curl_load() == nil, let handle = lazy_curl_easy_init() else { fatalFlow("no libcurl") }
    self.handle = handle
    base = "http://127.0.0.1:\(port)/native-auth/"
    for line in ["Accept: application/json", "client-request-id: 6b0a1d2e-0000-4000-8000-000000000001", "Expect:"] {
      headers = lazy_curl_slist_append(headers, line)
    }
    _ = lazy_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    _ = lazy_curl_set_headers(handle, headers)
    _ = lazy_curl_set_receiver(
      handle,
      { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let client = Unmanaged<BareClient>.fromOpaque(context).takeUnretainedValue()
        client.body += UnsafeRawBufferPointer(start: bytes, count: size * count)
        return size * count
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func close() {
    lazy_curl_easy_cleanup(handle)
    lazy_curl_slist_free_all(headers)
  }

  /// Starts a sign-up and has its code sent; the token to go on with.
  func begin(_ address: String) -> String {
    let types = "oob%20password%20redirect"
    let attributes = "%7B%22city%22%3A%22Boston%22%2C%22country%22%3A%22United%20States%22%7D"
    let name = PercentEncoding.encode(address)
    let started = post("signup/v1.0/start", "&username=\(name)&challenge_type=\(types)&attributes=\(attributes)")
    return post("signup/v1.0/challenge", "&continuation_token=\(started)&challenge_type=\(types)")
  }

  func end(_ token: String, _ code: String) {
    _ = post("signup/v1.0/continue", "&continuation_token=\(token)&grant_type=oob&oob=\(code)")
  }

  private func post(_ path: String, _ fields: String) -> String {
    let form = Array("client_id=browser\(fields)".utf8)
    body.removeAll(keepingCapacity: true)
    _ = lazy_curl_set_string(handle, CURLOPT_URL, base + path)
    _ = lazy_curl_set_body(handle, form, form.count)
    guard lazy_curl_easy_perform(handle) == CURLE_OK, lazy_curl_response_code(handle) == 200 else {
      fatalFlow(String(decoding: body, as: UTF8.self))
    }
    let text = String(decoding: body, as: UTF8.self)
    guard let mark = text.firstRange(of: "\"continuation_token\":\"") else { fatalFlow(text) }
    return String(text[mark.upperBound...].prefix { $0 != "\"" })
  }
}
