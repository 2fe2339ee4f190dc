import FlowHTTP
import FlowModel
import FlowRuntime
import Glibc
import Synchronization

/// What a server counts, and shows at an address of its own.
struct ServedFigures {
  let measures = EngineMeasures()
  private let requests = RequestCount()
  private let began = time(nil)

  /// Counts a request by the status that it was answered with.
  func note(_ record: AccessRecord) { requests.note(record.status) }

  /// Serves the figures.
  func serve(
    at address: ListenAddress, of engine: Engine, _ log: ServeLog, unreadiness: @escaping @Sendable () async -> [String]
  ) throws(Failure) -> HTTPServer {
    var settings = ServerSettings(address: address)
    // Whoever scrapes asks little, and nobody who is slow keeps others away.
    (settings.limits.connections, settings.limits.connectionsPerAddress) = (16, 4)
    (settings.limits.clientSeconds, settings.limits.bodyBytes) = (5, 1024)
    settings.threads = 1
    settings.log = log
    let handler = Metrics({ await engine.metrics() + own }, unreadiness: unreadiness)
    do {
      let server = try HTTPServer(settings, handler: handler)
      log.write(
        LogEntry(.info, "metrics are at http://\(ListenAddress(host: address.host, port: server.port))/metrics"))
      return server
    } catch {
      throw .impossible("the metrics: \(error)")
    }
  }

  /// What is known of the process.
  private var own: [MetricFamily] {
    var build = MetricFamily("usher_build_info", .gauge, "The version and the build that is served")
    build.add(1, .init("version", Usher.version), .init("build", ProgramFile.build))
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    let seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
    return [
      build, requests.family,
      .init(
        "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970", value: Double(began)),
      .init("process_cpu_seconds_total", .counter, "Processor time of the process", value: seconds),
      .init(
        "process_max_resident_memory_bytes", .gauge, "The most memory that the process has had",
        value: Double(usage.ru_maxrss) * 1024),
    ]
  }
}

/// Requests by their status.
private final class RequestCount: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  func note(_ status: Int) { counts.withLock { $0[status, default: 0] += 1 } }

  var family: MetricFamily {
    var family = MetricFamily(
      "usher_http_requests_total", .counter, "Requests by the status of the answer; 0: the client left before")
    for (status, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      family.add(Double(count), .init("status", String(status)))
    }
    return family
  }
}
