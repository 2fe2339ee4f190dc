import FlowJSON

/// MongoDB's Extended JSON v2: its canonical form is sent, as the SDKs do; both forms are read.
extension AnyBSON {
  /// The value in canonical form.
  var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int32(let number): ["$numberInt": .string(String(number))]
    case .int64(let number): ["$numberLong": .string(String(number))]
    case .double(let number): ["$numberDouble": .string(Self.text(number))]
    case .string(let text): .string(text)
    case .datetime(let time): ["$date": ["$numberLong": .string(String(time))]]
    case .objectId(let digits): ["$oid": .string(digits)]
    case .array(let elements): .array(elements.map(\.json))
    case .document(let members):
      // By name, so that equal values are equal bytes.
      .object(JSONObject(members: members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }
  }

  /// The value of either form. A wrapper that is none stays a document.
  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let number): self = .int64(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(AnyBSON.init))
    case .object(let object):
      self = Self.unwrapped(object) ?? .document(Document(object))
    }
  }

  private static func unwrapped(_ object: JSONObject) -> AnyBSON? {
    guard object.members.count == 1, let member = object.members.first else { return nil }
    let text = member.value.string
    switch member.name {
    case "$numberInt": return text.flatMap { Int32($0) }.map(AnyBSON.int32)
    case "$numberLong": return text.flatMap { Int64($0) }.map(AnyBSON.int64)
    case "$numberDouble": return text.flatMap(number).map(AnyBSON.double)
    case "$oid": return text.map(AnyBSON.objectId)
    case "$date": return member.value["$numberLong"]?.string.flatMap { Int64($0) }.map(AnyBSON.datetime)
    default: return nil
    }
  }

  private static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return String(number)
  }

  private static func number(_ text: String) -> Double? {
    switch text {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: Double(text)
    }
  }
}

extension Document {
  /// The members of an object; of those of one name the last one counts.
  init(_ object: JSONObject) {
    self.init(object.members.map { ($0.name, AnyBSON($0.value)) }) { _, last in last }
  }
}
