import FlowModel
import FlowRuntime

/// Where web hooks may be: schemes and names of hosts, and addresses that are not public.
///
/// A host is judged twice: its name before it is looked up, and the address that the connection is really made to. So a name
/// that leads to an address of the machine, of the network around it, or of a cloud's metadata leads nowhere, whatever a
/// name server says of it, and when.
public struct AllowedHosts: Hashable, Sendable {
  private struct Host: Hashable {
    var isSecure: Bool
    /// In lower case; `*`: any; `*.example.com`: any below `example.com`.
    var name: String
    var port: UInt16?
    /// Addresses that it may lead to though they are not public.
    var networks: [IPNetwork] = []

    func allows(_ url: HookURL) -> Bool {
      guard isSecure == url.isSecure, port == nil || port == url.port else { return false }
      if name.hasPrefix("*") { return name == "*" || url.host.hasSuffix(name.dropFirst()) }
      return name == url.host
    }
  }

  private var hosts: [Host]
  /// Addresses that any host may lead to though they are not public.
  private var networks: [IPNetwork]

  private init(_ hosts: [Host], _ networks: [IPNetwork]) {
    self.hosts = hosts
    self.networks = networks
  }

  private static let loopback = ["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) }

  /// Any host at a public address, over HTTPS.
  public static let `public` = AllowedHosts([Host(isSecure: true, name: "*")], [])

  /// Any host at a public address over HTTPS, and this machine.
  public static let publicAndLocal = AllowedHosts(
    [Host(isSecure: true, name: "*")] + ["localhost", "127.0.0.1", "::1"].map { Host(isSecure: false, name: $0) },
    loopback)

  /// Reads a list with commas between: `hooks.example.com`, `*.example.com`, `*`, `https://hooks.example.com:8443`,
  /// `http://localhost:9000`, addresses and networks. A name without a scheme is one over HTTPS. An address or a network is
  /// allowed though it is not public, whichever host leads to it. With a scheme it is a host, which leads to itself alone, as
  /// `localhost` does to this machine. Nil, and what cannot be read.
  public static func reading(_ list: String) -> (hosts: AllowedHosts?, wrong: String) {
    var allowed = AllowedHosts([], [])
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let text = String(part.drop { $0 == " " })
      guard allowed.add(text) else { return (nil, text) }
    }
    return (allowed, "")
  }

  private mutating func add(_ text: String) -> Bool {
    if let network = IPNetwork(text) {
      networks.append(network)
      if IPAddress(text) != nil { hosts.append(Host(isSecure: true, name: text.lowercased())) }
      return true
    }
    // What stands behind a star is read as if it were below some name.
    let (name, hasStar) = Self.withoutStar(text)
    guard let url = HookURL(name.contains("://") ? name : "https://\(name)"),
      url.text.utf8.count(where: { $0 == 0x2F }) == 3,
      url.text.hasSuffix("/")
    else { return false }
    let host = hasStar ? "*" + url.host.dropFirst() : url.host
    guard !hasStar || host == "*" || host.hasPrefix("*.") && host.utf8.count > 2 else { return false }
    var entry = Host(isSecure: url.isSecure, name: host, port: url.namesPort ? url.port : nil)
    entry.networks = host == "localhost" ? Self.loopback : IPNetwork(host).map { [$0] } ?? []
    hosts.append(entry)
    return true
  }

  /// A text with an `x` in place of a star where a host begins.
  private static func withoutStar(_ text: String) -> (String, Bool) {
    for scheme in ["https://", "http://", ""] where text.hasPrefix(scheme + "*") {
      return (scheme + "x" + text.dropFirst(scheme.utf8.count + 1), true)
    }
    return (text, false)
  }

  /// Why a URL must not be called, as the end of a sentence; nil where it may.
  public func refusal(of url: String) -> String? {
    guard let url = HookURL(url) else { return "its URL is none that can be called" }
    return refusal(of: url)
  }

  func refusal(of url: HookURL) -> String? {
    let shown = "\(url.isSecure ? "https" : "http")://\(url.host)"
    let address = IPAddress(url.host)
    guard hosts.contains(where: { $0.allows(url) }) || url.isSecure && address.map(isNamed) == true else {
      return "\(shown) is not among the hosts that are allowed (`--allow-hosts`)"
    }
    guard let address, !allows(address, for: url) else { return nil }
    return "\(address.text) is no public address, and not among those that are allowed (`--allow-hosts`)"
  }

  private func isNamed(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Whether a connection to an address may be made, to call a URL.
  func allows(_ address: IPAddress, for url: HookURL) -> Bool {
    address.isPublic || isNamed(address)
      || hosts.contains { host in host.allows(url) && host.networks.contains { $0.contains(address) } }
  }
}
