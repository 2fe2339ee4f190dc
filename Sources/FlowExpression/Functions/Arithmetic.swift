// Arithmetic of the standard library: integers fail on overflow, doubles follow IEEE 754.

/// The number, unless it overflowed.
@inline(__always)
func exact<T>(_ result: (partialValue: T, overflow: Bool)) throws(EvaluationError.Kind) -> T {
  if result.overflow { throw .outOfRange }
  return result.partialValue
}

func add(_ a: Value, _ b: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> Value {
  switch (a, b) {
  case (.int(let a), .int(let b)): return .int(try exact(a.addingReportingOverflow(b)))
  case (.uint(let a), .uint(let b)): return .uint(try exact(a.addingReportingOverflow(b)))
  case (.double(let a), .double(let b)): return .double(a + b)
  case (.string(let a), .string(let b)):
    try pay((a.utf8.count + b.utf8.count) >> 6, &budget)
    return .string(a + b)
  case (.bytes(let a), .bytes(let b)):
    try pay((a.count + b.count) >> 6, &budget)
    return .bytes(a + b)
  case (.list(let a), .list(let b)):
    try pay(a.count + b.count, &budget)
    return .list(a + b)
  case (.timestamp(let seconds, let nanos), .duration(let plus, let plusNanos)),
    (.duration(let plus, let plusNanos), .timestamp(let seconds, let nanos)):
    return try makeTimestamp(try exact(seconds.addingReportingOverflow(plus)), Int64(nanos) + Int64(plusNanos))
  case (.duration(let a, let an), .duration(let b, let bn)):
    return try makeDuration(try exact(a.addingReportingOverflow(b)), Int64(an) + Int64(bn))
  default: throw .noSuchOverload
  }
}

func subtract(_ a: Value, _ b: Value) throws(EvaluationError.Kind) -> Value {
  switch (a, b) {
  case (.int(let a), .int(let b)): return .int(try exact(a.subtractingReportingOverflow(b)))
  case (.uint(let a), .uint(let b)): return .uint(try exact(a.subtractingReportingOverflow(b)))
  case (.double(let a), .double(let b)): return .double(a - b)
  case (.timestamp(let a, let an), .duration(let b, let bn)):
    return try makeTimestamp(try exact(a.subtractingReportingOverflow(b)), Int64(an) - Int64(bn))
  case (.timestamp(let a, let an), .timestamp(let b, let bn)), (.duration(let a, let an), .duration(let b, let bn)):
    return try makeDuration(try exact(a.subtractingReportingOverflow(b)), Int64(an) - Int64(bn))
  default: throw .noSuchOverload
  }
}

func multiply(_ a: Value, _ b: Value) throws(EvaluationError.Kind) -> Value {
  switch (a, b) {
  case (.int(let a), .int(let b)): return .int(try exact(a.multipliedReportingOverflow(by: b)))
  case (.uint(let a), .uint(let b)): return .uint(try exact(a.multipliedReportingOverflow(by: b)))
  case (.double(let a), .double(let b)): return .double(a * b)
  default: throw .noSuchOverload
  }
}

func divide(_ a: Value, _ b: Value) throws(EvaluationError.Kind) -> Value {
  switch (a, b) {
  case (.int, .int(0)), (.uint, .uint(0)): throw .divisionByZero
  case (.int(let a), .int(let b)): return .int(try exact(a.dividedReportingOverflow(by: b)))
  case (.uint(let a), .uint(let b)): return .uint(a / b)
  case (.double(let a), .double(let b)): return .double(a / b)
  default: throw .noSuchOverload
  }
}

func modulo(_ a: Value, _ b: Value) throws(EvaluationError.Kind) -> Value {
  switch (a, b) {
  case (.int, .int(0)), (.uint, .uint(0)): throw .divisionByZero
  case (.int(let a), .int(let b)): return .int(try exact(a.remainderReportingOverflow(dividingBy: b)))
  case (.uint(let a), .uint(let b)): return .uint(a % b)
  default: throw .noSuchOverload
  }
}
