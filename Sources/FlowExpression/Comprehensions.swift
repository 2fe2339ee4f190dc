// The instructions that make and go over lists and maps. Each element made costs a step, and each element inside it, so
// that the size of any value is bounded by the budget.

extension Code {
  private func pay(_ cost: Int, _ at: Int, _ run: inout Run) throws(Failure) {
    run.budget -= cost
    if run.budget < 0 { throw Failure(.costExceeded, at) }
  }

  /// Pays for the elements inside a value that becomes part of another.
  private func payFor(_ value: Value, _ at: Int, _ run: inout Run) throws(Failure) {
    switch value {
    case .list(let elements):
      try pay(1 + elements.count, at, &run)
      for element in elements { try payFor(element, at, &run) }
    case .map(let map):
      try pay(1 + map.count, at, &run)
      for entry in map.entries { try payFor(entry.value, at, &run) }
    default: break
    }
  }

  @inline(never)
  func list(_ step: Instruction, _ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run) throws(Failure)
    -> Value
  {
    var result: [Value] = []
    result.reserveCapacity(Int(step.b))
    for index in Int(step.a)..<Int(step.a) + Int(step.b) {
      let element = try value(Int(operands[index]), slots, &run)
      try payFor(element, at, &run)
      result.append(element)
    }
    return .list(result)
  }

  @inline(never)
  func map(_ step: Instruction, _ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run) throws(Failure)
    -> Value
  {
    var result = ValueMap()
    for index in stride(from: Int(step.a), to: Int(step.a) + Int(step.b), by: 2) {
      let key = try value(Int(operands[index]), slots, &run)
      let element = try value(Int(operands[index + 1]), slots, &run)
      try payFor(element, at, &run)
      guard result.insert(key, element) else { throw Failure(.badKey, at) }
    }
    return .map(result)
  }

  /// The elements a macro goes over: of a list indices and elements, of a map keys and values.
  private enum Elements {
    case list([Value])
    case map(ValueMap)

    var count: Int {
      switch self {
      case .list(let elements): elements.count
      case .map(let map): map.count
      }
    }

    func first(_ index: Int, _ variables: UInt8) -> Value {
      switch self {
      case .list(let elements): variables == 2 ? .int(Int64(index)) : elements[index]
      case .map(let map): map.entries[index].key
      }
    }

    func second(_ index: Int) -> Value {
      switch self {
      case .list(let elements): elements[index]
      case .map(let map): map.entries[index].value
      }
    }

    /// Sets the macro's variables to an element.
    func bind(_ index: Int, _ step: Instruction, _ run: inout Run) {
      run.locals[Int(step.local)] = first(index, step.aux)
      if step.aux == 2 { run.locals[Int(step.local) + 1] = second(index) }
    }
  }

  private func elements(_ step: Instruction, _ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run)
    throws(Failure) -> Elements
  {
    switch try value(Int(operands[Int(step.a)]), slots, &run) {
    case .list(let elements): return .list(elements)
    case .map(let map): return .map(map)
    default: throw Failure(.noSuchOverload, at)
    }
  }

  /// `all`, `exists` and `exists_one`.
  @inline(never)
  func quantify(_ step: Instruction, _ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run) throws(Failure)
    -> Bool
  {
    let elements = try elements(step, at, slots, &run)
    let condition = Int(operands[Int(step.a) + 1])
    var failure: Failure?
    var hits = 0
    for index in 0..<elements.count {
      elements.bind(index, step, &run)
      do {
        let holds = try truth(condition, slots, &run)
        if step.op == .all, !holds { return false }
        if step.op == .exists, holds { return true }
        if holds { hits += 1 }
      } catch {
        // `exists_one` must see all elements, so it absorbs nothing.
        if error.kind == .costExceeded || step.op == .existsOne { throw error }
        if failure == nil { failure = error }
      }
    }
    if let failure { throw failure }
    switch step.op {
    case .all: return true
    case .exists: return false
    default: return hits == 1
    }
  }

  /// `filter`, `map`, `transformList` and `transformMap`.
  @inline(never)
  func collect(_ step: Instruction, _ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run) throws(Failure)
    -> Value
  {
    let elements = try elements(step, at, slots, &run)
    let last = Int(operands[Int(step.a) + Int(step.b) - 1])
    let isFiltered = step.b == 3
    let makesMap = step.op == .transformMap || step.op == .transformMapWhere
    var list: [Value] = []
    var map = ValueMap()
    for index in 0..<elements.count {
      elements.bind(index, step, &run)
      let made: Value
      if step.op == .filter {
        if try !truth(last, slots, &run) { continue }
        made = elements.first(index, step.aux)
      } else {
        if isFiltered, try !truth(Int(operands[Int(step.a) + 1]), slots, &run) { continue }
        made = try value(last, slots, &run)
      }
      try payFor(made, at, &run)
      if makesMap {
        guard map.insert(elements.first(index, step.aux), made) else { throw Failure(.badKey, at) }
      } else {
        list.append(made)
      }
    }
    return makesMap ? .map(map) : .list(list)
  }

  /// A function's value; what it costs beyond this step is up to the function.
  @inline(never)
  func call(_ step: Instruction, _ at: Int, _ slots: borrowing some SlotReader, _ run: inout Run) throws(Failure)
    -> Value
  {
    guard let function = Function(rawValue: step.aux) else { throw Failure(.unknownFunction, at) }
    let first = Int(step.a)
    switch step.b {
    case 1:
      let a = try value(Int(operands[first]), slots, &run)
      do { return try apply(function, a, &run.budget) } catch { throw Failure(error, at) }
    case 2:
      let a = try value(Int(operands[first]), slots, &run)
      let b = try value(Int(operands[first + 1]), slots, &run)
      do { return try apply(function, a, b, &run.budget) } catch { throw Failure(error, at) }
    default:
      var arguments: [Value] = []
      for index in first..<first + Int(step.b) {
        arguments.append(try value(Int(operands[index]), slots, &run))
      }
      do { return try apply(function, arguments, &run.budget) } catch { throw Failure(error, at) }
    }
  }
}
