import FlowHTTP

/// `usher serve`: flows over HTTP.
enum Serve: Subcommand {
  static let name = "serve"
  static let summary = "serve flows over HTTP"
  static let usage = Usage(
    words: "DIR…", wordCount: 1...Int.max,
    options: [
      Option("listen", value: "HOST:PORT", "where to listen; the default is 127.0.0.1:8080"),
      Option("url", value: "URL", "the address that clients know, which tokens name; the default is each request's"),
      Option("storage", value: "WHERE", "sqlite:PATH or memory; the default is sqlite:usher.sqlite"),
      Option("outbox", value: "FILE", "append the messages that would be sent to FILE, as JSON lines"),
      Option("key", value: "FILE", "the server's key; the default is the database's name with .key"),
      Option("tls-cert", value: "FILE", "the certificate chain, PEM"),
      Option("tls-key", value: "FILE", "the certificate's private key, PEM"),
      Option("watch", nil, "read the flows again when their files change"),
    ])
  static let details = """
    DIR is a tenant's folder, or a folder of tenants. SIGHUP reads the flows again: where they have problems, those
    before them go on. Runs in flight keep the version that they began with. SIGTERM ends it, once the requests under
    way are answered. Standard error gets one line of JSON a request.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let text = arguments.value("listen") ?? "127.0.0.1:8080"
    guard let address = ListenAddress(text) else {
      throw .usage("the option `--listen` cannot be \(text.quoted)", help: "it takes HOST:PORT, such as 127.0.0.1:8080")
    }
    var settings = ServeSettings(address: address)
    settings.paths = arguments.words
    settings.storage = try arguments.storage()
    settings.outbox = arguments.value("outbox")
    settings.key = arguments.value("key")
    settings.url = arguments.value("url").map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    settings.isWatching = arguments.has("watch")
    switch (arguments.value("tls-cert"), arguments.value("tls-key")) {
    case (let certificate?, let key?): settings.tls = TLSFiles(certificate: certificate, key: key)
    case (nil, nil): break
    default: throw .usage("`--tls-cert` and `--tls-key` go together")
    }
    return try await ServeSession(settings: settings).run()
  }
}
