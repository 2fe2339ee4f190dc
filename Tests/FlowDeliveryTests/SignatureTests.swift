import TestSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import TestSupport
import Testing

@testable import FlowDelivery

/// How requests to web hooks are signed, and whose keys that takes.
@Suite struct SignatureTests {
  private let secrets: TemporaryFolder
  private let key = String(repeating: "k", count: 32)

  init() throws {
    secrets = try TemporaryFolder()
    mkdir(secrets.path + "/shop", 0o700)
    mkdir(secrets.path + "/bank", 0o700)
  }

  private func write(_ name: String, _ text: String, mode: mode_t = 0o600) {
    let file = open(secrets.path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, mode)
    _ = Glibc.write(file, text, text.utf8.count)
    fchmod(file, mode)
    close(file)
  }

  private func call(
    _ url: String, _ secret: FunctionSecret, tenant: String = "shop"
  ) async -> (status: FunctionStatus, reason: String?) {
    var settings = FunctionSettings.development
    settings.secrets = secrets.path
    let function = FunctionDefinition(name: "confirm", target: .http(url), secret: secret)
    return await FunctionGateway(folder: "/", settings: settings).call(
      function, request: ["id": "1", "tenant": .string(tenant)])
  }

  @Test func `HMAC-SHA-256 over a signature base is that of RFC 9421, B.2.5`() throws {
    // The test key of B.1.5 in base64.
    let base64 = "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
    let key = try #require(bytes(base64: base64))
    let signature = MessageSignature(
      [("date", "Tue, 20 Apr 2021 02:07:55 GMT"), ("@authority", "example.com"), ("content-type", "application/json")],
      parameters: "created=1618884473;keyid=\"test-shared-secret\"", key: key)
    #expect(
      signature.input
        == "(\"date\" \"@authority\" \"content-type\");created=1618884473;keyid=\"test-shared-secret\"")
    #expect(signature.value == ":pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:")
  }

  @Test func `method, address, type, id, body and time are signed with the newest key`() async throws {
    write("shop/hook", "\(key)\n\(String(repeating: "o", count: 32))\n")
    let server = try StubServer(#"{"status":"success"}"#)
    #expect(await call(server.url, .file("hook")).status == .success)
    let headers = try #require(server.requests.first).headers
    let input = try #require(headers["signature-input"])
    #expect(
      input.hasPrefix(
        #"usher=("@method" "@target-uri" "content-type" "content-digest" "idempotency-key");created="#))
    for part in [";expires=", ";nonce=\"", ";alg=\"hmac-sha256\"", ";tag=\"usher-function\""] {
      #expect(input.contains(part))
    }
    #expect(input.contains("keyid=\"\(RequestSignature.id(of: Array(key.utf8)))\""))
    #expect(headers["signature"]?.hasPrefix("usher=:") == true)
    #expect(headers["content-digest"]?.hasPrefix("sha-256=:") == true)
    // Two requests are never the same.
    #expect(await call(server.url, .file("hook")).status == .success)
    #expect(server.requests.last?.headers["signature"] != headers["signature"])
  }

  @Test func `the body is signed`() throws {
    let url = try #require(HookURL("https://hooks.example.com/confirm"))
    func headers(_ body: String) -> [String] {
      RequestSignature(url: url, type: "application/json", id: "1", body: Array(body.utf8), key: Array(key.utf8))
        .headers
    }
    // RFC 9530, appendix D.
    #expect(
      headers(#"{"hello": "world"}"# + "\n").first
        == "Content-Digest: sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:")
    for body in ["", "{}"] { #expect(headers(body)[1].contains("\"content-digest\"")) }
    #expect(headers("{}").first != headers("").first)
  }

  @Test func `without its key a function is not called`() async throws {
    let server = try StubServer(#"{"status":"success"}"#)
    #expect(
      await call(server.url, .variable("NO_SUCH_KEY")).reason
        == "was not called: the environment variable USHER_SHOP_NO_SUCH_KEY with its key is not set")
    let absent = await call(server.url, .file("absent")).reason
    #expect(absent?.hasSuffix("shop/absent with its key cannot be read: No such file or directory") == true)
    write("shop/empty", "\n\n")
    #expect(await call(server.url, .file("empty")).reason?.hasSuffix("holds no key") == true)
    #expect(server.requests.isEmpty)
  }

  @Test func `no name and no link leads to what is another tenant's or the server's`() async throws {
    let server = try StubServer(#"{"status":"success"}"#)
    write("bank/hook", key)
    write("server.key", key)
    symlink("../bank/hook", secrets.path + "/shop/neighbour")
    symlink("../server.key", secrets.path + "/shop/outer")
    symlink(secrets.path + "/bank/hook", secrets.path + "/shop/absolute")
    mkdir(secrets.path + "/shop/folder", 0o700)
    mkfifo(secrets.path + "/shop/pipe", 0o600)
    write("shop/open", key, mode: 0o644)
    write("shop/long", String(repeating: key, count: 200))
    for name in [
      "../bank/hook", "../server.key", "/etc/hostname", "..", ".", "", "neighbour", "outer", "absolute", "folder",
      "pipe",
      "open", "long",
    ] {
      let answer = await call(server.url, .file(name))
      #expect(answer.status == .fail && answer.reason?.hasPrefix("was not called: ") == true, "\(name)")
      #expect(answer.reason?.contains(key) == false)
    }
    // A tenant's name leads nowhere else either.
    for tenant in ["../shop", "", ".", "shop/../bank"] {
      #expect(await call(server.url, .file("hook"), tenant: tenant).status == .fail, "\(tenant)")
    }
    #expect(server.requests.isEmpty)
    // A link within the tenant's own folder is fine: that is how secrets are mounted.
    write("shop/real", key)
    symlink("real", secrets.path + "/shop/mounted")
    #expect(await call(server.url, .file("mounted")).status == .success)
  }

  @Test func `no two tenants have a variable in common`() {
    let tenants = ["a", "a-b", "a-b-c", "ab", "b", "a-", "a--b", "x1", "x-1"]
    let variables = ["KEY", "B_KEY", "B__KEY", "C_KEY", "C"]
    var owners: [String: String] = [:]
    for tenant in tenants {
      for variable in variables {
        let name = TenantSecrets.prefix(of: tenant) + variable
        let other = owners.updateValue(tenant, forKey: name)
        #expect(other == nil, "\(name) is of \(other ?? "") and \(tenant)")
      }
    }
    #expect(TenantSecrets.prefix(of: "book-club") == "USHER_BOOK__CLUB_")
    #expect(TenantSecrets.prefix(of: "contoso") == "USHER_CONTOSO_")
    #expect(!FunctionSecret.isVariableName("_B_KEY"))
  }

  @Test func `outside of this machine a key of 32 bytes is demanded`() async throws {
    let function = FunctionDefinition(
      name: "confirm", target: .http("https://hooks.example.invalid/"), secret: .file("short"))
    write("shop/short", String(repeating: "s", count: 31))
    let gateway = FunctionGateway(folder: "/", settings: FunctionSettings(secrets: secrets.path))
    let answer = await gateway.call(function, request: ["tenant": "shop"])
    #expect(answer.reason == "was not called: its key has fewer than 32 bytes")
    var unsigned = function
    unsigned.secret = nil
    #expect(
      await gateway.call(unsigned, request: ["tenant": "shop"]).reason
        == "was not called: it has no `secret`, with which its requests would be signed")
  }

  private func bytes(base64: String) -> [UInt8]? {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bits, count, bytes) = (0, 0, [UInt8]())
    for character in base64.utf8 where character != UInt8(ascii: "=") {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      (bits, count) = (bits << 6 | digit, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }
}
