/// The identifiers of a client in Swift.
struct SwiftNames {
  let client: String
  let choices: [String]
  let pages: [String]
  let ends: [String]
  /// All types that stand in the client, and those that its source uses.
  let types: Set<String>

  init(_ shape: ClientShape) {
    var outer = NameSpace(reserved: Self.usedTypes)
    client = outer.name(Words.upperCamel(shape.flow), or: "Flow")
    var space = NameSpace(reserved: Self.usedTypes.union(Self.ownTypes).union([client]))
    choices = shape.choices.map { space.name(Words.upperCamel($0.name), or: "Choice") }
    pages = shape.pages.map { space.name(Words.upperCamel($0.state), or: "Page") }
    ends = shape.ends.map { space.name(Words.upperCamel($0.name), or: "End") }
    types = Self.usedTypes.union(Self.ownTypes).union(choices + pages + ends).union([client])
  }

  /// How a type is written.
  func name(of type: ClientType) -> String {
    switch type {
    case .text: "String"
    case .integer: "Int"
    case .number: "Double"
    case .boolean: "Bool"
    case .date: "CalendarDate"
    case .choice(let index): choices[index]
    case .list(of: let index): "[\(index.map { choices[$0] } ?? "String")]"
    case .any: "JSON"
    }
  }

  /// The case of an outcome, in a space of those that stand beside it.
  func name(of outcome: ClientOutcome, in space: inout NameSpace) -> String {
    switch outcome.kind {
    case .page(let page): space.name(Words.lowerCamel(pages[page]), or: "page")
    case .end(let end): space.name(Words.lowerCamel(ends[end]), or: "end")
    case .failure(let code, let page, let isAlone):
      space.name(Words.lowerCamel(code) + (isAlone ? "" : "At" + pages[page]), or: "error")
    case .refused: "refused"
    }
  }

  /// An identifier as source: in back quotes where it is a word of the language.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Types that the source names, and words that name none.
  private static let usedTypes: Set<String> = [
    "Any", "Bool", "CalendarDate", "Connection", "Double", "Error", "FlowAccess", "FlowArgument", "FlowClient",
    "FlowError",
    "FlowFailure", "FlowOption", "FlowPage", "FlowProblem", "FlowStep", "FlowTokens", "Int", "JSON", "Never",
    "Optional",
    "Protocol", "Secret", "Self", "Sendable", "String", "Swift", "Type", "Void",
    // What an app's own code means by these is Swift's or Foundation's.
    "Actor", "Array", "Bundle", "Character", "Data", "Date", "Dictionary", "Duration", "Hasher", "Locale", "MainActor",
    "Mirror", "Notification", "Range", "Result", "Set", "Slice", "State", "Task", "URL", "UUID", "View",
  ]
  private static let ownTypes: Set<String> = ["Application", "Standing", "StartResult"]

  /// What pages have, whatever the flow.
  static let pageMembers: Set<String> = [
    "deadline", "description", "expiresAt", "fields", "init", "isRightToLeft", "labels", "language", "problem", "self",
    "sent",
    "step", "targets", "title",
  ]
  /// What ends have, whatever the flow.
  static let endMembers: Set<String> = ["description", "grant", "init", "problem", "redirect", "self", "tokens"]
  /// What no case can be called.
  static let noCases: Set<String> = [
    "allCases", "ended", "flowJSON", "hash", "hashValue", "init", "none", "rawValue", "refused", "self", "some", "step",
  ]
  /// What no parameter can be called.
  static let noParameters: Set<String> = ["init", "inout", "let", "self", "var"]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows",
    "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
    "var",
    "where", "while",
  ]
}
