// Dates of the calendar, as `yyyy-mm-dd` (RFC 3339, full-date). Not part of CEL: attributes of the type date are texts of that
// form.

/// The start of a date, in UTC.
func toDate(_ value: Value) throws(EvaluationError.Kind) -> Value {
  switch value {
  case .string(let text):
    guard let (seconds, nanos) = parseTimestamp(text + "T00:00:00Z") else { throw .badArgument }
    return try makeTimestamp(seconds, Int64(nanos))
  default: throw .noSuchOverload
  }
}

/// The seconds at which a date begins, in UTC; nil where the text is none.
package func startOfDay(_ text: String) -> Int64? {
  if case .timestamp(let seconds, _)? = try? toDate(.string(text)) { seconds } else { nil }
}

/// How many whole years lie between a date and a time, both by UTC: an age. Who was born on 29 February has their birthday
/// on 1 March where there is none. Negative where the date is later.
func wholeYears(from date: Value, to time: Value) throws(EvaluationError.Kind) -> Int64 {
  var start = date
  if case .string = date { start = try toDate(date) }
  guard case .timestamp(let first, _) = start, case .timestamp(let last, _) = time else { throw .noSuchOverload }
  // A slot may hold what no expression makes.
  guard timestampRange.contains(first), timestampRange.contains(last) else { throw .outOfRange }
  let (from, to) = (CivilTime(first), CivilTime(last))
  let isBefore = (to.month, to.day) < (from.month, from.day)
  return to.year - from.year - (isBefore ? 1 : 0)
}
