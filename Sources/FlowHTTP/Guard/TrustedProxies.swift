public import FlowRuntime

/// The proxies in front of a server, which say for whom they ask. What anybody else says of that is not believed.
///
/// One header alone is read: the one that the proxies write. Another one that they pass on may come from the client.
public struct TrustedProxies: Hashable, Sendable {
  /// Where the proxies say for whom they ask.
  public enum Header: String, Sendable, CaseIterable {
    /// `X-Forwarded-For`, and `X-Forwarded-Proto`.
    case forwardedFor = "x-forwarded-for"
    /// `Forwarded` (RFC 7239).
    case forwarded
  }

  /// Their addresses.
  public var networks: [IPNetwork]
  /// The header that they write.
  public var header: Header

  /// Proxies at some addresses; none: every connection is a client's own.
  public init(_ networks: [IPNetwork] = [], header: Header = .forwardedFor) {
    self.networks = networks
    self.header = header
  }

  /// Whether an address is one of theirs.
  func trusts(_ address: String) -> Bool { !networks.isEmpty && IPAddress(address).map(trusts) ?? false }

  private func trusts(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// For whom a request came over a connection: its address, and whether it came to the proxy over TLS, if that is known.
  /// The list is read from its end, as far as those who wrote it are trusted.
  func client(of connection: String, _ headers: HTTPHeaders) -> (address: String, isSecure: Bool?) {
    guard trusts(connection) else { return (connection, nil) }
    let (nodes, scheme) = said(headers)
    var client = connection
    for node in nodes.reversed() {
      guard let address = node.flatMap({ IPAddress(node: $0) }) else { break }
      client = address.text
      if !trusts(address) { break }
    }
    return (client, ["https": true, "http": false][scheme?.lowercased() ?? ""])
  }

  /// The nodes that the header lists, and the scheme that the last proxy was asked by.
  private func said(_ headers: HTTPHeaders) -> (nodes: [String?], scheme: String?) {
    switch header {
    case .forwardedFor:
      (Self.list(headers, "X-Forwarded-For"), Self.list(headers, "X-Forwarded-Proto").last ?? nil)
    case .forwarded:
      {
        let elements = Self.list(headers, "Forwarded").map(Self.pairs)
        return (elements.map { $0["for"] }, elements.last?["proto"])
      }()
    }
  }

  private static func list(_ headers: HTTPHeaders, _ name: String) -> [String] {
    headers.values(name).flatMap { parts(of: $0, at: ",") }
  }

  /// The parameters of an element of `Forwarded`, by name in lower case.
  private static func pairs(_ element: String) -> [String: String] {
    var pairs: [String: String] = [:]
    for part in parts(of: element, at: ";") {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = part[part.index(after: equals)...]
      let isQuoted = value.utf8.count >= 2 && value.first == "\"" && value.last == "\""
      pairs[part[..<equals].lowercased()] = String(isQuoted ? value.dropFirst().dropLast() : value)
    }
    return pairs
  }

  /// The parts of a text between separators outside quotes, without the blanks around them.
  private static func parts(of text: String, at separator: Character) -> [String] {
    var (parts, part, isQuoted) = ([String](), "", false)
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted {
        parts.append(part)
        part = ""
      } else if isQuoted || character != " " && character != "\t" {
        part.append(character)
      }
    }
    return parts + [part]
  }
}
