// From a function's number to what computes it. The types were checked where they are known; where they are `dyn` the
// patterns here decide, and what fits none of them has no overload.

/// A function of one value.
func apply(_ function: Function, _ a: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> Value {
  switch (function, a) {
  case (.size, _): return .int(Int64(try size(a, &budget)))
  case (.negate, .int(let value)): return .int(try exact(value.multipliedReportingOverflow(by: -1)))
  case (.negate, .double(let value)): return .double(-value)
  case (.typeOf, _): return .type(a.typeName)
  case (.toDyn, _): return a
  case (.toBool, _): return .bool(try toBool(a))
  case (.toInt, _): return .int(try toInt(a))
  case (.toUint, _): return .uint(try toUint(a))
  case (.toDouble, _): return .double(try toDouble(a))
  case (.toString, _): return .string(try toString(a, &budget))
  case (.toBytes, _): return .bytes(try toBytes(a, &budget))
  case (.toTimestamp, _): return try toTimestamp(a)
  case (.toDuration, _): return try toDuration(a)
  case (.toDate, _): return try toDate(a)
  case (.getDate, _), (.getDayOfMonth, _), (.getDayOfWeek, _), (.getDayOfYear, _), (.getFullYear, _), (.getMonth, _),
    (.getHours, _), (.getMinutes, _), (.getSeconds, _), (.getMilliseconds, _):
    return .int(try calendarField(function, a, zone: nil))
  case (.lowerAscii, .string(let text)): return .string(try mapAscii(text, &budget) { $0.lowercased })
  case (.upperAscii, .string(let text)): return .string(try mapAscii(text, &budget) { $0.uppercased })
  case (.trim, .string(let text)): return .string(try trim(text, &budget))
  case (.reverse, .string(let text)): return .string(try reverse(text, &budget))
  case (.quote, .string(let text)):
    try pay(text.utf8.count >> 3, &budget)
    return .string(quoted(text))
  case (.join, .list(let parts)): return .string(try join(parts, "", &budget))
  case (.encode, .bytes(let bytes)):
    try pay(bytes.count >> 3, &budget)
    return .string(base64(bytes))
  case (.decode, .string(let text)):
    try pay(text.utf8.count >> 3, &budget)
    return .bytes(try decodeBase64(text))
  case (.greatest, _), (.least, _): return try extremum(function, [a], &budget)
  default: return try mathematics(function, a)
  }
}

/// A function of two values.
func apply(_ function: Function, _ a: Value, _ b: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> Value {
  switch (function, a, b) {
  case (.add, _, _): return try add(a, b, &budget)
  case (.subtract, _, _): return try subtract(a, b)
  case (.multiply, _, _): return try multiply(a, b)
  case (.divide, _, _): return try divide(a, b)
  case (.modulo, _, _): return try modulo(a, b)
  case (.index, _, _): return try element(of: a, at: b)
  case (.in, _, _): return .bool(try contains(b, a, &budget))
  case (.contains, .string(let text), .string(let part)): return .bool(try search(text, part, &budget) != nil)
  case (.startsWith, .string(let text), .string(let part)): return .bool(try hasPrefix(text, part, &budget))
  case (.endsWith, .string(let text), .string(let part)): return .bool(try hasSuffix(text, part, &budget))
  case (.matches, .string(let text), .string(let pattern)): return .bool(try matches(text, pattern, &budget))
  case (.getDate, _, .string(let zone)), (.getDayOfMonth, _, .string(let zone)), (.getDayOfWeek, _, .string(let zone)),
    (.getDayOfYear, _, .string(let zone)), (.getFullYear, _, .string(let zone)), (.getMonth, _, .string(let zone)),
    (.getHours, _, .string(let zone)), (.getMinutes, _, .string(let zone)), (.getSeconds, _, .string(let zone)),
    (.getMilliseconds, _, .string(let zone)):
    return .int(try calendarField(function, a, zone: zone))
  case (.age, _, _): return .int(try wholeYears(from: a, to: b))
  case (.join, .list(let parts), .string(let separator)): return .string(try join(parts, separator, &budget))
  case (.format, .string(let text), .list(let values)): return .string(try format(text, values, &budget))
  case (.greatest, _, _), (.least, _, _): return try extremum(function, [a, b], &budget)
  case (.bitAnd, _, _), (.bitOr, _, _), (.bitXor, _, _), (.bitShiftLeft, _, _), (.bitShiftRight, _, _):
    return try bits(function, a, b)
  default: return try text(function, [a, b], &budget)
  }
}

/// A function of none, or of three values and more.
func apply(_ function: Function, _ arguments: [Value], _ budget: inout Int) throws(EvaluationError.Kind) -> Value {
  switch function {
  case .greatest, .least: try extremum(function, arguments, &budget)
  default: try text(function, arguments, &budget)
  }
}
