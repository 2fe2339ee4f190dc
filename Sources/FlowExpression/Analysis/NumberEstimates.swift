// The ranges of numbers, times and durations that operators make of others.

extension Function {
  func arithmetic(_ o: [ValueShape]) -> ValueShape? {
    if o.allSatisfy({ $0.isOnly(.double) }), self != .modulo { return ValueShape(.double, size: 8) }
    if o.allSatisfy({ $0.isOnly(.int) }) {
      if self == .divide || self == .modulo, !o[1].isNonZero { return nil }
      return integers(o.map(\.number)).map { .int($0) }
    }
    if self == .add, let shape = concatenation(o) { return shape }
    return self == .add || self == .subtract ? times(o) : nil
  }

  func integers(_ o: [ClosedRange<Int64>]) -> ClosedRange<Int64>? {
    func hull(_ results: [(partialValue: Int64, overflow: Bool)]) -> ClosedRange<Int64>? {
      if results.contains(where: \.overflow) { return nil }
      let values = results.map(\.partialValue)
      guard let least = values.min(), let most = values.max() else { return nil }
      return least...most
    }
    func corners(_ make: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)) -> ClosedRange<Int64>? {
      hull([o[0].lowerBound, o[0].upperBound].flatMap { a in [o[1].lowerBound, o[1].upperBound].map { make(a, $0) } })
    }
    switch self {
    case .add: return corners { $0.addingReportingOverflow($1) }
    case .subtract: return corners { $0.subtractingReportingOverflow($1) }
    case .multiply: return corners { $0.multipliedReportingOverflow(by: $1) }
    case .negate: return hull([o[0].upperBound, o[0].lowerBound].map { (0 as Int64).subtractingReportingOverflow($0) })
    case .divide, .modulo:
      if o[0].contains(.min) && o[1].contains(-1) { return nil }
      let most = max(o[0].lowerBound.magnitude, o[0].upperBound.magnitude)
      return most > UInt64(Int64.max) ? .min ... .max : -Int64(most)...Int64(most)
    default: return nil
    }
  }

  /// Sums and differences of times and durations, with a second to spare for what is less than one.
  func times(_ o: [ValueShape]) -> ValueShape? {
    let longest: Int64 = 9_223_372_000
    let kinds = o.map { shape -> ValueShape.Kinds? in
      shape.isOnly(.timestamp) ? .timestamp : shape.isOnly(.duration) ? .duration : nil
    }
    guard let left = kinds[0], let right = kinds[1], let range = integers(o.map(\.number)), range.lowerBound > .min + 2,
      range.upperBound < .max - 2
    else { return nil }
    let wider = range.lowerBound - 2...range.upperBound + 2
    let isTime = self == .add ? left != right : left == .timestamp && right == .duration
    let isDuration = self == .add ? left == .duration && right == .duration : left == right
    if isTime, timestampRange.lowerBound <= wider.lowerBound, wider.upperBound <= timestampRange.upperBound {
      return .seconds(.timestamp, wider)
    }
    return isDuration && wider.lowerBound > -longest && wider.upperBound < longest ? .seconds(.duration, wider) : nil
  }
}
