import HTTPSupport
import FlowHTTP
import Glibc
import Testing

@Suite(.timeLimit(.minutes(2)))
struct TLSTests {
  @Test func `with a certificate it speaks TLS, and nothing older than 1.2`() async throws {
    let folder = try TestCertificate.make()
    defer { TestCertificate.remove(folder) }
    var router = Router()
    router.on(.get, "secure") { HTTPResponse(200, body: Array(($0.origin ?? "").utf8)) }
    let tls = TLSFiles(certificate: folder + "/cert.pem", key: folder + "/key.pem")
    try await withServer(router, { $0.tls = tls }) { server in
      let port = server.port
      let (status, output) = try await blocking {
        try shell(
          """
          python3 -c '
          import http.client, ssl
          context = ssl.create_default_context(cafile="\(folder)/cert.pem")
          client = http.client.HTTPSConnection("localhost", \(port), context=context, timeout=10)
          for _ in range(3):
            client.request("GET", "/secure")
            print(client.getresponse().read().decode())
          old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
          old.check_hostname = False
          old.verify_mode = ssl.CERT_NONE
          old.set_ciphers("ALL:@SECLEVEL=0")
          old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
          try:
            http.client.HTTPSConnection("localhost", \(port), context=old, timeout=10).request("GET", "/secure")
            print("old TLS")
          except OSError: pass
          ' 2>&1 | grep -v Deprecat
          """)
      }
      #expect(status == 0)
      #expect(output.split(separator: "\n").filter { $0 == "https://localhost:\(port)" }.count == 3, "\(output)")
      #expect(!output.contains("old TLS"))
      // Who speaks no TLS is not answered, and nobody else is harmed.
      let plain = try await blocking { try? RawClient(port: port, seconds: 2).ask(request("GET /secure")).status }
      #expect(plain == nil)
    }
  }

  @Test func `files that are missing or do not fit are errors with their reason`() throws {
    let folder = try TestCertificate.make()
    defer { TestCertificate.remove(folder) }
    func start(_ certificate: String, _ key: String) throws {
      var settings = ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0))
      settings.tls = TLSFiles(certificate: certificate, key: key)
      _ = try HTTPServer(settings, handler: Router())
    }
    #expect(throws: ServerStartError.file("/nowhere.pem", reason: "No such file or directory")) {
      try start("/nowhere.pem", folder + "/key.pem")
    }
    #expect(throws: ServerStartError.certificate("certificate and key do not fit together")) {
      try start(folder + "/cert.pem", folder + "/cert.pem")
    }
  }
}
