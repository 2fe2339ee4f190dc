import FlowHTTP

/// What `usher serve` was asked to do.
struct ServeSettings {
  /// The tenants' folders, or folders of tenants.
  var paths: [String] = []
  var address: ListenAddress
  var storage = StorageChoice.standard
  /// The file that messages are appended to; nil: they are shown on standard output.
  var outbox: String?
  /// The file of the server's key; nil: beside the database.
  var key: String?
  var tls: TLSFiles?
  /// The names by which it is called.
  var hosts = KnownHosts()
  /// How many runs an address may start of one application; nil: as many as it likes.
  var perApplication: RequestRate? = Site.perApplication
  /// How often an address may ask; nil: as often as it likes.
  var perAddress: RequestRate? = Site.perAddress
  /// How often an identifier may be asked about; nil: any number of times.
  var perIdentifier: RequestRate? = Site.perIdentifier
  /// The proxies that ask for others.
  var proxies = TrustedProxies()
  /// Whether changed files are compiled again by themselves.
  var isWatching = false
}
