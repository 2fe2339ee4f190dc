import CSodium
import FlowRuntime
import FlowThreads
import Glibc

/// Password sign-ups, as many as the processors can hash, beside bare libsodium; and what others feel of it.
enum HashingStorm {
  private static let rounds = 3

  static func measure() async throws -> [Row] {
    let server = try await MeasuredServer()
    // By turns, so that a change of the machine's speed does not count for one side.
    var (bare, signUps): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      bare.append(try await bareHashes(seconds: 2))
      signUps.append(try await storm(server, seconds: 4))
    }
    bare.append(try await bareHashes(seconds: 2))
    async let storming = storm(server, seconds: 5)
    let waits = try await probe(server, seconds: 5)
    _ = try await storming
    await server.end()
    let share = (0..<rounds).map { signUps[$0] / ((bare[$0] + bare[$0 + 1]) / 2) }.median
    return [
      Row("Argon2id 19 MiB t=2, bare libsodium on all processors", rate(bare.median)),
      Row(
        "password sign-ups over HTTP, 4 requests each", rate(signUps.median), bar: "90 % of it", met: share >= 0.9,
        note: "\((share * 100).rounded(1)) %"),
      Row(
        "  light requests meanwhile, 99th percentile", milliseconds(waits.light), bar: "50 ms",
        met: waits.light < 0.05),
      Row("  starts of e-mail sign-ups meanwhile, the same", milliseconds(waits.start)),
    ]
  }

  /// Hashes a second, on one thread for each processor.
  private static func bareHashes(seconds: Double) async throws -> Double {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let threads = WorkerPool(threads: processors)
    return try await withThrowingTaskGroup(of: Double.self) { group in
      for _ in 0..<processors {
        group.addTask { try await threads.run { hash(seconds: seconds) } }
      }
      return try await group.reduce(0, +)
    }
  }

  /// Hashes a second on this thread.
  private static func hash(seconds: Double) -> Double {
    let password = Array("Tr0ub4dor-and-more".utf8CString.dropLast())
    var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    var count = 0
    let start = now()
    while now() < start + seconds {
      guard crypto_pwhash_str(&hash, password, UInt64(password.count), 2, 19 << 20) == 0 else {
        fatalFlow("no memory to hash")
      }
      count += 1
    }
    return Double(count) / (now() - start)
  }

  /// Password sign-ups a second.
  private static func storm(_ server: MeasuredServer, seconds: Double) async throws -> Double {
    let (port, box) = (server.port, server.box)
    let thread = WorkerPool(threads: 1)
    return try await thread.run {
      var load = SignUpLoad(port: port, connections: 32, application: "phone", box: box, hasPassword: true)
      return load.run(warmUp: 1, seconds: seconds).perSecond
    }
  }

  /// The 99th percentile of how long others wait: for an answer that needs nothing, and for a step that hashes nothing.
  private static func probe(_ server: MeasuredServer, seconds length: Double) async throws -> (
    light: Double, start: Double
  ) {
    let port = server.port
    let thread = WorkerPool(threads: 1)
    return try await thread.run {
      var connection = Connection(port: port)
      defer { close(connection.descriptor) }
      var (light, starts): ([Double], [Double]) = ([], [])
      let end = now() + length
      usleep(500_000)
      while now() < end {
        light.append(
          seconds {
            connection.get("/light")
            connection.receiveAll()
          })
        usleep(2000)
        starts.append(
          seconds {
            connection.post(
              "/native-auth/signup/v1.0/start",
              "client_id=browser&challenge_type=oob+redirect&username=probe\(starts.count)@example.com")
            connection.receiveAll()
          })
        usleep(2000)
      }
      return (light.percentile99, starts.percentile99)
    }
  }
}

extension [Double] {
  fileprivate var percentile99: Double { sorted()[count * 99 / 100] }
}
