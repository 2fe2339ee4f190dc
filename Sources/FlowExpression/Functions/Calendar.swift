// The parts of timestamps and durations (CEL language definition, "List of Standard Definitions").

/// A part of a timestamp, by a time zone where one is given, else by UTC; or the whole of a duration in a unit.
func calendarField(_ function: Function, _ value: Value, zone: String?) throws(EvaluationError.Kind) -> Int64 {
  switch value {
  case .timestamp(let seconds, let nanos):
    // A slot may hold what no expression makes.
    guard timestampRange.contains(seconds) else { throw .outOfRange }
    var offset: Int64 = 0
    if let zone {
      guard let found = TimeZones.offset(of: zone, at: seconds) else { throw .badArgument }
      offset = found
    }
    return field(function, CivilTime(seconds + offset), nanos)
  case .duration(let seconds, let nanos) where zone == nil:
    switch function {
    case .getHours: return seconds / 3600
    case .getMinutes: return seconds / 60
    case .getSeconds: return seconds
    case .getMilliseconds: return Int64(nanos) / 1_000_000
    default: throw .noSuchOverload
    }
  default: throw .noSuchOverload
  }
}

private func field(_ function: Function, _ civil: CivilTime, _ nanos: Int32) -> Int64 {
  switch function {
  case .getFullYear: civil.year
  case .getMonth: civil.month - 1
  case .getDate: civil.day
  case .getDayOfMonth: civil.day - 1
  case .getDayOfWeek: civil.weekday
  case .getDayOfYear: civil.dayOfYear
  case .getHours: civil.hour
  case .getMinutes: civil.minute
  case .getSeconds: civil.second
  default: Int64(nanos) / 1_000_000
  }
}
