import FlowJSON

/// MongoDB's Extended JSON v2: clients write its canonical form; functions get the relaxed one, which is plain JSON but
/// for dates, ids and what JSON has no form for.
enum ExtendedJSON {
  /// Why a value is none: the name of its wrapper.
  struct Invalid: Error {
    let wrapper: String
  }

  /// The relaxed form of a value.
  static func relaxed(_ value: JSON) throws(Invalid) -> JSON {
    switch value {
    case .array(let elements):
      var relaxed: [JSON] = []
      for element in elements { relaxed.append(try self.relaxed(element)) }
      return .array(relaxed)
    case .object(let object):
      if let member = object.members.first, object.members.count == 1, member.name.utf8.first == UInt8(ascii: "$") {
        return try unwrapped(member.name, member.value) ?? value
      }
      var relaxed: [(String, JSON)] = []
      for member in object.members { relaxed.append((member.name, try self.relaxed(member.value))) }
      return .object(JSONObject(members: relaxed))
    default: return value
    }
  }

  /// What a wrapper holds; nil: it stays as it is.
  private static func unwrapped(_ wrapper: String, _ value: JSON) throws(Invalid) -> JSON? {
    switch wrapper {
    case "$numberInt":
      guard let number = value.string.flatMap({ Int32($0) }) else { throw Invalid(wrapper: wrapper) }
      return .int(Int64(number))
    case "$numberLong":
      guard let number = value.string.flatMap({ Int64($0) }) else { throw Invalid(wrapper: wrapper) }
      return .int(number)
    case "$numberDouble":
      guard let text = value.string else { throw Invalid(wrapper: wrapper) }
      if ["NaN", "Infinity", "-Infinity"].contains(text) { return nil }
      guard let number = Double(text), number.isFinite else { throw Invalid(wrapper: wrapper) }
      return .double(number)
    case "$date":
      if value.string != nil { return nil }
      guard let long = value["$numberLong"]?.string, let time = Int64(long) else { throw Invalid(wrapper: wrapper) }
      return timestamp(time).map { ["$date": .string($0)] }
    case "$oid":
      guard let text = value.string, HexID.isValid(text, digits: 24) else { throw Invalid(wrapper: wrapper) }
      return nil
    default: return nil
    }
  }

  /// A time in milliseconds since 1970 as RFC 3339 writes it, for the years 1970 to 9999; else nil.
  private static func timestamp(_ time: Int64) -> String? {
    guard time >= 0, time < 253_402_300_800_000 else { return nil }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    // Days of the Gregorian calendar from 0000-03-01 in eras of 400 years (Howard Hinnant, chrono-compatible date
    // algorithms).
    let days = time / 86_400_000 + 719_468
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + days / 146_097 * 400 + (month <= 2 ? 1 : 0)
    let seconds = time / 1000 % 86_400
    let milliseconds = String(1000 + time % 1000).dropFirst()
    return "\(year)-\(two(month))-\(two(day))T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
      + (milliseconds == "000" ? "Z" : ".\(milliseconds)Z")
  }
}

/// Ids and tokens in hexadecimal digits.
enum HexID {
  /// Whether a text is that many hexadecimal digits.
  static func isValid(_ text: String, digits: Int) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy(isDigit)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x66 ~= byte || 0x41...0x46 ~= byte
  }
}
