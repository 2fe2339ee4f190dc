public import FlowRuntime

/// What a server allows its clients.
public struct HTTPLimits: Hashable, Sendable {
  /// How many seconds a client may take to send a request wholly, to take its answer, or to stay silent in between.
  public var clientSeconds = 30
  /// The greatest size of request line and headers, in bytes.
  public var headerBytes = 8 << 10
  /// The greatest size of a body, in bytes.
  public var bodyBytes = 1 << 20
  /// The greatest size of all bodies in memory, in bytes; a request beyond it is answered 503.
  public var bodyBytesInMemory = 64 << 20
  /// How many connections are open at once; more wait to be accepted.
  public var connections = 4096
  /// How many of them one IP address may have, or one /64 network of IPv6; more are closed at once, of which
  /// the log has a line a minute. Trusted proxies may have any number.
  public var connectionsPerAddress = 256

  /// The defaults.
  public init() {}
}

/// Where a server finds its certificate: PEM files.
public struct TLSFiles: Hashable, Sendable {
  /// The file of the certificate chain, the server's own first.
  public var certificate: String
  /// The file of the private key.
  public var key: String

  /// Two files.
  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// How a server runs.
public struct ServerSettings: Sendable {
  /// Where it listens.
  public var address: ListenAddress
  /// What it allows its clients.
  public var limits = HTTPLimits()
  /// The proxies that ask for others.
  public var proxies = TrustedProxies()
  /// Its certificate; nil: plain HTTP.
  public var tls: TLSFiles?
  /// How many threads serve connections; nil: one for each processor, two at least.
  public var threads: Int?
  /// Takes a record of each request when it is over.
  public var accessLog: (@Sendable (AccessRecord) -> Void)?
  /// Takes what the operator shall read.
  public var log: any OperatorLog = NoPorts()

  /// The defaults at an address.
  public init(address: ListenAddress) { self.address = address }
}

/// Why a server does not start.
public enum ServerStartError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address is not free, or none of this machine's; the system's reason.
  case address(String, reason: String)
  /// A PEM file cannot be read.
  case file(String, reason: String)
  /// The certificate cannot be used; why.
  case certificate(String)
  /// libmicrohttpd is missing or refused the settings.
  case library(String)

  /// A sentence for the operator.
  public var description: String {
    switch self {
    case .address(let address, let reason): "cannot listen at \(address): \(reason)"
    case .file(let path, let reason): "cannot read \(path): \(reason)"
    case .certificate(let reason): "the certificate cannot be used: \(reason)"
    case .library(let reason): "cannot start the HTTP server: \(reason)"
    }
  }
}
