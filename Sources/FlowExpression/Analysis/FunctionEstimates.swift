/// The one table of what operators and functions can come to. What it does not name may fail: a new function is partial until
/// it is said here, with the shapes for which it is so, that it has a value for all operands.
extension Function {
  struct Result {
    var shape: ValueShape
    /// Why it may have no value; nil: it has one for all operands of these shapes.
    var failure: EvaluationError.Kind?
    /// The steps that it takes beyond its own.
    var cost: Double
  }

  func estimate(_ operands: [ValueShape]) -> Result {
    let bytes = operands.reduce(0.0) { $0 + Double($1.bytes) }
    let nodes = operands.reduce(0.0) { $0 + Double($1.nodes) }
    // No function takes more than a step for eight bytes and one for each element; those that do say so.
    let cost = Double(1 + operands.count) + bytes / 8 + nodes
    if let shape = totalShape(operands) { return Result(shape: shape, failure: nil, cost: cost + extra(operands)) }
    return Result(
      shape: partialShape(operands), failure: takes(operands) ? failure(operands) : .noSuchOverload,
      cost: self == .matches ? 2000 + 10 * bytes : cost)
  }

  /// The result where it has one for all operands of these shapes.
  private func totalShape(_ o: [ValueShape]) -> ValueShape? {
    switch (self, o.count) {
    case (.equal, 2), (.notEqual, 2): return .bool
    case (.toDyn, 1): return o[0]
    case (.typeOf, 1): return ValueShape(.type, size: 8)
    case (.in, 2): return o[1].isOnly(.containers) ? .bool : nil
    case (.size, 1):
      return o[0].isOnly([.string, .bytes, .list, .map])
        ? .int(Int64(o[0].count.lowerBound)...Int64(o[0].count.upperBound)) : nil
    case (.contains, 2), (.startsWith, 2), (.endsWith, 2): return areTexts(o) ? .bool : nil
    case (.lowerAscii, 1), (.upperAscii, 1), (.reverse, 1), (.trim, 1), (.quote, 1):
      return areTexts(o) ? text(o[0]) : nil
    case (.indexOf, 2), (.lastIndexOf, 2):
      return areTexts(o) ? .int(-1...Int64(o[0].count.upperBound)) : nil
    case (.charAt, 2), (.substring, 2), (.substring, 3): return part(o)
    case (.split, 2):
      guard areTexts(o) else { return nil }
      let most = ValueShape.plus(o[0].count.upperBound, 1)
      // What stands before the first separator, if only nothing.
      return .list(
        (o[1].count.lowerBound > 0 ? 1 : 0)...most, of: piece(o[0]),
        size: ValueShape.plus(ValueShape.times(8, most + 1), o[0].bytes))
    case (.replace, 3): return replacement(o)
    case (.join, 1), (.join, 2): return joined(o)
    case (.add, 2), (.subtract, 2), (.multiply, 2), (.divide, 2), (.modulo, 2), (.negate, 1): return arithmetic(o)
    case (.index, 2):
      guard o[0].isOnly(.list), o[1].isOnly(.int), o[1].number.lowerBound >= 0,
        o[1].number.upperBound < Int64(o[0].count.lowerBound)
      else { return nil }
      return o[0].element
    case (.isNaN, 1), (.isInf, 1), (.isFinite, 1): return o[0].isOnly(.double) ? .bool : nil
    case (.ceil, 1), (.floor, 1), (.round, 1), (.trunc, 1):
      return o[0].isOnly(.double) ? ValueShape(.double, size: 8) : nil
    case (.sqrt, 1), (.toDouble, 1): return o[0].isOnly(.numbers) ? ValueShape(.double, size: 8) : nil
    case (.sign, 1): return o[0].isOnly(.int) ? .int(-1...1) : o[0].isOnly(.double) ? o[0] : nil
    case (.abs, 1):
      if o[0].isOnly(.double) { return o[0] }
      guard o[0].isOnly(.int), o[0].number.lowerBound > .min else { return nil }
      let (a, b) = (o[0].number.lowerBound.magnitude, o[0].number.upperBound.magnitude)
      return .int(0...Int64(max(a, b)))
    case (.greatest, _), (.least, _):
      guard !o.isEmpty, o.allSatisfy({ $0.isOnly(.numbers) }) else { return nil }
      return o.reduce(.none) { $0.union($1) }
    case (.bitAnd, 2), (.bitOr, 2), (.bitXor, 2): return o.allSatisfy { $0.isOnly(.int) } ? .int() : nil
    case (.bitNot, 1): return o[0].isOnly(.int) ? .int() : nil
    case (.toBool, 1): return o[0].isOnly(.bool) ? .bool : nil
    case (.toBytes, 1):
      if o[0].isOnly(.bytes) { return o[0] }
      guard areTexts(o) else { return nil }
      var bytes = ValueShape(.bytes, size: o[0].size)
      bytes.count = 0...o[0].bytes
      return bytes
    case (.encode, 1):
      guard o[0].isOnly(.bytes) else { return nil }
      let most = ValueShape.plus(ValueShape.times(o[0].bytes, 2), 4)
      return .text(0...most, bytes: most, .plain)
    case (.toInt, 1): return o[0].isOnly(.int) || o[0].isOnly(.timestamp) ? .int(o[0].number) : nil
    case (.toUint, 1):
      return o[0].isOnly(.uint) || o[0].isOnly(.int) && o[0].number.lowerBound >= 0 ? ValueShape(.uint, size: 8) : nil
    case (.toString, 1):
      if areTexts(o) { return o[0] }
      if o[0].isOnly(.timestamp) { return .text(20...30, bytes: 30, .plain) }
      return o[0].isOnly([.bool, .int, .uint, .double]) ? .text(1...32, bytes: 32, .plain) : nil
    default: return time(o)
    }
  }

  /// Functions of times and dates.
  private func time(_ o: [ValueShape]) -> ValueShape? {
    func isTime(_ shape: ValueShape) -> Bool {
      shape.isOnly(.timestamp) && timestampRange.lowerBound <= shape.number.lowerBound
        && shape.number.upperBound <= timestampRange.upperBound
    }
    func isDate(_ shape: ValueShape) -> Bool { shape.isOnly(.string) && shape.texts.contains(.date) }
    switch (self, o.count) {
    case (.toDate, 1): return isDate(o[0]) ? .seconds(.timestamp, timestampRange) : nil
    case (.age, 2): return (isDate(o[0]) || isTime(o[0])) && isTime(o[1]) ? .int(-10_000...10_000) : nil
    case (.toTimestamp, 1): return o[0].isOnly(.timestamp) ? o[0] : nil
    case (.toDuration, 1): return o[0].isOnly(.duration) ? o[0] : nil
    case (.getDate, 1), (.getDayOfMonth, 1), (.getDayOfWeek, 1), (.getDayOfYear, 1), (.getFullYear, 1), (.getMonth, 1):
      return isTime(o[0]) ? .int(0...10_000) : nil
    case (.getHours, 1), (.getMinutes, 1), (.getSeconds, 1), (.getMilliseconds, 1):
      if isTime(o[0]) { return .int(0...999) }
      return o[0].isOnly(.duration) ? .int() : nil
    default: return nil
    }
  }
}
