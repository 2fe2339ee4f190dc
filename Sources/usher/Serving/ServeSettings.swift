import FlowHTTP
import FlowRuntime

/// Where the messages of a server go.
enum Outbox: Hashable {
  /// They leave by their tenants' channels. Those that have none are shown on standard output, which is a terminal.
  case terminal
  /// They leave by their tenants' channels, each of them.
  case channels
  /// All are shown on standard output, whatever it is, and none leaves.
  case output
  /// All are appended to a file, and none leaves.
  case file(String)
  /// They rest in storage.
  case none

  /// Whether messages leave by channels.
  var usesChannels: Bool { self == .terminal || self == .channels }
}

/// What `usher serve` was asked to do.
struct ServeSettings {
  /// The tenants' folders, or folders of tenants.
  var paths: [String] = []
  var address: ListenAddress
  /// Where figures are shown; nil: nothing is counted.
  var metrics: ListenAddress?
  var storage = StorageAccess()
  /// Where messages go.
  var outbox = Outbox.terminal
  var tls: TLSFiles?
  /// Whether what clients send can be read on the way: neither TLS, nor this machine alone, nor a proxy that is known.
  var isOpenPlainHTTP: Bool { tls == nil && !address.isLoopback && proxies.networks.isEmpty }
  /// The names by which it is called.
  var hosts = KnownHosts()
  /// How many runs an address may start of one application; nil: as many as it likes.
  var perApplication: RequestRate? = Site.perApplication
  /// How many runs an address may have open of one application; nil: as many as it likes.
  var openRuns: Int? = Site.openRuns
  /// How often an address may ask; nil: as often as it likes.
  var perAddress: RequestRate? = Site.perAddress
  /// How often an identifier may be asked about; nil: any number of times.
  var perIdentifier: RequestRate? = Site.perIdentifier
  /// The proxies that ask for others.
  var proxies = TrustedProxies()
  /// What the connections are allowed.
  var limits = HTTPLimits()
  /// What becomes of runs in flight of tenants that are not served any more.
  var retired = RetiredRuns.finish
  /// The file that the log is appended to; nil: it is written to standard error.
  var log: String?
  /// How many seconds the end may take.
  var stopSeconds = 20
  /// Whether it is refused to start with the flows that were served last, where those in the files have problems.
  var requiresFresh = false
  /// What is demanded of tenants before they are served.
  var rules = ServingRules()
  /// Whether changed files are compiled again by themselves.
  var isWatching = false
}
