import FlowClient
import FlowCompiler
import FlowHTTP
import FlowInProcess
import FlowJSON
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowThreads
import FlowTokens
import NativeAuth

/// E-mail sign-ups through the library `NativeAuth`, each beside what it cannot do without: in process beside the engine's own
/// steps, over HTTP beside a client of libcurl alone that sends the same requests. One after the other, storage in memory.
@MainActor
struct ClientSignUps {
  private let engine: Engine
  private let box = CodeBox()
  private let router: Router
  private static var numbers = 0

  private init() async throws {
    guard let key = ServerKey.random(), let table = Compiler.compile(paths: ["flows/native-auth"]).tenants.first?.table
    else { fatalFlow("flows/native-auth: run from the root") }
    let storage = MemoryStorage()
    let engine = Engine(
      storage: storage,
      ports: EnginePorts(key: key, channel: box, functions: NoFunctions(), dictionary: CommonPasswords()))
    try await engine.install(file: TableFile.write(table).bytes)
    let tokens = TokenService(storage: storage, key: key, keys: try await SigningKeys(storage: storage, key: key))
    var router = Router()
    router.mount(
      "{tenant}", NativeAuthAPI(service: engine, tokens: SignedTokens(tokens), key: key) { engine.table(of: $0) })
    (self.engine, self.router) = (engine, router)
  }

  static func measure() async throws -> [Row] {
    let bench = try await ClientSignUps()
    let server = try HTTPServer(
      ServerSettings(address: ListenAddress(host: "127.0.0.1", port: 0)), handler: bench.router)
    let local = bench.app(InProcessConnection(to: bench.router))
    let remote = bench.app(try HTTPConnection(to: "http://127.0.0.1:\(server.port)"))
    var times: [[Double]] = [[], [], [], [], [], []]
    // By turns, so that a change of the machine's speed does not count for one side. The first turn warms up.
    for turn in 0..<12 {
      let ways: [@MainActor () async throws -> Void] = [
        { try await bench.steps() }, { try await bench.awaited(local) }, { try await bench.delegated(local) },
        { try await bench.bare(server.port) }, { try await bench.awaited(remote) },
        { try await bench.delegated(remote) },
      ]
      for (index, way) in ways.enumerated() {
        let start = now()
        try await way()
        if turn > 0 { times[index].append((now() - start) / Double(count)) }
      }
    }
    await server.shutdown()
    func row(_ what: String, _ index: Int, beside base: Int, bar: Double) -> Row {
      let ratio = zip(times[index], times[base]).map { $0 / $1 }.median
      return Row(
        what, "\(ratio.rounded(2)) ×", bar: "\(bar) ×", met: ratio <= bar,
        note: "\(microseconds(times[index].median)) beside \(microseconds(times[base].median)) a sign-up")
    }
    return [
      row("sign-ups through NativeAuth, async, in process, by engine steps", 1, beside: 0, bar: 1.3),
      row("  with delegates", 2, beside: 0, bar: 1.3),
      row("sign-ups through NativeAuth, async, HTTP, by bare libcurl", 4, beside: 3, bar: 1.2),
      row("  with delegates", 5, beside: 3, bar: 1.2),
    ]
  }

  /// How many sign-ups a turn has.
  private static let count = 300

  private func app(_ connection: any FlowClient.Connection) -> NativeAuthApplication {
    NativeAuthApplication(
      clientId: "browser", tenantSubdomain: "native-auth", challengeTypes: [.OOB, .password], connection: connection)
  }

  private func each(_ body: @MainActor (_ number: Int, _ address: String) async throws -> Void) async throws {
    for _ in 0..<Self.count {
      let number = Self.nextNumber()
      try await body(number, CodeBox.address(number))
    }
  }

  private func code(_ number: Int) async -> String {
    await engine.deliverMessages()
    return box.take(number) ?? ""
  }

  fileprivate static func nextNumber() -> Int {
    numbers += 1
    return numbers
  }

  fileprivate static let place = ["country": "United States", "city": "Boston"]

  // MARK: In process

  /// What the adapter does for each: start, let the code go, submit it.
  private func steps() async throws {
    try await each { number, address in
      var start = ClientEvent(
        "submit", input: ["email": .string(address), "country": "United States", "city": "Boston"])
      start.holdsCodes = true
      var reply = await engine.start(
        flow: "sign-up", tenant: "native-auth", by: .client("browser"), event: start, tokens: nil)
      reply = await engine.send(ClientEvent(ClientEvent.release, token: reply.token), tokens: nil)
      let code = await code(number)
      reply = await engine.send(ClientEvent("submit", input: ["code": .string(code)], token: reply.token), tokens: nil)
      guard reply.end?.grants != nil else { fatalFlow(reply.json.text) }
    }
  }

  // MARK: Through the library

  private func awaited(_ app: NativeAuthApplication) async throws {
    try await each { number, address in
      let parameters = SignUpParameters(username: address)
      parameters.attributes = Self.place
      guard case .codeRequired(let state, _) = try await app.signUp(parameters),
        case .completed = try await state.submitCode(code(number))
      else { fatalFlow() }
    }
  }

  /// As an app with delegates does it: each answer calls for the next step, and the last one for the next sign-up.
  private func delegated(_ app: NativeAuthApplication) async throws {
    await withCheckedContinuation { end in
      SignUpsByDelegate(app, count: Self.count, code: { await code($0) }, end: { end.resume() }).next()
    }
  }

  // MARK: libcurl alone

  private func bare(_ port: UInt16) async throws {
    let thread = WorkerPool(threads: 1)
    let client = try await thread.run { BareClient(port: port) }
    try await each { number, address in
      let sent = try await thread.run { client.begin(address) }
      let code = await code(number)
      try await thread.run { client.end(sent, code) }
    }
    try await thread.run { client.close() }
  }
}

/// Sign-ups one after the other, driven by what the delegate is told.
@MainActor
private final class SignUpsByDelegate: SignUpStartDelegate, SignUpVerifyCodeDelegate {
  private let app: NativeAuthApplication
  private var left: Int
  private let code: (Int) async -> String
  private let end: () -> Void
  private var number = 0

  init(
    _ app: NativeAuthApplication, count: Int, code: @escaping (Int) async -> String, end: @escaping () -> Void
  ) { (self.app, left, self.code, self.end) = (app, count, code, end) }

  func next() {
    guard left > 0 else { return end() }
    left -= 1
    number = ClientSignUps.nextNumber()
    let parameters = SignUpParameters(username: CodeBox.address(number))
    parameters.attributes = ClientSignUps.place
    app.signUp(parameters: parameters, delegate: self)
  }

  func onSignUpStartError(error: SignUpStartError) { fatalFlow("\(error)") }
  func onSignUpCodeRequired(
    newState: SignUpCodeRequiredState, sentTo: String, channelTargetType: ChannelType, codeLength: Int
  ) { Task.immediate { newState.submitCode(code: await code(number), delegate: self) } }
  func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) { fatalFlow("\(error)") }
  func onSignUpCompleted(newState: SignInAfterSignUpState) { next() }
}

private struct NoFunctions: FunctionRunner {
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (.fail, "nowhere")
  }
}
