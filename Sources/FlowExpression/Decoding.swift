extension CompiledExpression {
  /// Reads what `encode` wrote. Bytes of any other origin give an error, never a trap: all that evaluation takes for
  /// granted is checked here.
  public init(decoding bytes: [UInt8]) throws(ExpressionDecodingError) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == encodingVersion else { throw reader.error("an unknown version") }
    let type = try reader.type()
    var code = Code()
    code.localCount = try reader.number(atMost: Limits.locals)
    for _ in 0..<(try reader.count()) { code.instructions.append(try reader.instruction()) }
    for _ in 0..<(try reader.count()) { code.operands.append(Int32(try reader.number(atMost: Int(Int32.max)))) }
    for _ in 0..<(try reader.count()) { code.constants.append(try reader.value()) }
    for _ in 0..<(try reader.number(atMost: Limits.patterns)) {
      let text = try reader.string()
      do {
        code.patterns.append(try .declared(text))
      } catch {
        throw reader.error("a pattern that is none")
      }
    }
    let reads = try reader.reads()
    let tests = try reader.reads()
    guard reader.isAtEnd else { throw reader.error("something behind the end") }
    if let flaw = code.flaw() { throw reader.error(flaw) }
    let known = Set((reads + tests).map(\.slot))
    for step in code.instructions where step.op.readsSlot {
      guard known.contains(Int(step.a)) else { throw reader.error("a slot that is not listed") }
    }
    storage = Storage(code: code, type: type, reads: reads, tests: tests)
  }
}

extension Code {
  /// What breaks the invariant of code, nil where nothing does.
  fileprivate func flaw() -> String? {
    guard !instructions.isEmpty else { return "no instruction" }
    var heights = [Int](repeating: 0, count: instructions.count)
    var isUsed = [Bool](repeating: false, count: instructions.count)
    for (at, step) in instructions.enumerated() {
      guard let operands = operandIndices(step) else { return "operands that are not there" }
      var height = 0
      for operand in operands {
        guard operand >= 0, operand < at, !isUsed[operand] else { return "an operand out of order" }
        isUsed[operand] = true
        height = max(height, heights[operand])
      }
      heights[at] = height + 1
      guard height < Limits.height + 1, isSound(step, operands.count) else { return "an instruction that is none" }
    }
    guard isUsed.dropLast().allSatisfy({ $0 }) else { return "an instruction that nothing uses" }
    return nil
  }

  private func operandIndices(_ step: Instruction) -> [Int]? {
    if step.op.hasOperandList {
      let (first, count) = (Int(step.a), Int(step.b))
      guard first <= operands.count, count <= operands.count - first else { return nil }
      return operands[first..<first + count].map(Int.init)
    }
    switch step.op {
    case .select, .testSelect, .not, .matches: return [Int(step.a)]
    case .compare, .bind: return [Int(step.a), Int(step.b)]
    default: return []
    }
  }

  private func isSound(_ step: Instruction, _ operandCount: Int) -> Bool {
    func isConstant(_ index: Int32) -> Bool { constants.indices.contains(Int(index)) }
    func hasLocals(_ count: Int) -> Bool { Int(step.local) + count <= localCount }
    switch step.op {
    case .constant: return isConstant(step.a)
    case .slot, .testSlot, .not, .and, .or, .list: return true
    case .local, .bind: return hasLocals(1)
    case .fail: return EvaluationError.Kind(rawValue: step.aux) != nil
    case .select, .testSelect: return isConstant(step.b)
    case .conditional: return operandCount == 3
    case .map: return operandCount % 2 == 0
    case .compare: return Relation(rawValue: step.aux) != nil
    case .compareSlot: return Relation(rawValue: step.aux) != nil && isConstant(step.b)
    case .call: return Function(rawValue: step.aux) != nil
    case .matches: return patterns.indices.contains(Int(step.b))
    case .all, .exists, .existsOne, .filter, .transform, .transformMap:
      return operandCount == 2 && (1...2).contains(step.aux) && hasLocals(Int(step.aux))
    case .transformWhere, .transformMapWhere:
      return operandCount == 3 && (1...2).contains(step.aux) && hasLocals(Int(step.aux))
    }
  }
}

/// Reads the encoding, trusting nothing.
private struct ByteReader {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  func error(_ message: String) -> ExpressionDecodingError { ExpressionDecodingError(offset: at, message: message) }

  mutating func byte() throws(ExpressionDecodingError) -> UInt8 {
    guard at < bytes.count else { throw error("an early end") }
    defer { at += 1 }
    return bytes[at]
  }

  mutating func number() throws(ExpressionDecodingError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw error("a number that is too large") }
      result |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return result }
      shift += 7
    }
  }

  mutating func number(atMost limit: Int) throws(ExpressionDecodingError) -> Int {
    guard let result = Int(exactly: try number()), result <= limit else { throw error("a number that is too large") }
    return result
  }

  /// A count of things of which each takes a byte at least.
  mutating func count() throws(ExpressionDecodingError) -> Int {
    let result = try number(atMost: bytes.count)
    guard result <= bytes.count - at else { throw error("an early end") }
    return result
  }

  mutating func signed() throws(ExpressionDecodingError) -> Int64 {
    let raw = try number()
    return Int64(bitPattern: (raw >> 1) ^ (0 &- (raw & 1)))
  }

  mutating func slice() throws(ExpressionDecodingError) -> [UInt8] {
    let count = try count()
    defer { at += count }
    return Array(bytes[at..<at + count])
  }

  mutating func string() throws(ExpressionDecodingError) -> String {
    guard let text = String(validating: try slice(), as: UTF8.self) else { throw error("a string that is no UTF-8") }
    return text
  }

  mutating func instruction() throws(ExpressionDecodingError) -> Instruction {
    guard let op = Opcode(rawValue: try byte()) else { throw error("an unknown instruction") }
    let aux = try byte()
    return Instruction(
      op: op, aux: aux, local: UInt16(try number(atMost: Limits.locals)),
      start: UInt16(try number(atMost: Limits.text)), end: UInt16(try number(atMost: Limits.text)),
      a: Int32(try number(atMost: Int(Int32.max))), b: Int32(try number(atMost: Int(Int32.max))))
  }

  mutating func reads() throws(ExpressionDecodingError) -> [SlotRead] {
    var result: [SlotRead] = []
    for _ in 0..<(try count()) {
      let slot = try number(atMost: Int(Int32.max))
      let start = try number(atMost: Limits.text)
      let end = try number(atMost: Limits.text)
      guard start <= end else { throw error("a range that is none") }
      result.append(SlotRead(slot: slot, range: start..<end, tested: try byte() != 0))
    }
    return result
  }

  private mutating func nested<T>(_ read: (inout ByteReader) throws(ExpressionDecodingError) -> T)
    throws(ExpressionDecodingError) -> T
  {
    guard depth <= Limits.height else { throw error("a value that is nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func kind() throws(ExpressionDecodingError) -> EncodedKind {
    guard let kind = EncodedKind(rawValue: try byte()) else { throw error("an unknown kind of value") }
    return kind
  }

  mutating func type() throws(ExpressionDecodingError) -> ValueType {
    try nested { reader throws(ExpressionDecodingError) in
      switch try reader.kind() {
      case .dyn: return .dyn
      case .null: return .null
      case .bool: return .bool
      case .int: return .int
      case .uint: return .uint
      case .double: return .double
      case .string: return .string
      case .bytes: return .bytes
      case .timestamp: return .timestamp
      case .duration: return .duration
      case .type: return .type
      case .list: return .list(try reader.type())
      case .map: return .map(try reader.type(), try reader.type())
      case .record: return .record(try reader.string())
      }
    }
  }

  mutating func value() throws(ExpressionDecodingError) -> Value {
    try nested { reader throws(ExpressionDecodingError) in
      switch try reader.kind() {
      case .null: return .null
      case .bool: return .bool(try reader.byte() != 0)
      case .int: return .int(try reader.signed())
      case .uint: return .uint(try reader.number())
      case .double:
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try reader.byte()) << shift }
        return .double(Double(bitPattern: bits))
      case .string: return .string(try reader.string())
      case .bytes: return .bytes(try reader.slice())
      case .list: return try reader.list()
      case .map: return try reader.map()
      case .timestamp:
        let (seconds, nanos) = (try reader.signed(), try reader.signed())
        guard (0..<1_000_000_000).contains(nanos), let value = try? makeTimestamp(seconds, nanos) else {
          throw reader.error("a timestamp out of range")
        }
        return value
      case .duration:
        let (seconds, nanos) = (try reader.signed(), try reader.signed())
        guard nanos.magnitude < 1_000_000_000, let value = try? makeDuration(seconds, nanos) else {
          throw reader.error("a duration out of range")
        }
        return value
      case .type: return .type(try reader.string())
      case .dyn, .record: throw reader.error("an unknown kind of value")
      }
    }
  }

  private mutating func list() throws(ExpressionDecodingError) -> Value {
    var elements: [Value] = []
    for _ in 0..<(try count()) { elements.append(try value()) }
    return .list(elements)
  }

  private mutating func map() throws(ExpressionDecodingError) -> Value {
    var map = ValueMap()
    for _ in 0..<(try count()) {
      let key = try value()
      let entry = try value()
      guard map.insert(key, entry) else { throw error("a map key that is none") }
    }
    return .map(map)
  }
}
