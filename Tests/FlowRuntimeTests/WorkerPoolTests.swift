import EngineSupport
import FlowJSON
import FlowModel
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FlowRuntime
@testable import FlowThreads

@Suite(.timeLimit(.minutes(2)))
struct WorkerPoolTests {
  @Test func `work is done in the order of asking, away from the caller's thread`() async throws {
    let pool = WorkerPool(threads: 1)
    for number in 0..<100 { #expect(try await pool.run { number } == number) }
  }

  @Test func `of more work than may wait, each is refused at once, and taken again later`() async throws {
    let pool = WorkerPool(threads: 1, waiting: 2)
    let gate = Gate()
    let blocked = Task { try await pool.run { gate.pass() } }
    await gate.isReached()
    async let first = pool.run { 1 }
    async let second = pool.run { 2 }
    await pool.isFull()
    await #expect(throws: WorkerPoolRefusal.full) { try await pool.run { 3 } }
    gate.open()
    try await blocked.value
    #expect(try await first + second == 3)
    #expect(try await pool.run { 3 } == 3)
  }

  @Test func `who asks for much has turns as often as others do, and half of the room`() {
    var line = FairQueue<String>()
    for (key, number) in [("many", 4), ("one", 1), ("two", 2)] {
      for turn in 0..<number { line.add("\(key) \(turn)", for: key) }
    }
    let order = (0..<7).compactMap { _ in line.next() }
    #expect(order == ["many 0", "one 0", "two 0", "many 1", "two 1", "many 2", "many 3"])
    #expect(line.next() == nil)
    var places = FairPlaces(limit: 8)
    func taken(by key: String?) -> Int {
      var count = 0
      while places.take(for: key) { count += 1 }
      return count
    }
    #expect(taken(by: "many") == 4)
    #expect(taken(by: "two") == 2)
    #expect(taken(by: "one") == 1)
    #expect(taken(by: nil) == 1, "who is nobody in particular may have them all")
    places.giveBack(for: "many")
    #expect(taken(by: "one") == 0)
    #expect(taken(by: "three") == 1)
  }

  @Test(arguments: Backend.allCases)
  func `one requester with many passwords keeps another one out neither of the line nor of its turn`(
    _ backend: Backend
  ) async throws {
    let gate = Gate()
    let fixture = try await Fixture(
      try Fixture.tenant("native-auth"), on: backend.open(), dictionary: GatedDictionary(gate: gate), hashingThreads: 1)
    @Sendable func begin(_ number: Int, for key: String) async -> Reply {
      await Requester.$present.withValue(key) {
        await fixture.engine.start(
          flow: "sign-up-password", tenant: "native-auth", by: .operator,
          input: ["email": .string("a\(number)@example.com"), "password": .string(Fixture.password)])
      }
    }
    let half = (Engine.waitingHashes + 1 + 1) / 2
    let many = (0..<half).map { number in Task { await begin(number, for: "many") } }
    await gate.isReached()
    while fixture.engine.hashing.jobs < half { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await begin(500, for: "many").error?.code == "busy")
    let one = Task { await begin(501, for: "one") }
    while fixture.engine.hashing.jobs < half + 1 { try await Task.sleep(for: .milliseconds(1)) }
    gate.open()
    #expect(await one.value.error == nil)
    for task in many { #expect(await task.value.error == nil) }
  }

  @Test func `who waits for a function keeps nobody from the hashing`() async throws {
    let isOver = Running()
    let functions = TestFunctions { _, _ in
      while isOver.count.load(ordering: .relaxed) == 0 { try? await Task.sleep(for: .milliseconds(1)) }
      return .success
    }
    let fixture = try await Fixture(
      try Fixture.tenant("email-password"), on: Backend.memory.open(), functions: functions, hashingThreads: 1)
    let many = (0..<Engine.waitingHashes).map { number in
      Task {
        await Requester.$present.withValue("many") {
          await fixture.engine.start(
            flow: "register-by-function", tenant: "email-password", by: .operator,
            input: ["email": .string("a\(number)@example.com"), "password": .string(Fixture.password)]
          ).error?.code
        }
      }
    }
    // More than one requester has places for: each is asked about as soon as its password is hashed.
    let half = (Engine.waitingHashes + 1) / 2
    while functions.requests.count < half { try await Task.sleep(for: .milliseconds(1)) }
    let late = await Requester.$present.withValue("many") {
      await fixture.engine.start(
        flow: "register-at-once", tenant: "email-password", by: .operator,
        input: ["email": "late@example.com", "password": .string(Fixture.password)])
    }
    #expect(late.error == nil)
    isOver.count.add(1, ordering: .relaxed)
    for task in many { _ = await task.value }
  }

  @Test func `a pool that got no thread refuses instead of waiting for ever`() async throws {
    let pool = WorkerPool(threads: 4, waiting: 2) { _ in EAGAIN }
    await #expect(throws: WorkerPoolRefusal.noThreads) { try await pool.run {} }
  }

  @Test func `a pool that got a few of its threads works with those`() async throws {
    let isLeft = Atomic(true)
    let pool = WorkerPool(threads: 4, waiting: 2) { body in
      isLeft.exchange(false, ordering: .relaxed) ? startThread(body) : EAGAIN
    }
    #expect(try await pool.run { 1 } == 1)
  }

  @Test func `the threads of a pool end with it`() async throws {
    let running = Running()
    do {
      let pool = WorkerPool(threads: 2, waiting: 2) { body in
        running.count.add(1, ordering: .relaxed)
        return startThread {
          body()
          running.count.subtract(1, ordering: .relaxed)
        }
      }
      #expect(try await pool.run { 1 } == 1)
    }
    while running.count.load(ordering: .relaxed) > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func `a thread takes no signal, but is seen to crash`() async throws {
    let blocked = try await WorkerPool(threads: 1).run {
      var signals = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &signals)
      return [SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGSEGV, SIGILL].filter { sigismember(&signals, $0) == 1 }
    }
    #expect(blocked == [SIGPIPE, SIGXFSZ, SIGTERM, SIGINT])
  }

  @Test(arguments: Backend.allCases)
  func `where more passwords wait than may, people are told at once, and nothing of theirs is lost`(
    _ backend: Backend
  ) async throws {
    let gate = Gate()
    let fixture = try await Fixture(
      try Fixture.tenant("native-auth"), on: backend.open(), dictionary: GatedDictionary(gate: gate), hashingThreads: 1)
    let reply = await fixture.start("sign-up-password")
    let input: JSONObject = ["email": "ada@example.com", "password": .string(Fixture.password)]
    @Sendable func begin(_ number: Int) async -> Reply {
      await fixture.engine.start(
        flow: "sign-up-password", tenant: "native-auth", by: .operator,
        input: ["email": .string("a\(number)@example.com"), "password": .string(Fixture.password)])
    }
    // The thread has its work before others come to wait, so that none of these is refused.
    let first = Task { await begin(0) }
    await gate.isReached()
    let others = (1...Engine.waitingHashes).map { number in Task { await begin(number) } }
    await fixture.engine.hashing.isFull()
    let refused = await fixture.send("submit", input, reply.token)
    #expect(refused.error?.code == "busy" && refused.error?.retryAfter == 2 && refused.state == nil)
    gate.open()
    for task in [first] + others { #expect(await task.value.error == nil) }
    #expect(await fixture.send("submit", input, reply.token).state == "prove-email/enter-code")
  }
}

extension WorkerPool {
  /// Waits until it takes no more work.
  fileprivate func isFull() async {
    while (try? demandRoom()) != nil { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

private final class Running: Sendable {
  let count = Atomic(0)
}

/// Holds threads until it is opened.
private final class Gate: Sendable {
  private let state = Mutex((isReached: false, isOpen: false))

  func pass() {
    state.withLock { $0.isReached = true }
    while !state.withLock({ $0.isOpen }) { usleep(1000) }
  }

  func isReached() async {
    while !state.withLock({ $0.isReached }) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  func open() { state.withLock { $0.isOpen = true } }
}

private struct GatedDictionary: PasswordDictionary {
  let gate: Gate

  func contains(_ password: String) -> Bool {
    gate.pass()
    return false
  }
}
