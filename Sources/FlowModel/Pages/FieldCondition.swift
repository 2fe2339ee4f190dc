public import FlowExpression

/// What a field of a page depends on, as data that a client follows without asking: comparisons of fields with constants and
/// with each other. `Field` is a slot in a table, and a name where clients are told.
///
/// What is not filled in equals nothing, differs from nothing and is in no list: only `has` and `not` tell that it is missing.
public indirect enum FieldCondition<Field: Hashable & Sendable>: Hashable, Sendable {
  /// All of these hold; of none: it always does.
  case all([FieldCondition])
  /// One of these holds; of none: it never does.
  case any([FieldCondition])
  /// This does not hold.
  case not(FieldCondition)
  /// It is filled in.
  case has(Field)
  /// It stands to a constant as the relation says.
  case compare(Field, FieldRelation, Value)
  /// It stands to another field as the relation says.
  case compareFields(Field, FieldRelation, Field)
  /// It is one of these constants.
  case isOne(Field, of: [Value])
  /// It is a list that contains a constant.
  case contains(Field, Value)

  /// Whether it holds; nil stands for what is not filled in.
  public func holds(_ value: (Field) -> Value?) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(value) }
    case .any(let parts): parts.contains { $0.holds(value) }
    case .not(let part): !part.holds(value)
    case .has(let field): value(field) != nil
    case .compare(let field, let relation, let constant): value(field).map { relation.holds($0, constant) } ?? false
    case .compareFields(let field, let relation, let other):
      value(field).flatMap { one in value(other).map { relation.holds(one, $0) } } ?? false
    case .isOne(let field, let constants): value(field).map { one in constants.contains { $0 == one } } ?? false
    case .contains(let field, let constant):
      if case .list(let elements)? = value(field) { elements.contains(constant) } else { false }
    }
  }

  /// The fields that it asks for.
  public var fields: Set<Field> {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.fields) }
    case .not(let part): part.fields
    case .has(let field), .compare(let field, _, _), .isOne(let field, _), .contains(let field, _): [field]
    case .compareFields(let field, _, let other): [field, other]
    }
  }

  /// The condition with other names for its fields; `decided`: what a part comes to that is known already, nil for others.
  public func map<Other>(
    _ name: (Field) -> Other, decided: (FieldCondition) -> Bool? = { _ in nil }
  ) -> FieldCondition<Other> {
    switch self {
    case .all(let parts):
      let open = parts.map { $0.map(name, decided: decided) }.filter { $0 != .all([]) }
      return open.contains(.any([])) ? .any([]) : open.count == 1 ? open[0] : .all(open)
    case .any(let parts):
      let open = parts.map { $0.map(name, decided: decided) }.filter { $0 != .any([]) }
      return open.contains(.all([])) ? .all([]) : open.count == 1 ? open[0] : .any(open)
    case .not(let part):
      switch part.map(name, decided: decided) {
      case .all([]): return .any([])
      case .any([]): return .all([])
      case let open: return .not(open)
      }
    default:
      if let decided = decided(self) { return decided ? .all([]) : .any([]) }
      switch self {
      case .has(let field): return .has(name(field))
      case .compare(let field, let relation, let constant): return .compare(name(field), relation, constant)
      case .compareFields(let field, let relation, let other):
        return .compareFields(name(field), relation, name(other))
      case .isOne(let field, let constants): return .isOne(name(field), of: constants)
      case .contains(let field, let constant): return .contains(name(field), constant)
      case .all, .any, .not: return .all([])
      }
    }
  }
}

/// How a field stands to a constant or to another field.
public enum FieldRelation: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// Whether two values stand so. Numbers and dates have an order; dates are texts in the order of time.
  func holds(_ one: Value, _ other: Value) -> Bool {
    switch self {
    case .equal: one == other
    case .notEqual: one != other
    case .less: Self.isLess(one, other)
    case .lessOrEqual: one == other || Self.isLess(one, other)
    case .greater: Self.isLess(other, one)
    case .greaterOrEqual: one == other || Self.isLess(other, one)
    }
  }

  private static func isLess(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.int(let a), .int(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }
}

/// A condition with the text of its author.
public struct FieldRule<Field: Hashable & Sendable>: Hashable, Sendable {
  /// What is asked.
  public var condition: FieldCondition<Field>
  /// The condition in CEL; nil where a part of it was decided before clients were told.
  public var text: String?

  /// A condition.
  public init(_ condition: FieldCondition<Field>, text: String?) { (self.condition, self.text) = (condition, text) }
}

/// Some of a type's options, offered where a condition holds.
public struct OptionRule<Field: Hashable & Sendable>: Hashable, Sendable {
  /// When they are offered; nil: where no rule before holds.
  public var when: FieldRule<Field>?
  /// The options.
  public var options: [String]

  /// Some options.
  public init(_ options: [String], when: FieldRule<Field>?) { (self.options, self.when) = (options, when) }
}

/// What a page says of one of its fields beyond its attribute, and whether it needs it.
public struct FieldTerms<Field: Hashable & Sendable>: Hashable, Sendable {
  /// When the field is there; nil: always. Where it is not, it is neither needed nor taken.
  public var show: FieldRule<Field>?
  /// When it is needed, beside where it always is; nil: never.
  public var required: FieldRule<Field>?
  /// The options that are offered: those of the first rule that holds, or all of its type.
  public var options: [OptionRule<Field>] = []

  /// A field that depends on nothing.
  public init() {}

  /// Whether it depends on nothing.
  public var isEmpty: Bool { show == nil && required == nil && options.isEmpty }

  /// All its conditions.
  public var rules: [FieldRule<Field>] { [show, required].compactMap(\.self) + options.compactMap(\.when) }

  /// The options that are offered; nil: all of its type.
  public func offered(_ value: (Field) -> Value?) -> [String]? {
    options.first { $0.when?.condition.holds(value) ?? true }?.options
  }

  /// The terms with other names for fields, and with what is decided already left out; nil where it is never shown.
  public func map<Other>(
    _ name: (Field) -> Other, decided: (FieldCondition<Field>) -> Bool? = { _ in nil }
  ) -> (terms: FieldTerms<Other>, isRequired: Bool)? {
    func rule(_ rule: FieldRule<Field>) -> FieldRule<Other> {
      let open = rule.condition.map(name, decided: decided)
      return FieldRule(open, text: open == rule.condition.map(name) ? rule.text : nil)
    }
    var terms = FieldTerms<Other>()
    var isRequired = false
    if let show, case let open = rule(show) {
      if open.condition == .any([]) { return nil }
      if open.condition != .all([]) { terms.show = open }
    }
    if let required, case let open = rule(required) {
      isRequired = open.condition == .all([])
      if !isRequired, open.condition != .any([]) { terms.required = open }
    }
    for option in options {
      let when = option.when.map(rule)
      if when?.condition == .any([]) { continue }
      let isSure = when == nil || when?.condition == .all([])
      terms.options.append(OptionRule(option.options, when: isSure ? nil : when))
      if isSure { break }
    }
    return (terms, isRequired)
  }
}
