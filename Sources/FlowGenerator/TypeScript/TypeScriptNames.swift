/// The identifiers of a client in TypeScript. Types and functions stand in one space, that of the file.
struct TypeScriptNames {
  let client: String
  let choices: [String]
  let pages: [String]
  let ends: [String]
  let application: String
  let standing: String
  /// Of the start, and of the calls of each page.
  let startResult: String
  let results: [[String]]

  init(_ shape: ClientShape) {
    var space = NameSpace(reserved: TypeScriptRuntime.names)
    client = space.name(Words.upperCamel(shape.flow), or: "Flow")
    application = space.name("Application", or: "Type")
    standing = space.name("Standing", or: "Type")
    startResult = space.name("StartResult", or: "Type")
    choices = shape.choices.map { space.name(Words.upperCamel($0.name), or: "Choice") }
    let pages = shape.pages.map { space.name(Words.upperCamel($0.state), or: "Page") }
    self.pages = pages
    ends = shape.ends.map { space.name(Words.upperCamel($0.name), or: "End") }
    results = shape.pages.indices.map { page in
      shape.pages[page].calls.map { space.name(pages[page] + Words.upperCamel($0.event) + "Result", or: "Type") }
    }
  }

  /// How a type is written.
  func name(of type: ClientType) -> String {
    switch type {
    case .text: "string"
    case .integer, .number: "number"
    case .boolean: "boolean"
    case .date: "CalendarDate"
    case .choice(let index): choices[index]
    case .list(of: let index): "readonly \(index.map { choices[$0] } ?? "string")[]"
    case .any: "unknown"
    }
  }

  /// What reads a value of a type.
  func reader(of type: ClientType) -> String {
    switch type {
    case .text: "read.text"
    case .integer: "read.integer"
    case .number: "read.number"
    case .boolean: "read.boolean"
    case .date: "read.date"
    case .choice(let index): "read\(choices[index])"
    case .list(of: let index): "read.list(\(index.map { "read\(choices[$0])" } ?? "read.text"))"
    case .any: "read.any"
    }
  }

  /// The kind of an outcome, in a space of those that stand beside it.
  func kind(of outcome: ClientOutcome, in space: inout NameSpace) -> String {
    switch outcome.kind {
    case .page(let page): space.name(Words.lowerCamel(pages[page]), or: "page")
    case .end(let end): space.name(Words.lowerCamel(ends[end]), or: "end")
    case .failure(let code, let page, let isAlone):
      space.name(Words.lowerCamel(code) + (isAlone ? "" : "At" + pages[page]), or: "error")
    case .refused: "refused"
    }
  }

  /// What pages have, whatever the flow; `then`, which would make a promise of them; and what is no method in an interface.
  static let pageMembers: Set<String> = [
    "constructor", "deadline", "expiresAt", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toJSON",
    "toLocaleString", "toString", "valueOf", "fields", "isRightToLeft", "labels", "language", "new", "problem", "sent",
    "state", "targets", "then", "title", "token",
  ]
  /// What ends have, whatever the flow.
  static let endMembers: Set<String> = [
    "constructor", "grant", "name", "problem", "redirect", "then", "toJSON", "toString", "tokens", "valueOf",
  ]
  /// What no property of an input can be called.
  static let noInputs: Set<String> = ["constructor"]
  /// What no kind can be called.
  static let noKinds: Set<String> = ["refused", "ended"]
}
