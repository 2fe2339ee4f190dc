import FlowRuntime

extension IPAddress {
  /// Addresses that are not of the public Internet, by IANA's special-purpose registries (RFC 6890), multicast, and those in
  /// which an IPv4 address is hidden.
  private static let special = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].compactMap { IPNetwork($0) }

  /// Of IPv6 what is assigned for the public Internet at all (RFC 4291).
  private static let global = IPNetwork("2000::/3")

  /// The network whose addresses end in the IPv4 address that is meant (NAT64, RFC 6052).
  private static let translated = IPNetwork("64:ff9b::/96")

  /// Whether it is an address of the public Internet.
  var isPublic: Bool {
    if bytes.count == 16 {
      if Self.translated?.contains(self) == true { return IPAddress(bytes: Array(bytes.suffix(4)))?.isPublic == true }
      guard Self.global?.contains(self) == true else { return false }
    }
    return !Self.special.contains { $0.contains(self) }
  }
}
