// Conversions of the standard library (CEL language definition, "List of Standard Definitions").

func toBool(_ value: Value) throws(EvaluationError.Kind) -> Bool {
  switch value {
  case .bool(let value): return value
  case .string(let text):
    switch text {
    case "1", "t", "true", "TRUE", "True": return true
    case "0", "f", "false", "FALSE", "False": return false
    default: throw .badArgument
    }
  default: throw .noSuchOverload
  }
}

/// Doubles lose their fraction; those outside the open interval of 64 bits fail.
func toInt(_ value: Value) throws(EvaluationError.Kind) -> Int64 {
  switch value {
  case .int(let number): return number
  case .uint(let number):
    guard let result = Int64(exactly: number) else { throw .outOfRange }
    return result
  case .double(let number):
    guard number > -0x1p63, number < 0x1p63 else { throw .outOfRange }
    return Int64(number)
  case .string(let text):
    guard let result = Int64(text) else { throw .badArgument }
    return result
  case .timestamp(let seconds, _): return seconds
  default: throw .noSuchOverload
  }
}

func toUint(_ value: Value) throws(EvaluationError.Kind) -> UInt64 {
  switch value {
  case .uint(let number): return number
  case .int(let number):
    guard let result = UInt64(exactly: number) else { throw .outOfRange }
    return result
  case .double(let number):
    guard number >= 0, number < 0x1p64 else { throw .outOfRange }
    return UInt64(number)
  case .string(let text):
    guard let result = UInt64(text) else { throw .badArgument }
    return result
  default: throw .noSuchOverload
  }
}

func toDouble(_ value: Value) throws(EvaluationError.Kind) -> Double {
  switch value {
  case .double(let number): return number
  case .int(let number): return Double(number)
  case .uint(let number): return Double(number)
  case .string(let text):
    guard let number = parseDouble(text) else { throw .badArgument }
    return number
  default: throw .noSuchOverload
  }
}

/// Decimal notation, or one of the names of the numbers that have none.
private func parseDouble(_ text: String) -> Double? {
  switch text {
  case "NaN": return .nan
  case "Infinity", "+Infinity", "Inf", "+Inf", "inf": return .infinity
  case "-Infinity", "-Inf", "-inf": return -.infinity
  default:
    let decimal = text.utf8.allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
    return decimal ? Double(text) : nil
  }
}

func toString(_ value: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> String {
  switch value {
  case .string(let text): return text
  case .bool(let value): return value ? "true" : "false"
  case .int(let number): return String(number)
  case .uint(let number): return String(number)
  case .double(let number): return formatDouble(number)
  case .bytes(let bytes):
    try pay(bytes.count >> 3, &budget)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .badArgument }
    return text
  case .timestamp(let seconds, let nanos): return formatTimestamp(seconds, nanos)
  case .duration(let seconds, let nanos): return formatDuration(seconds, nanos)
  default: throw .noSuchOverload
  }
}

/// The shortest decimal that reads back as the same number, without a fraction of zero.
func formatDouble(_ number: Double) -> String {
  if number.isNaN { return "NaN" }
  if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

func toBytes(_ value: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> [UInt8] {
  switch value {
  case .bytes(let bytes): return bytes
  case .string(let text):
    try pay(text.utf8.count >> 6, &budget)
    return Array(text.utf8)
  default: throw .noSuchOverload
  }
}

func toTimestamp(_ value: Value) throws(EvaluationError.Kind) -> Value {
  switch value {
  case .timestamp: return value
  case .int(let seconds): return try makeTimestamp(seconds, 0)
  case .string(let text):
    guard let (seconds, nanos) = parseTimestamp(text) else { throw .badArgument }
    return try makeTimestamp(seconds, Int64(nanos))
  default: throw .noSuchOverload
  }
}

func toDuration(_ value: Value) throws(EvaluationError.Kind) -> Value {
  switch value {
  case .duration: return value
  case .string(let text):
    guard let (seconds, nanos) = parseDuration(text) else { throw .badArgument }
    return try makeDuration(seconds, nanos)
  default: throw .noSuchOverload
  }
}
