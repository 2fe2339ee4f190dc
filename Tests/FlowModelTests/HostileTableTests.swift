import FlowExpression
import FlowRuntime
import TestSupport
import Testing

@testable import FlowModel

/// Files whose checksum fits, but that no compiler wrote: an error, or a table that can be run without harm.
@Suite struct HostileTableTests {
  /// A whole file around some content.
  private func file(_ content: [UInt8]) -> [UInt8] {
    var header = ByteWriter()
    for byte in TableFile.magic { header.write(byte) }
    header.write(TableFile.version)
    header.write(UInt64(content.count))
    for byte in ContentHash(of: content).bytes { header.write(byte) }
    var checksum = ByteWriter()
    checksum.write(TableFile.crc32(header.bytes))
    return header.bytes + checksum.bytes + content
  }

  private func mutated(_ content: [UInt8], _ numbers: inout Dice) -> [UInt8] {
    var bytes = content
    for _ in 0..<(Bool.random(using: &numbers) ? 1 : 3) {
      let at = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 2: for index in at..<min(at + 8, bytes.count) { bytes[index] = 0xFF }
      case 3: for index in at..<min(at + 8, bytes.count) { bytes[index] = index == at + 7 ? 0x7F : 0xFF }
      case 4: bytes.remove(at: at)
      default: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: at)
      }
    }
    return bytes
  }

  @Test(arguments: CompiledTables.names)
  func `thousands of strange tables are refused, or run without harm`(_ name: String) throws {
    let content = TableFile.content(try CompiledTables.table(name))
    var numbers = Dice(2025)
    var accepted = 0
    for _ in 0..<3000 {
      let bytes = file(mutated(content, &numbers))
      let table: FlowTable
      do throws(TableFileError) {
        table = try TableFile.read(bytes).table
      } catch {
        guard case .invalid = error else {
          Issue.record("\(error)")
          continue
        }
        continue
      }
      accepted += 1
      #expect(throws: Never.self) { try TableFile.read(TableFile.write(table).bytes) }
      walk(bytes, &numbers)
    }
    #expect(accepted > 100)
  }

  /// Steps through every flow of a table at random.
  private func walk(_ bytes: [UInt8], _ numbers: inout Dice) {
    guard let program = try? Program(file: bytes) else { return }
    for index in program.table.flows.indices {
      let flow = program.table.flows[index]
      var run = Run(flow: Int32(index), of: program.table, now: 1)
      var result = program.step(&run, .start, now: 1)
      for now in 2..<30 {
        switch result {
        case .perform(let call):
          let outcomes = flow.calls[Int(call)].transitions.indices
          result = program.step(&run, .outcome(outcomes.randomElement(using: &numbers) ?? 0), now: Milliseconds(now))
        case .rest:
          let page = flow.pages[Int(flow.states[Int(run.state)].payload)]
          let event = page.events.indices.randomElement(using: &numbers) ?? 0
          let fields = page.events.indices.contains(event) ? page.events[event].fields : []
          let input = fields.map { SlotValue($0.slot, value(of: $0.slot, in: flow, of: program.table)) }
          if program.hasTimedOut(run, now: .max) { _ = program.hasTimedOut(run, now: 1) }
          result = program.step(&run, .submit(event: event, input: input), now: Milliseconds(now))
        case .ended, .refused: break
        }
        if case .refused = result { break }
        if result == .ended { break }
      }
    }
  }

  private func value(of slot: Slot, in flow: Flow, of table: FlowTable) -> Value {
    switch table.definition(of: slot, in: flow)?.type {
    case .email: .string("ada@example.com")
    case .integer: .int(20)
    case .boolean: .bool(true)
    case .list: .list([])
    default: .string("Ulm")
    }
  }

  @Test(arguments: [
    \FlowTable.codes.lifetime, \.codes.attempts, \.codes.resendAfter, \.codes.perIdentifier.count,
    \.codes.perIdentifier.seconds, \.links.lifetime, \.links.perIdentifier.count, \.links.perIdentifier.seconds,
    \.passwords.minLength, \.passwords.maxLength, \.passwords.classes, \.passwords.remember,
    \.passwords.attempts.count, \.passwords.attempts.seconds, \.flows[0].lifetime, \.flows[0].pages[0].timeout,
    \.functions[0].timeout,
  ])
  func `numbers that cannot be reckoned with are refused`(_ number: NumberPath) throws {
    for value in [Int.min, -1, .max, 1 << 40] {
      var table = try CompiledTables.table("email-password")
      table[keyPath: number] = value
      #expect(throws: TableFileError.self) { try TableFile.read(TableFile.write(table).bytes) }
    }
  }
}
