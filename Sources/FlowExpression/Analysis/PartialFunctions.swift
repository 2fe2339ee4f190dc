// What functions come to that may fail, and why they fail.

extension Function {
  /// Whether the operands are of kinds that it takes, whatever their values.
  func takes(_ o: [ValueShape]) -> Bool {
    switch (self, o.count) {
    case (.add, 2), (.subtract, 2):
      return o.allSatisfy { $0.isOnly(.int) } || o.allSatisfy { $0.isOnly(.uint) }
        || o.allSatisfy { $0.isOnly([.timestamp]) || $0.isOnly([.duration]) }
    case (.multiply, 2), (.divide, 2), (.modulo, 2):
      return o.allSatisfy { $0.isOnly(.int) } || o.allSatisfy { $0.isOnly(.uint) }
    case (.negate, 1), (.abs, 1): return o[0].isOnly(.int)
    case (.index, 2): return o[0].isOnly(.list) && o[1].isOnly(.numbers) || o[0].isOnly(.map)
    case (.charAt, _), (.substring, _): return o[0].isOnly(.string) && o.dropFirst().allSatisfy { $0.isOnly(.int) }
    case (.toInt, 1), (.toUint, 1): return o[0].isOnly(.numbers) || o[0].isOnly(.string)
    case (.toDouble, 1), (.toBool, 1), (.toTimestamp, 1), (.toDuration, 1), (.toDate, 1), (.decode, 1):
      return o[0].isOnly(.string)
    case (.matches, 2): return areTexts(o)
    case (.format, 2): return o[0].isOnly(.string) && o[1].isOnly(.list)
    case (.age, 2): return o[0].isOnly(.string) || o[0].isOnly(.timestamp)
    default: return true
    }
  }

  func failure(_ o: [ValueShape]) -> EvaluationError.Kind {
    switch self {
    case .divide, .modulo: o[1].isOnly(.int) && o[1].isNonZero ? .outOfRange : .divisionByZero
    case .add, .subtract, .multiply, .negate, .abs: .outOfRange
    case .toInt, .toUint: o[0].isOnly(.string) ? .badArgument : .outOfRange
    case .index: o[0].isOnly(.list) ? .badIndex : .noSuchKey
    case .charAt, .substring: .badIndex
    default: .badArgument
    }
  }

  /// What it comes to where it does not fail.
  func partialShape(_ o: [ValueShape]) -> ValueShape {
    if sign != nil, self != .index, self != .in, o.allSatisfy({ $0.isOnly(.int) }) { return .int() }
    return switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .contains, .startsWith, .endsWith,
      .matches, .toBool, .isNaN, .isInf, .isFinite:
      .bool
    case .toInt, .size, .age, .indexOf, .lastIndexOf, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear,
      .getFullYear, .getHours, .getMilliseconds, .getMinutes, .getMonth, .getSeconds:
      .int()
    case .toUint: ValueShape(.uint, size: 8)
    case .toDouble, .sqrt, .ceil, .floor, .round, .trunc: ValueShape(.double, size: 8)
    case .toString, .charAt, .lowerAscii, .upperAscii, .replace, .substring, .trim, .join, .reverse, .quote, .format,
      .encode:
      ValueShape(.string)
    case .toTimestamp, .toDate: .seconds(.timestamp, timestampRange)
    case .toDuration: .seconds(.duration, -9_223_372_036...9_223_372_036)
    case .index: o[0].isOnly(.list) ? o[0].element : .anything
    default: .anything
    }
  }
}
