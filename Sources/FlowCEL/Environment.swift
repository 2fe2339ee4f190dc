public import FlowExpression

/// The names an expression may use, each with a type and the slot its value is read from.
public struct ExpressionEnvironment: Sendable {
  struct Variable: Sendable {
    let type: ValueType
    let slot: Int
  }

  struct Record: Sendable {
    var fields: [String] = []
    var hidden: [String: String] = [:]
  }

  /// The dotted prefix that names are looked up in first: in container `a.b`, `x` is `a.b.x`, then `a.x`, then `x`.
  public let container: String
  private(set) var variables: [String: Variable] = [:]
  private(set) var records: [String: Record] = [:]
  /// The texts that variables hold one of, by their slots.
  private(set) var options: [Int: [String]] = [:]
  /// The slots of variables that hold a date as a text.
  private(set) var dates: Set<Int> = []
  /// The first parts of all names, in order, for "did you mean".
  private(set) var roots: [String] = []
  /// The most parts that a declared name has.
  private(set) var longest = 0

  /// An environment without names.
  public init(container: String = "") {
    self.container = container
  }

  /// Declares a variable. The name may be dotted; where several fit the longest wins.
  public mutating func declare(_ name: String, _ type: ValueType, slot: Int) {
    variables[name] = Variable(type: type, slot: slot)
    note(name)
  }

  /// Declares a record such as `attributes`: a name whose fields have a type and a slot each. A field whose slot is unset
  /// is absent: `has()` is false and reading it is an evaluation error. Fields of `hidden` (name and reason) exist but may
  /// not be read: using one is a problem with that reason.
  public mutating func declareRecord(
    _ name: String, fields: [(name: String, type: ValueType, slot: Int)], hidden: [String: String] = [:]
  ) {
    var record = Record()
    record.hidden = hidden
    for field in fields {
      record.fields.append(field.name)
      variables["\(name).\(field.name)"] = Variable(type: field.type, slot: field.slot)
    }
    records[name] = record
    note(name + ".")
  }

  /// Says of a variable that it holds a date, as `yyyy-mm-dd`: a text that people take for a time.
  public mutating func noteDate(slot: Int) { dates.insert(slot) }

  /// Says of a variable which texts it holds one of, or some of where it is a list: an author who leaves their quotes out is
  /// told so.
  public mutating func noteOptions(_ texts: [String], slot: Int) { options[slot] = texts }

  private mutating func note(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    longest = max(longest, parts.count)
    if let first = parts.first.map(String.init), !roots.contains(first) { roots.append(first) }
  }

  /// A dotted name in the order in which the container gives it meaning.
  func candidates(_ name: String, absolute: Bool) -> [String] {
    if absolute || container.isEmpty { return [name] }
    var result: [String] = []
    var prefix = Substring(container)
    while !prefix.isEmpty {
      result.append("\(prefix).\(name)")
      prefix = prefix.lastIndex(of: ".").map { prefix[..<$0] } ?? ""
    }
    result.append(name)
    return result
  }
}
