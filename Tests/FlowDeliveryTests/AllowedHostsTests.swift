import TestSupport
import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import TestSupport
import Testing

@testable import FlowDelivery

/// Where web hooks may be.
@Suite struct AllowedHostsTests {
  private func call(_ url: String, _ hosts: AllowedHosts) async -> (status: FunctionStatus, reason: String?) {
    let settings = FunctionSettings(hosts: hosts, demandsSecrets: false)
    return await FunctionGateway(folder: "/", settings: settings).call(
      FunctionDefinition(name: "reach", target: .http(url)), request: ["id": "1"])
  }

  private func hosts(_ list: String) throws -> AllowedHosts {
    try #require(AllowedHosts.reading(list).hosts, "\(list)")
  }

  @Test(arguments: [
    ("hooks.example.com", "https://hooks.example.com/x", true),
    ("hooks.example.com", "https://HOOKS.example.com:8443", true),
    ("hooks.example.com", "http://hooks.example.com/x", false), ("hooks.example.com", "https://example.com/", false),
    ("hooks.example.com", "https://hooks.example.com.evil.net/", false),
    ("*.example.com", "https://a.b.example.com/", true), ("*.example.com", "https://example.com/", false),
    ("*.example.com", "https://evilexample.com/", false),
    ("hooks.example.com:8443", "https://hooks.example.com/", false),
    ("hooks.example.com:443", "https://hooks.example.com/", true),
    ("hooks.example.com:443", "https://hooks.example.com:444/", false),
    ("https://hooks.example.com", "https://hooks.example.com/", true),
    ("http://localhost:9000", "http://localhost:9000/x?y", true), ("http://localhost:9000", "http://localhost/", false),
    ("http://localhost", "https://localhost/", false), ("*", "https://anything.example/", true),
    ("*", "http://anything.example/", false), ("*", "https://127.0.0.1/", false), ("*", "https://10.1.2.3/", false),
    ("*", "https://[::1]/", false), ("*", "https://[::ffff:10.0.0.1]/", false),
    ("*", "https://169.254.169.254/", false),
    ("*", "https://1.1.1.1/", true), ("*", "https://[2606:4700::1111]/", true),
    ("10.0.0.0/8", "https://10.1.2.3/", true),
    ("10.0.0.0/8", "http://10.1.2.3/", false), ("10.0.0.0/8", "https://11.1.2.3/", false),
    ("http://10.0.0.5", "http://10.0.0.5/", true), ("http://10.0.0.5", "http://10.0.0.6/", false),
    ("http://10.0.0.5", "https://10.0.0.5/", false), ("a.example, b.example", "https://b.example/", true),
    ("*,http://localhost:9000", "https://127.0.0.1:9000/", false),
    ("*,http://10.0.0.5:9000", "https://10.0.0.5/", false), ("*,10.0.0.5", "https://10.0.0.5/", true),
  ])
  func `a list names hosts and schemes`(list: String, url: String, isAllowed: Bool) throws {
    let refusal = try hosts(list).refusal(of: url)
    #expect((refusal == nil) == isAllowed, "\(refusal ?? "")")
  }

  @Test(arguments: [
    "", ",", "a.example,", "ftp://a.example", "a.example/path", "*example.com", "*.", "a b", "http://", "10.0.0.0/99",
    "user@a.example", "a.*.example", "a.example:99999",
  ])
  func `what is no host is refused`(list: String) { #expect(AllowedHosts.reading(list).hosts == nil) }

  @Test(arguments: [
    "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0", "192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1",
    "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001:db8::1", "2001::1",
  ])
  func `special addresses are not public`(address: String) throws {
    #expect(!(try #require(IPAddress(address)).isPublic))
  }

  @Test(arguments: ["1.1.1.1", "172.32.0.1", "192.167.0.1", "2606:4700::1111", "2a00::1", "64:ff9b::101:101"])
  func `addresses of the Internet are public`(address: String) throws {
    #expect(try #require(IPAddress(address)).isPublic)
  }

  @Test(arguments: [
    "https://a.example\\@b.example/", "https://a@b.example/", "https://a.example#@b.example/", "https:///x", "https://",
    "https://a.example:80:80/", "https://a.example:/x y", "https://[::1/", "https://[::1]x/", "//a.example/",
    "https://a%2eexample/", "javascript://a.example/", "https://a.example:99999/",
  ])
  func `a URL that could be read in two ways is not called`(url: String) { #expect(HookURL(url) == nil) }

  @Test func `a name that leads to this machine is not connected to, whatever the list says of the name`() async throws
  {
    let server = try StubServer(#"{"status":"success"}"#)
    // The resolver takes such numbers for 127.0.0.1, as a name server might say of any name, and at any time.
    for host in ["2130706433", "0x7f.1", "127.1"] {
      let answer = await call("http://\(host):\(server.port)/", try hosts("http://\(host)"))
      #expect(answer.status == .fail, "\(host)")
    }
    let number = await call("http://2130706433:\(server.port)/", try hosts("http://2130706433"))
    #expect(number.reason?.hasPrefix("was not called: its host leads to 127.0.0.1, which is no public address") == true)
    // What is listed as a host leads to itself: another host does not lead there.
    for list in ["http://2130706433,http://localhost", "http://2130706433,http://127.0.0.1:\(server.port)"] {
      #expect(await call("http://2130706433:\(server.port)/", try hosts(list)).status == .fail, "\(list)")
    }
    #expect(server.requests.isEmpty)
    #expect(await call("http://127.0.0.1:\(server.port)/", try hosts("http://127.0.0.1")).status == .success)
    #expect(await call("http://localhost:\(server.port)/", try hosts("http://localhost")).status == .success)
    #expect(
      await call("http://2130706433:\(server.port)/", try hosts("http://2130706433,127.0.0.0/8")).status == .success)
  }
}
