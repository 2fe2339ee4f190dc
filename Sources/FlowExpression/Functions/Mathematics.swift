// The mathematics extension.

func mathematics(_ function: Function, _ a: Value) throws(EvaluationError.Kind) -> Value {
  switch (function, a) {
  case (.ceil, .double(let x)): return .double(x.rounded(.up))
  case (.floor, .double(let x)): return .double(x.rounded(.down))
  case (.round, .double(let x)): return .double(x.rounded(.toNearestOrAwayFromZero))
  case (.trunc, .double(let x)): return .double(x.rounded(.towardZero))
  case (.isNaN, .double(let x)): return .bool(x.isNaN)
  case (.isInf, .double(let x)): return .bool(x.isInfinite)
  case (.isFinite, .double(let x)): return .bool(x.isFinite)
  case (.sqrt, .double(let x)): return .double(x.squareRoot())
  case (.sqrt, .int(let x)): return .double(Double(x).squareRoot())
  case (.sqrt, .uint(let x)): return .double(Double(x).squareRoot())
  case (.abs, .int(let x)): return .int(x < 0 ? try exact(x.multipliedReportingOverflow(by: -1)) : x)
  case (.abs, .uint): return a
  case (.abs, .double(let x)): return .double(x.magnitude)
  case (.sign, .int(let x)): return .int(x.signum())
  case (.sign, .uint(let x)): return .uint(x == 0 ? 0 : 1)
  case (.sign, .double(let x)): return .double(x > 0 ? 1 : x < 0 ? -1 : x)
  case (.bitNot, .int(let x)): return .int(~x)
  case (.bitNot, .uint(let x)): return .uint(~x)
  default: throw .noSuchOverload
  }
}

func bits(_ function: Function, _ a: Value, _ b: Value) throws(EvaluationError.Kind) -> Value {
  switch (function, a, b) {
  case (.bitAnd, .int(let a), .int(let b)): return .int(a & b)
  case (.bitAnd, .uint(let a), .uint(let b)): return .uint(a & b)
  case (.bitOr, .int(let a), .int(let b)): return .int(a | b)
  case (.bitOr, .uint(let a), .uint(let b)): return .uint(a | b)
  case (.bitXor, .int(let a), .int(let b)): return .int(a ^ b)
  case (.bitXor, .uint(let a), .uint(let b)): return .uint(a ^ b)
  case (.bitShiftLeft, _, .int(let by)), (.bitShiftRight, _, .int(let by)):
    let number: UInt64
    switch a {
    case .int(let x): number = UInt64(bitPattern: x)
    case .uint(let x): number = x
    default: throw .noSuchOverload
    }
    if by < 0 { throw .badArgument }
    // The sign is no special bit; bits shifted out are gone, and from 64 on all are.
    let shifted = function == .bitShiftLeft ? number << by : number >> by
    if case .int = a { return .int(Int64(bitPattern: shifted)) }
    return .uint(shifted)
  default: throw .noSuchOverload
  }
}

/// `math.greatest` and `math.least` of numbers of any types, or of a list of them; of equals the first.
func extremum(_ function: Function, _ arguments: [Value], _ budget: inout Int) throws(EvaluationError.Kind) -> Value {
  var numbers = arguments
  if arguments.count == 1, case .list(let elements) = arguments[0] { numbers = elements }
  try pay(numbers.count, &budget)
  guard var best = numbers.first else { throw .badArgument }
  for number in numbers {
    guard number.isNumber else { throw .noSuchOverload }
    if let order = numericOrder(number, best), function == .greatest ? order > 0 : order < 0 { best = number }
  }
  return best
}
