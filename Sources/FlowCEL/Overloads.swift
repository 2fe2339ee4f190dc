import FlowExpression

/// A signature of a function.
struct Overload: Sendable {
  enum Style: UInt8, Sendable { case global, method }

  let style: Style
  let parameters: [TypeID]
  let result: TypeID
}

/// The functions' names and the types they take. A new function is an entry here and a case in `Functions/Dispatch`.
enum Overloads {
  /// Function by the name it is called by, `math.abs` for one with a name space.
  static let byName: [String: Function] = {
    var result: [String: Function] = [:]
    for (name, function, _) in entries where function.sign == nil { result[name] = function }
    return result
  }()

  /// The overloads of each function, by raw value.
  static let byFunction: [[Overload]] = {
    var result = [[Overload]](repeating: [], count: Function.allCases.count)
    for (_, function, overloads) in entries { result[Int(function.rawValue)] = overloads }
    return result
  }()

  static func of(_ function: Function) -> [Overload] { byFunction[Int(function.rawValue)] }

  private static func global(_ parameters: TypeID..., to result: TypeID) -> Overload {
    Overload(style: .global, parameters: parameters, result: result)
  }

  private static func method(_ parameters: TypeID..., to result: TypeID) -> Overload {
    Overload(style: .method, parameters: parameters, result: result)
  }

  private static let numbers: [TypeID] = [.int, .uint, .double]

  private static let ordering: [Overload] =
    ([.bool, .string, .bytes, .timestamp, .duration] as [TypeID]).map { global($0, $0, to: .bool) }
    + numbers.flatMap { left in numbers.map { global(left, $0, to: .bool) } }

  private static let arithmetic: [Overload] = numbers.map { global($0, $0, to: $0) }

  private static let unaryString: [Overload] = [method(.string, to: .string)]

  private static let ofBits: [Overload] = [global(.int, .int, to: .int), global(.uint, .uint, to: .uint)]

  private static let shifts: [Overload] = [global(.int, .int, to: .int), global(.uint, .int, to: .uint)]

  private static let ofDouble: [Overload] = [global(.double, to: .double)]

  private static let searches: [Overload] = [
    method(.string, .string, to: .int), method(.string, .string, .int, to: .int),
  ]

  private static func conversion(_ result: TypeID, from types: TypeID...) -> [Overload] {
    types.map { global($0, to: result) }
  }

  private static let calendar: [Overload] = [
    method(.timestamp, to: .int), method(.timestamp, .string, to: .int),
  ]

  private static let calendarAndClock: [Overload] = calendar + [method(.duration, to: .int)]

  private static let entries: [(String, Function, [Overload])] =
    operators + standard + strings + mathematics + encoders + dates

  private static let operators: [(String, Function, [Overload])] = [
    ("==", .equal, [global(.a, .a, to: .bool)]),
    ("!=", .notEqual, [global(.a, .a, to: .bool)]),
    ("<", .less, ordering),
    ("<=", .lessOrEqual, ordering),
    (">", .greater, ordering),
    (">=", .greaterOrEqual, ordering),
    ("in", .in, [global(.a, .listOfA, to: .bool), global(.a, .mapOfAB, to: .bool)]),
    (
      "+", .add,
      arithmetic + [
        global(.string, .string, to: .string), global(.bytes, .bytes, to: .bytes),
        global(.listOfA, .listOfA, to: .listOfA), global(.timestamp, .duration, to: .timestamp),
        global(.duration, .timestamp, to: .timestamp), global(.duration, .duration, to: .duration),
      ]
    ),
    (
      "-", .subtract,
      arithmetic + [
        global(.timestamp, .timestamp, to: .duration), global(.timestamp, .duration, to: .timestamp),
        global(.duration, .duration, to: .duration),
      ]
    ),
    ("*", .multiply, arithmetic),
    ("/", .divide, arithmetic),
    ("%", .modulo, [global(.int, .int, to: .int), global(.uint, .uint, to: .uint)]),
    ("-", .negate, [global(.int, to: .int), global(.double, to: .double)]),
    ("[]", .index, [global(.listOfA, .int, to: .a), global(.mapOfAB, .a, to: .b)]),
  ]

  private static let standard: [(String, Function, [Overload])] = [
    (
      "size", .size,
      [
        global(.string, to: .int), global(.bytes, to: .int), global(.listOfA, to: .int), global(.mapOfAB, to: .int),
        method(.string, to: .int), method(.bytes, to: .int), method(.listOfA, to: .int), method(.mapOfAB, to: .int),
      ]
    ),
    ("contains", .contains, [method(.string, .string, to: .bool)]),
    ("startsWith", .startsWith, [method(.string, .string, to: .bool)]),
    ("endsWith", .endsWith, [method(.string, .string, to: .bool)]),
    ("matches", .matches, [method(.string, .string, to: .bool), global(.string, .string, to: .bool)]),
    ("bool", .toBool, conversion(.bool, from: .bool, .string)),
    ("bytes", .toBytes, conversion(.bytes, from: .bytes, .string)),
    ("double", .toDouble, conversion(.double, from: .double, .int, .uint, .string)),
    ("duration", .toDuration, conversion(.duration, from: .duration, .string)),
    ("dyn", .toDyn, [global(.a, to: .dyn)]),
    ("int", .toInt, conversion(.int, from: .int, .uint, .double, .string, .timestamp)),
    (
      "string", .toString,
      conversion(.string, from: .string, .bool, .int, .uint, .double, .bytes, .timestamp, .duration)
    ),
    ("timestamp", .toTimestamp, conversion(.timestamp, from: .timestamp, .string, .int)),
    ("uint", .toUint, conversion(.uint, from: .uint, .int, .double, .string)),
    ("type", .typeOf, [global(.a, to: .type)]),
    ("getDate", .getDate, calendar),
    ("getDayOfMonth", .getDayOfMonth, calendar),
    ("getDayOfWeek", .getDayOfWeek, calendar),
    ("getDayOfYear", .getDayOfYear, calendar),
    ("getFullYear", .getFullYear, calendar),
    ("getMonth", .getMonth, calendar),
    ("getHours", .getHours, calendarAndClock),
    ("getMilliseconds", .getMilliseconds, calendarAndClock),
    ("getMinutes", .getMinutes, calendarAndClock),
    ("getSeconds", .getSeconds, calendarAndClock),
  ]

  private static let strings: [(String, Function, [Overload])] = [
    ("charAt", .charAt, [method(.string, .int, to: .string)]),
    ("indexOf", .indexOf, searches),
    ("lastIndexOf", .lastIndexOf, searches),
    ("lowerAscii", .lowerAscii, unaryString),
    ("upperAscii", .upperAscii, unaryString),
    (
      "replace", .replace,
      [method(.string, .string, .string, to: .string), method(.string, .string, .string, .int, to: .string)]
    ),
    (
      "split", .split, [method(.string, .string, to: .listOfString), method(.string, .string, .int, to: .listOfString)]
    ),
    ("substring", .substring, [method(.string, .int, to: .string), method(.string, .int, .int, to: .string)]),
    ("trim", .trim, unaryString),
    ("reverse", .reverse, unaryString),
    ("join", .join, [method(.listOfString, to: .string), method(.listOfString, .string, to: .string)]),
    ("strings.quote", .quote, [global(.string, to: .string)]),
    ("format", .format, [method(.string, .listOfDyn, to: .string)]),
  ]

  private static let mathematics: [(String, Function, [Overload])] = [
    // Any number of numbers; the checker types these two itself.
    ("math.greatest", .greatest, []),
    ("math.least", .least, []),
    ("math.ceil", .ceil, ofDouble),
    ("math.floor", .floor, ofDouble),
    ("math.round", .round, ofDouble),
    ("math.trunc", .trunc, ofDouble),
    ("math.sqrt", .sqrt, numbers.map { global($0, to: .double) }),
    ("math.abs", .abs, numbers.map { global($0, to: $0) }),
    ("math.sign", .sign, numbers.map { global($0, to: $0) }),
    ("math.isNaN", .isNaN, [global(.double, to: .bool)]),
    ("math.isInf", .isInf, [global(.double, to: .bool)]),
    ("math.isFinite", .isFinite, [global(.double, to: .bool)]),
    ("math.bitAnd", .bitAnd, ofBits),
    ("math.bitOr", .bitOr, ofBits),
    ("math.bitXor", .bitXor, ofBits),
    ("math.bitNot", .bitNot, [global(.int, to: .int), global(.uint, to: .uint)]),
    ("math.bitShiftLeft", .bitShiftLeft, shifts),
    ("math.bitShiftRight", .bitShiftRight, shifts),
  ]

  private static let encoders: [(String, Function, [Overload])] = [
    ("base64.encode", .encode, [global(.bytes, to: .string)]),
    ("base64.decode", .decode, [global(.string, to: .bytes)]),
  ]

  // `age(x)` is written without the time, which the parser adds.
  private static let dates: [(String, Function, [Overload])] = [
    ("date", .toDate, [global(.string, to: .timestamp)]),
    ("age", .age, [global(.string, .timestamp, to: .int), global(.timestamp, .timestamp, to: .int)]),
  ]
}
