import FlowExpression
import FlowModel
import Testing

@testable import FlowRuntime

/// `step` alone: a value in, a value out.
@Suite struct StepTests {
  private typealias F = FlowBuilder

  private func program(_ build: (inout F) throws -> Void) throws -> Program {
    var flow = F()
    try build(&flow)
    return try Program(file: TableFile.write(flow.build()).bytes)
  }

  private func start(_ program: Program, now: Milliseconds = 0) -> (run: Run, result: StepResult) {
    var run = Run(flow: 0, of: program.table, now: now)
    let result = program.step(&run, .start, now: now)
    return (run, result)
  }

  private func submit(_ input: (Slot, Value)...) -> StepEvent {
    .submit(event: 0, input: input.map { SlotValue($0.0, $0.1) })
  }

  private func state(_ run: Run, _ program: Program) -> String { program.table.flows[0].states[Int(run.state)].name }

  @Test func `a page rests, its event goes on, and an end is the end`() throws {
    let program = try program {
      $0.page("one", [F.city], submit: "two")
      $0.page("two", submit: "done", other: [("back", "one")])
      $0.end("done")
    }
    var (run, result) = start(program, now: 7)
    #expect(result == .rest && state(run, program) == "one" && run.entered == 7 && run.steps == 0)
    #expect(program.step(&run, submit((F.city, .string("Ulm"))), now: 8) == .rest)
    #expect(state(run, program) == "two" && run.entered == 8 && run.steps == 1)
    #expect(program.step(&run, .submit(event: 1, input: []), now: 9) == .rest)
    #expect(state(run, program) == "one" && run[F.city] == .string("Ulm"))
    #expect(program.step(&run, submit(), now: 9) == .rest, "what the run has already need not be given again")
    #expect(program.step(&run, submit(), now: 10) == .ended)
  }

  @Test func `the same run and event give the same result`() throws {
    let program = try program {
      $0.page("one", [F.age], submit: "which")
      try $0.choose("which", [("attributes.age < 18", "child"), (nil, "adult")])
      $0.end("child")
      $0.end("adult")
    }
    let (before, _) = start(program)
    var (first, second) = (before, before)
    #expect(program.step(&first, submit((F.age, .int(17))), now: 5) == .ended)
    #expect(program.step(&second, submit((F.age, .int(17))), now: 5) == .ended)
    #expect(first == second && state(first, program) == "child")
    var other = before
    _ = program.step(&other, submit((F.age, .int(18))), now: 5)
    #expect(state(other, program) == "adult")
  }

  @Test func `an outcome that the flow does not handle is refused, and none of the step is kept`() throws {
    var flow = F()
    flow.page("one", [F.city], submit: "update")
    flow.effect("update", .accountUpdate, [], ["updated": "done"], others: "one!")
    flow.end("done")
    var table = flow.build()
    for index in 1..<table.flows[0].calls[0].transitions.count { table.flows[0].calls[0].transitions[index] = -1 }
    let program = try Program(file: TableFile.write(table).bytes)
    let (before, _) = start(program)
    var run = before
    #expect(program.step(&run, submit((F.city, .string("Ulm"))), now: 1) == .perform(0))
    for outcome in [1, 2, 3, -1] {
      var other = run
      guard case .refused(.denied) = program.step(&other, .outcome(outcome), now: 1) else {
        Issue.record("\(outcome)")
        continue
      }
    }
    #expect(program.step(&run, .outcome(0), now: 1) == .ended)
  }

  @Test func `input that is refused leaves the run as it was`() throws {
    let program = try program {
      $0.page("one", [F.city, F.age], submit: "done")
      $0.end("done")
    }
    let (before, _) = start(program)
    var run = before
    #expect(program.step(&run, submit((F.city, .string("Ulm"))), now: 1) == .refused(.missing([F.age])))
    #expect(
      program.step(&run, submit((F.city, .string("")), (F.age, .null)), now: 1) == .refused(.missing([F.city, F.age])))
    let invalid = program.step(&run, submit((F.city, .string("Ulm")), (F.age, .string("7"))), now: 1)
    guard case .refused(.invalid(let fields)) = invalid else {
      Issue.record("\(invalid)")
      return
    }
    #expect(fields.map(\.slot) == [F.age])
    #expect(program.step(&run, .submit(event: 1, input: []), now: 1) == .refused(.unknownEvent))
    #expect(program.step(&run, .submit(event: -1, input: []), now: 1) == .refused(.unknownEvent))
    #expect(program.step(&run, .outcome(0), now: 1) == .refused(.unknownEvent))
    #expect(program.step(&run, .timeout, now: 1) == .refused(.unknownEvent))
    #expect(run == before)
  }

  @Test func `a filled page is passed by, unless it has an error to show`() throws {
    let program = try program {
      $0.page("all", [F.city, F.email], submit: "again")
      $0.page("again", [F.city], optional: [F.age], skip: .filled, submit: "find", other: [("restart", "all")])
      $0.effect("find", .accountFind, [.slot(F.email)], ["found": "again!", "missing": "done"])
      $0.end("done")
    }
    var (run, _) = start(program)
    let all = submit((F.city, .string("Ulm")), (F.email, .string("ada@example.com")))
    #expect(program.step(&run, all, now: 1) == .perform(0))
    #expect(program.step(&run, .outcome(0), now: 1) == .rest)
    #expect(state(run, program) == "again" && run.error == RunError(error: 0, fields: []))
    #expect(program.step(&run, submit(), now: 2) == .perform(0))
    #expect(run.error == nil, "the next event takes the error away")
    #expect(program.step(&run, .outcome(1), now: 2) == .ended)
  }

  @Test func `a page is passed by where its condition holds, and shown where it fails`() throws {
    var condition: Int32 = -1
    let program = try program {
      condition = try $0.expression("100 / attributes.age > 10")
      $0.page("age", [F.age], submit: "small")
      $0.page("small", skip: .when(condition), submit: "done", other: [("back", "age")])
      $0.end("done")
    }
    for (age, passed) in [(5, true), (50, false), (0, false)] {
      var (run, _) = start(program)
      let result = program.step(&run, submit((F.age, .int(Int64(age)))), now: 1)
      #expect(result == (passed ? .ended : .rest), "\(age)")
    }
  }

  @Test func `a condition that fails denies, and so does an assignment that fails or does not fit`() throws {
    let choice = try program {
      $0.page("age", [F.age], submit: "which")
      try $0.choose("which", [("100 / attributes.age > 10", "done"), (nil, "done")])
      $0.end("done")
    }
    var (run, _) = start(choice)
    guard case .refused(.denied) = choice.step(&run, submit((F.age, .int(0))), now: 1) else {
      Issue.record("a guard that failed let the run through")
      return
    }
    for (text, value) in [("100 / attributes.age", Value?.none), ("attributes.age - 100", .int(-93))] {
      let assignment = try program {
        $0.table { $0.attributes[3].minimum = -100 }
        $0.page("age", [F.age], submit: "set")
        try $0.assign("set", F.age, text, to: "done")
        $0.end("done")
      }
      var (run, _) = start(assignment)
      let result = assignment.step(&run, submit((F.age, value == nil ? .int(0) : .int(7))), now: 1)
      if let value { #expect(result == .ended && run[F.age] == value) } else { #expect(result.isDenied) }
    }
    let small = try program {
      $0.table { $0.attributes[3].minimum = 0 }
      $0.page("age", [F.age], submit: "set")
      try $0.assign("set", F.age, "attributes.age - 100", to: "done")
      $0.end("done")
    }
    (run, _) = start(small)
    #expect(small.step(&run, submit((F.age, .int(7))), now: 1).isDenied)
  }

  @Test func `a page times out when its own time is over, from when it was entered`() throws {
    let program = try program {
      $0.page("one", [F.city], submit: "two", after: (seconds: 60, to: "late"))
      $0.page("two", submit: "done")
      $0.end("late")
      $0.end("done")
    }
    var (run, _) = start(program, now: 1000)
    #expect(!program.hasTimedOut(run, now: 60_999))
    #expect(program.hasTimedOut(run, now: 61_000))
    var late = run
    #expect(program.step(&late, .timeout, now: 61_000) == .ended && state(late, program) == "late")
    #expect(program.step(&run, submit((F.city, .string("Ulm"))), now: 60_000) == .rest)
    #expect(!program.hasTimedOut(run, now: .max))
  }

  @Test func `automatic states that lead to each other are stopped`() throws {
    let program = try program {
      $0.page("one", submit: "a")
      try $0.choose("a", [(nil, "b")])
      try $0.choose("b", [(nil, "a")])
    }
    var (run, _) = start(program)
    #expect(program.step(&run, submit(), now: 1).isDenied)
  }

  @Test func `a run is read back as it was written, whatever it holds`() throws {
    let program = try program {
      $0.page("one", [F.city], submit: "done")
      $0.end("done")
    }
    var (run, _) = start(program, now: 1_748_736_000_123)
    run[F.city] = .string("Österreich \u{1F600}")
    run[F.age] = .int(.min)
    run[F.phone] = .list([.bool(true), .double(0.1), .null, .list([])])
    run.error = RunError(error: 0, fields: [F.city])
    run.account = "a1"
    run.proofs = [.created("a1"), .authenticated("a1"), .verified(Identifier(attribute: "email", value: "a@b.c"))]
    run.lookedUp = Identifier(attribute: "email", value: "A@b.c")
    run.challenge = Challenge(
      codeHash: [1, 2], target: Identifier(attribute: "email", value: "a@b.c"), expires: 9,
      owner: .account("a1"))
    run.sent = SentNotice(to: "a***@b.c", channel: .sms, length: 8, resendAt: 5)
    // What an attribute of type `any` may be set to, of each kind.
    run[firstAttributeSlot] = .list([
      .null, .bool(true), .int(-1), .uint(.max), .double(0.5), .string("é"), .bytes([0, 255]), .list([]),
      .timestamp(seconds: -5, nanos: 6), .duration(seconds: -7, nanos: -8), .type("int"),
    ])
    run[RunFact.now.slot] = nil
    var read = try Run(encoded: run.encoded(), program)
    read[RunFact.now.slot] = nil
    #expect(read == run)
    let bytes = run.encoded()
    for length in bytes.indices {
      #expect(throws: DecodingFailure.self) { try Run(encoded: Array(bytes[..<length]), program) }
    }
  }

  @Test func `a run that was written before version 3 keeps what it has spent`() throws {
    let program = try program {
      $0.table {
        $0.codes.perIdentifier = Rate(4, per: 300)
        $0.links.perIdentifier = Rate(4, per: 60)
      }
      $0.page("one", submit: "one")
    }
    var writer = ByteWriter()
    writer.write(UInt8(1))
    writer.encode(Int32(0), Int32(-1), Int32(0), Int64(1), Int64(2), Int64(3))
    writer.write(count: program.table.slotCount(program.table.flows[0]))
    writer.write(count: 0)
    writer.write(false)
    String?.none.encode(to: &writer)
    writer.write(false)
    writer.write(count: 0)
    writer.write(true)
    writer.write([1, 2] as [UInt8])
    writer.encode("email", "a@b.c", Int64(9), Int64(3))
    writer.write(UInt8(0))
    "".encode(to: &writer)
    writer.write(true)
    "a***@b.c".encode(to: &writer)
    ChannelKind.email.encode(to: &writer)
    writer.encode(Int64(8), Int64(5), Int64(2), Int64(7000), Int64(1), Int64(8000))
    let run = try Run(encoded: writer.bytes, program)
    #expect(run.challenge?.codeHash == [1, 2] && run.challenge?.owner == .anyone && run.sent?.resendAt == 5)
    #expect(run.counts[.guessesOfCode, "0102"] == RunCounts.Count(count: 3, expires: 9))
    #expect(run.counts[.codesInARow, "email\0a@b.c"] == RunCounts.Count(count: 1, expires: 5))
    #expect(run.counts[.codesOfRun, ""] == RunCounts.Count(count: 2, expires: 307_000))
    #expect(run.counts[.linksOfRun, ""] == RunCounts.Count(count: 1, expires: 68_000))
    let bytes = run.encoded()
    #expect(try Run(encoded: bytes, program).counts == run.counts)
    for length in bytes.indices {
      #expect(throws: DecodingFailure.self) { try Run(encoded: Array(bytes[..<length]), program) }
    }
  }
}

extension StepResult {
  fileprivate var isDenied: Bool {
    if case .refused(.denied) = self { true } else { false }
  }
}
