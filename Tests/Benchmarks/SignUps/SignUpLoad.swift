import Glibc
import Synchronization

/// Complete sign-ups in the native-authentication API, one after another on each connection and as fast as they are
/// answered: start, challenge, continue with the code, token. All of it on the thread that calls `run`.
struct SignUpLoad {
  private enum Step {
    case start, challenge, awaitCode, code, token
  }

  private struct Client {
    var connection: Connection
    var number = 0
    var step = Step.start
  }

  let application: String
  let box: CodeBox
  /// With a password each sign-up takes one hash.
  let hasPassword: Bool
  private var clients: [Client]
  private static let numbers = Atomic<Int>(0)

  init(port: UInt16, connections: Int, application: String, box: CodeBox, hasPassword: Bool = false) {
    self.application = application
    self.box = box
    self.hasPassword = hasPassword
    clients = (0..<connections).map { Client(connection: Connection(port: port, from: $0 / 128)) }
  }

  /// What a load came to.
  struct Outcome {
    /// How many sign-ups were completed in a second.
    var perSecond: Double
    /// The processor time of this process, client and server, for each of them, in seconds.
    var processorTime: Double
  }

  /// Signs up for `seconds`, after `warmUp` seconds that do not count. Ends the connections, with sign-ups under way.
  mutating func run(warmUp: Double, seconds: Double) -> Outcome {
    defer { for client in clients { close(client.connection.descriptor) } }
    for index in clients.indices { begin(index) }
    var ends = clients.map { pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0) }
    ends.append(pollfd(fd: box.descriptor, events: Int16(POLLIN), revents: 0))
    let start = now() + warmUp
    var completed = 0
    var processorStart = 0.0
    while true {
      let time = now()
      if time < start { processorStart = processorTime() }
      if time >= start + seconds {
        return Outcome(
          perSecond: Double(completed) / (time - start),
          processorTime: (processorTime() - processorStart) / Double(max(1, completed)))
      }
      poll(&ends, nfds_t(ends.count), 100)
      if ends[clients.count].revents != 0 {
        box.silence()
        for index in clients.indices where clients[index].step == .awaitCode { sendCode(index) }
      }
      for index in clients.indices where ends[index].revents != 0 && clients[index].connection.receive() {
        if advance(index), time >= start { completed += 1 }
      }
    }
  }

  private mutating func begin(_ index: Int) {
    clients[index].number = Self.numbers.add(1, ordering: .relaxed).newValue
    clients[index].step = .start
    let attributes = "%7B%22country%22%3A%22United+States%22%2C%22city%22%3A%22Boston%22%7D"
    let password = hasPassword ? "&password=Tr0ub4dor-and-more" : ""
    send(
      index, "signup/v1.0/start",
      "username=\(CodeBox.address(clients[index].number))&challenge_type=oob+password+redirect&attributes=\(attributes)"
        + password)
  }

  /// Takes a response and sends the next request; whether a sign-up was completed.
  private mutating func advance(_ index: Int) -> Bool {
    switch clients[index].step {
    case .start:
      clients[index].step = .challenge
      send(
        index, "signup/v1.0/challenge",
        "challenge_type=oob+password+redirect&continuation_token=\(clients[index].connection.token)")
    case .challenge:
      clients[index].step = .awaitCode
      sendCode(index)
    case .code:
      clients[index].step = .token
      send(
        index, "oauth2/v2.0/token",
        "grant_type=continuation_token&client_info=true&scope=openid+profile+offline_access&continuation_token="
          + clients[index].connection.token)
    case .token:
      begin(index)
      return true
    case .awaitCode: fatalFlow("an answer to no request")
    }
    return false
  }

  private mutating func sendCode(_ index: Int) {
    guard let code = box.take(clients[index].number) else { return }
    clients[index].step = .code
    send(
      index, "signup/v1.0/continue",
      "grant_type=oob&oob=\(code)&continuation_token=\(clients[index].connection.token)")
  }

  private func send(_ index: Int, _ endpoint: String, _ form: String) {
    clients[index].connection.post("/native-auth/\(endpoint)", "client_id=\(application)&\(form)")
  }
}
