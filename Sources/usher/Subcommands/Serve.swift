import FlowHTTP
import FlowRuntime
import Glibc

/// `usher serve`: flows over HTTP.
enum Serve: Subcommand {
  static let name = "serve"
  static let summary = "serve flows over HTTP"
  static let usage = Usage(
    words: "DIR|FILE…", wordCount: 1...Int.max,
    options: [
      Option("listen", value: "HOST:PORT", "where to listen; the default is 127.0.0.1:8080"),
      Option(
        "url", value: "URL", "the address that clients know, which tokens and answers name; needed beyond loopback"),
      Option(
        "metrics", value: "HOST:PORT",
        "answer /metrics, in the form of Prometheus, there; for nobody but whoever operates it"),
      Option("host", value: "LIST", "names that requests may call the server by, besides localhost; without --url"),
    ] + StorageAccess.options + [
      Option("outbox", value: "FILE", "append all messages to FILE, as JSON lines, and send none; `-`: show them"),
      Option("no-delivery", nil, "leave messages in storage, as on a copy whose messages the original sends"),
      Option("tls-cert", value: "FILE", "the certificate chain, PEM"),
      Option("tls-key", value: "FILE", "the certificate's private key, PEM"),
      Option("limit-address", value: "RATE", "requests of one client's address; the default is `200 per 4s`"),
      Option("limit-identifier", value: "RATE", "requests about one e-mail address or user name; `30 per 1m`"),
      Option("limit-runs", value: "RATE", "runs that one address starts of one application; `5000 per 10m`"),
      Option("limit-open-runs", value: "COUNT", "runs that one address has open of one application; 10000, or `off`"),
      Option("trust-proxy", value: "LIST", "addresses or networks of proxies, which say for whom they ask"),
      Option(
        "proxy-header", value: "NAME", of: TrustedProxies.Header.self,
        "where they say it: x-forwarded-for (the default) or forwarded"),
      Option("connections", value: "COUNT", "how many connections are open at once; the default is 4096"),
      Option("connections-per-address", value: "COUNT", "how many one address may have; the default is 256, or `off`"),
      Option(
        "retired", value: "WHAT", of: RetiredRuns.self,
        "runs under way of tenants that are gone: finish (the default) or end"),
      Option("require-fresh", nil, "do not start with the flows served last where those in the files have problems"),
      Option("log", value: "FILE", "append the log to FILE; the default is standard error"),
      Option("stop-timeout", value: "SECONDS", "how long the end may take; the default is 20"),
      Option("watch", nil, "read the flows again when their files change"),
    ] + FunctionOptions.serving + [SignedTables.option])
  static let details = """
    DIR is a tenant's folder, or a folder of tenants or of tables (NAME.table); FILE a table made by `usher compile`. SIGHUP reads the flows and the certificate again: where they have
    problems, those before them go on, also over a start. Runs in flight keep the version that they began with. SIGTERM
    ends it, once the requests under way are answered. The log is one line of JSON a request and an event; SIGUSR1 opens
    its file again, as does SIGHUP. Messages leave by the tenants' channels; of tenants without they are
    shown on the terminal. With --outbox none leaves: all go to a file, which holds their codes in clear. /healthz answers while the process does, /readyz while it can do its work. docs/operating.md tells the rest.
    A RATE is `COUNT per DURATION`, such as `200 per 4s` or `1000 per 1h`, or `off`; whoever is above it gets 429. LIST is
    separated by commas: 10.0.0.0/8,2001:db8::1. Behind proxies that it does not name, all clients share one address.
    Without --allow-hosts web hooks are called over HTTPS at any host with a public address. With it they are called at those
    hosts alone, and over HTTP where one is named so. An address that is not public is named itself, or in a network.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let text = arguments.value("listen") ?? "127.0.0.1:8080"
    guard let address = ListenAddress(text) else {
      throw .usage("the option `--listen` cannot be \(text.quoted)", help: "it takes HOST:PORT, such as 127.0.0.1:8080")
    }
    var settings = ServeSettings(address: address)
    if let text = arguments.value("metrics") {
      guard let place = ListenAddress(text) else {
        throw .usage(
          "the option `--metrics` cannot be \(text.quoted)", help: "it takes HOST:PORT, such as 127.0.0.1:9464")
      }
      settings.metrics = place
    }
    settings.paths = arguments.words
    settings.storage = try StorageAccess(arguments)
    settings.hosts = try hosts(arguments, address)
    settings.perAddress = try rate("limit-address", default: Site.perAddress, arguments)
    settings.perIdentifier = try rate("limit-identifier", default: Site.perIdentifier, arguments)
    settings.perApplication = try rate("limit-runs", default: Site.perApplication, arguments)
    settings.openRuns =
      arguments.value("limit-open-runs") == "off"
      ? nil : try count("limit-open-runs", arguments) ?? settings.openRuns
    settings.proxies = try proxies(arguments)
    settings.limits.connections = try count("connections", arguments) ?? settings.limits.connections
    if arguments.value("connections-per-address") == "off" {
      settings.limits.connectionsPerAddress = .max
    } else if let count = try count("connections-per-address", arguments) {
      settings.limits.connectionsPerAddress = count
    }
    settings.retired = try arguments.choice("retired", default: .finish)
    settings.requiresFresh = arguments.has("require-fresh")
    settings.log = arguments.value("log")
    settings.stopSeconds = try count("stop-timeout", arguments) ?? settings.stopSeconds
    settings.isWatching = arguments.has("watch")
    settings.rules = ServingRules(
      functions: try FunctionOptions.serving(arguments), signed: try SignedTables(arguments))
    switch (arguments.value("tls-cert"), arguments.value("tls-key")) {
    case (let certificate?, let key?): settings.tls = TLSFiles(certificate: certificate, key: key)
    case (nil, nil): break
    default: throw .usage("`--tls-cert` and `--tls-key` go together")
    }
    settings.outbox = try outbox(arguments)
    if settings.outbox.usesChannels {
      settings.rules.channels = ChannelRules(
        settings: settings.rules.functions, hasOutbox: settings.outbox == .terminal)
    }
    return try await ServeSession(settings: settings).run()
  }

  /// Where messages go. They hold codes and addresses, which must not get into a journal by oversight: what no channel takes is
  /// shown on a terminal alone.
  private static func outbox(_ arguments: Arguments) throws(Failure) -> Outbox {
    switch (arguments.value("outbox"), arguments.has("no-delivery")) {
    case (nil, true): return .none
    case (_?, true): throw .usage("`--outbox` and `--no-delivery` exclude each other")
    case ("-", false): return .output
    case (let file?, false): return .file(file)
    case (nil, false): return isatty(STDOUT_FILENO) == 1 ? .terminal : .channels
    }
  }

  /// By what names the server is called: with `--url` by that alone, else by its own address and those that are given.
  private static func hosts(_ arguments: Arguments, _ address: ListenAddress) throws(Failure) -> KnownHosts {
    var hosts = KnownHosts(names: [address.host])
    if let url = arguments.value("url") {
      guard arguments.value("host") == nil else { throw .usage("`--url` is the one name, and `--host` gives others") }
      guard KnownHosts.isURL(url) else {
        throw .usage(
          "the option `--url` cannot be \(url.quoted)",
          help: "it takes https://HOST, such as https://login.example, with a port and a path where there are some")
      }
      hosts.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    }
    if hosts.url == nil, !KnownHosts.isLoopback(address.host) {
      throw .usage(
        "beyond this machine a server needs `--url`: the address that clients know, which its tokens name",
        help: "such as `--url https://login.example`")
    }
    for name in (arguments.value("host") ?? "").split(separator: ",") {
      guard let name = KnownHosts.name(String(name)) else {
        throw .usage(
          "the option `--host` cannot be \(String(name).quoted)",
          help: "it takes names and addresses without ports and with commas between them")
      }
      hosts.names.insert(name)
    }
    return hosts
  }

  /// The value of an option that takes a number from 1 to 100,000; nil: it is not there.
  private static func count(_ option: String, _ arguments: Arguments) throws(Failure) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let count = Int(text), 1...100_000 ~= count else {
      throw .usage(
        "the option `--\(option)` cannot be \(text.quoted)", help: "it takes a number from 1 to 100000")
    }
    return count
  }

  /// The value of an option that takes a rate; nil: `off`.
  private static func rate(
    _ option: String, default other: RequestRate, _ arguments: Arguments
  ) throws(Failure) -> RequestRate? {
    guard let text = arguments.value(option) else { return other }
    if text == "off" { return nil }
    guard let rate = RequestRate(text) else {
      throw .usage(
        "the option `--\(option)` cannot be \(text.quoted)",
        help: "it takes `COUNT per DURATION`, such as `30 per 1m`, or `off`")
    }
    return rate
  }

  private static func proxies(_ arguments: Arguments) throws(Failure) -> TrustedProxies {
    var proxies = TrustedProxies(header: try arguments.choice("proxy-header", default: .forwardedFor))
    guard let list = arguments.value("trust-proxy") else {
      if arguments.value("proxy-header") == nil { return proxies }
      throw .usage("`--proxy-header` is for the proxies that `--trust-proxy` names")
    }
    for text in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let network = IPNetwork(String(text)) else {
        throw .usage(
          "the option `--trust-proxy` cannot be \(list.quoted): \(String(text).quoted) is no address",
          help: "it takes addresses and networks with commas between them, such as 127.0.0.1,10.0.0.0/8")
      }
      proxies.networks.append(network)
    }
    return proxies
  }
}
