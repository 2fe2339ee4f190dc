import FlowCompiler
import FlowDelivery
import FlowJSON
import FlowModel
import FlowRuntime
import FlowThreads
import Glibc
import TestSupport

/// Mail through one pool of SMTP connections, and what a mail server that is silent does to steps.
enum MailDelivery {
  private static let mails = 6_000
  private static let steps = 400

  static func measure() async throws -> [Row] {
    let sink = MailSink(isSilent: false)
    let silent = MailSink(isSilent: true)
    let pool = try await pool(sink.port)
    // By turns, so that what else the machine does is no difference.
    var (running, stopped): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
      running += try await stepTimes(sink.port)
      stopped += try await stepTimes(silent.port)
    }
    let ratio = stopped.median / running.median
    return [
      Row("mails through one SMTP pool of 8 connections", rate(pool), bar: "1,000 /s", met: pool >= 1_000),
      Row(
        "a step that sends, the mail server silent, against one that answers", "\(ratio.rounded(2)) ×", bar: "1.2 ×",
        met: ratio <= 1.2, note: "\(milliseconds(stopped.median)) against \(milliseconds(running.median))"),
    ]
  }

  private static func channels(_ port: UInt16, _ tenant: String) -> (TenantChannels, [ChannelDefinition]) {
    var server = FlowModel.MailServer()
    server.host = .text("127.0.0.1")
    server.port = .text(String(port))
    server.encryption = .none
    server.from = .text("Bench <no-reply@bench.example>")
    var definition = ChannelDefinition(kind: .email, target: .smtp(server))
    definition.connections = 8
    let hosts = AllowedHosts.reading("http://127.0.0.1").hosts ?? .public
    let channels = TenantChannels(outbox: nil, settings: FunctionSettings(hosts: hosts))
    var table = FlowTable(tenant: tenant)
    table.channels = [definition]
    channels.take([table])
    return (channels, [definition])
  }

  /// How many mails a second leave, of 64 at once.
  private static func pool(_ port: UInt16) async throws -> Double {
    let (channels, _) = channels(port, "bench")
    let begin = now()
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<64 {
        group.addTask {
          for number in stride(from: lane, to: mails, by: 64) {
            let message = Message(
              id: RandomID(high: 1, low: UInt64(number)), time: 1_790_000_000_000, tenant: "bench", channel: .email,
              to: "u\(number)@example.com", flow: "sign-up", content: .code("12345678", lifetime: 600))
            do throws(DeliveryError) {
              try await channels.deliver(message)
            } catch {
              fatalFlow("a mail did not leave: \(error)")
            }
          }
        }
      }
    }
    return Double(mails) / (now() - begin)
  }

  /// How long each of many sign-ups takes up to its code, in seconds, one after another, while messages leave.
  private static func stepTimes(_ port: UInt16) async throws -> [Double] {
    var table = try Compiler.table(folder: "flows/native-auth")
    let (channels, definitions) = channels(port, table.tenant)
    table.channels = definitions
    guard let key = ServerKey.random() else { fatalFlow("no key") }
    let engine = Engine(storage: MemoryStorage(), ports: EnginePorts(key: key, channel: channels))
    try await engine.install(file: TableFile.write(table).bytes)
    let (service, delivery) = DeliveringService.start(engine, closingWithin: .zero)
    var times: [Double] = []
    for number in 0..<steps {
      let begin = now()
      let reply = await service.start(
        flow: "sign-up", tenant: table.tenant, by: .operator, input: ["email": .string("u\(number)@example.com")],
        tokens: nil)
      times.append(now() - begin)
      guard reply.sent != nil else { fatalFlow("no code was sent: \(reply.json.text)") }
      // As apart as requests are, so that messages leave meanwhile.
      try await Task.sleep(for: .milliseconds(2))
    }
    delivery.cancel()
    await delivery.value
    return times
  }
}

/// A mail server on this machine that takes every mail at once, or takes connections and says nothing.
final class MailSink: Sendable {
  let port: UInt16

  init(isSilent: Bool) {
    guard let socket = LoopbackSocket(backlog: 64) else { fatalFlow("no port to listen at") }
    let file = socket.descriptor
    port = socket.port
    if isSilent { return }
    let pool = WorkerPool(threads: 24)
    Task {
      while true {
        let connection = try? await pool.run { accept(file, nil, nil) }
        guard let connection, connection >= 0 else { return }
        Task { _ = try? await pool.run { Self.serve(connection) } }
      }
    }
  }

  private static func serve(_ connection: Int32) {
    var one: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    func say(_ text: String) { _ = send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }
    say("220 sink\r\n")
    var pending: [UInt8] = []
    var isMail = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      pending += buffer[0..<count]
      if isMail {
        guard pending.suffix(5).elementsEqual([13, 10, 46, 13, 10]) else { continue }
        (isMail, pending) = (false, [])
        say("250 taken\r\n")
        continue
      }
      guard pending.last == 10 else { continue }
      isMail = pending.starts(with: Array("DATA".utf8))
      say(isMail ? "354 go on\r\n" : "250 fine\r\n")
      pending = []
    }
    close(connection)
  }
}
