import CSodium
import FlowRuntime
import Glibc

/// Password sign-ups, as many as the processors can hash, beside bare libsodium; and what others feel of it.
enum HashingStorm {
  static func measure() async throws -> [Row] {
    // Before and after, so that a change of the machine's speed does not count for one side.
    let before = await bareHashes()
    let server = try await MeasuredServer()
    let alone = await storm(server)
    let after = await bareHashes()
    async let storming = storm(server)
    let (light, step) = await probe(server)
    _ = await storming
    await server.end()
    let bare = (before + after) / 2
    let share = alone / bare
    return [
      Row("Argon2id 19 MiB t=2, bare libsodium on all processors", rate(bare)),
      Row(
        "password sign-ups over HTTP, 4 requests each", rate(alone), bar: "90 % of it", met: share >= 0.9,
        note: "\((share * 100).rounded(1)) %"),
      Row(
        "  light requests meanwhile, 99th percentile", milliseconds(light), bar: "50 ms", met: light < 0.05),
      Row(
        "  sign-up starts meanwhile, 99th percentile", milliseconds(step), bar: "50 ms", met: step < 0.05),
    ]
  }

  private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
  private static let length = 4.0

  /// Hashes a second on one thread for each processor.
  private static func bareHashes() async -> Double {
    let threads = WorkerPool(threads: processors)
    defer { threads.close() }
    return await withTaskGroup(of: Double.self) { group in
      for _ in 0..<processors {
        group.addTask {
          await threads.run {
            let password = Array("Tr0ub4dor-and-more".utf8CString.dropLast())
            var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
            var count = 0
            let start = now()
            while now() < start + length {
              guard crypto_pwhash_str(&hash, password, UInt64(password.count), 2, 19 << 20) == 0 else {
                fatalFlow("no memory to hash")
              }
              count += 1
            }
            return Double(count) / (now() - start)
          }
        }
      }
      return await group.reduce(0, +)
    }
  }

  private static func storm(_ server: MeasuredServer) async -> Double {
    let (port, box) = (server.port, server.box)
    let thread = WorkerPool(threads: 1)
    defer { thread.close() }
    return await thread.run {
      var load = SignUpLoad(port: port, connections: 32, application: "phone", box: box, hasPassword: true)
      return load.run(warmUp: 1, seconds: length)
    }
  }

  /// The 99th percentile of how long others wait: for an answer that needs nothing, and for a step that hashes nothing.
  private static func probe(_ server: MeasuredServer) async -> (light: Double, step: Double) {
    let port = server.port
    let thread = WorkerPool(threads: 1)
    defer { thread.close() }
    return await thread.run {
      var connection = Connection(port: port)
      defer { close(connection.descriptor) }
      var (light, steps): ([Double], [Double]) = ([], [])
      let end = now() + length
      usleep(500_000)
      while now() < end {
        light.append(
          seconds {
            connection.get("/light")
            connection.receiveAll()
          })
        usleep(2000)
        steps.append(
          seconds {
            connection.post(
              "/native-auth/signup/v1.0/start",
              "client_id=browser&challenge_type=oob+redirect&username=probe\(steps.count)@example.com")
            connection.receiveAll()
          })
        usleep(2000)
      }
      return (percentile99(light), percentile99(steps))
    }
  }

  private static func percentile99(_ times: [Double]) -> Double { times.sorted()[times.count * 99 / 100] }
}
