/// The operators and functions of expressions. Raw values are part of the table's file format: only ever add at the end.
package enum Function: UInt8, CaseIterable, Sendable {
  // Operators
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case `in`, add, subtract, multiply, divide, modulo, negate, index
  // Standard functions
  case size, contains, startsWith, endsWith, matches
  case toBool, toBytes, toDouble, toDuration, toDyn, toInt, toString, toTimestamp, toUint, typeOf
  case getDate, getDayOfMonth, getDayOfWeek, getDayOfYear, getFullYear, getHours, getMilliseconds, getMinutes
  case getMonth, getSeconds
  // Strings
  case charAt, indexOf, lastIndexOf, lowerAscii, upperAscii, replace, split, substring, trim, join, reverse, quote
  case format
  // Mathematics
  case greatest, least, ceil, floor, round, trunc, abs, sign, isNaN, isInf, isFinite, sqrt
  case bitAnd, bitOr, bitXor, bitNot, bitShiftLeft, bitShiftRight
  // Encoders
  case encode, decode
  // Dates
  case toDate, age

  /// The operator's sign, nil for a function.
  package var sign: String? {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .in: "in"
    case .add: "+"
    case .subtract, .negate: "-"
    case .multiply: "*"
    case .divide: "/"
    case .modulo: "%"
    case .index: "[]"
    default: nil
    }
  }

  /// The relation that the operator asks for.
  package var relation: Relation? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: nil
    }
  }
}
