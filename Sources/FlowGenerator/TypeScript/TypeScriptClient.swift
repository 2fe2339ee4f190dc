/// A client in TypeScript: one file, strict, that needs nothing but `fetch`.
struct TypeScriptClient {
  private let shape: ClientShape
  private let names: TypeScriptNames

  init(_ shape: ClientShape) {
    self.shape = shape
    names = TypeScriptNames(shape)
  }

  /// The source.
  var text: String {
    var text = SourceText()
    text.line(
      "// Made by `usher generate typescript` of the flow \(shape.flow) of \(shape.tenant): change that, and make this anew."
    )
    text.line("// Table \(shape.hash)")
    writeClient(&text)
    // Strict compilers refuse a function that nobody uses.
    let read = shape.readChoices
    for (index, choice) in shape.choices.enumerated() {
      writeChoice(
        choice.options, title: choice.title, as: names.choices[index], isRead: read.contains(index), &text)
    }
    if !shape.applications.isEmpty {
      writeChoice(shape.applications, title: "Who starts the flow.", as: names.application, isRead: false, &text)
    }
    let pages = TypeScriptPages(shape, names)
    pages.writeResult(shape.start, as: names.startResult, of: "a start", &text)
    for index in shape.pages.indices { pages.write(index, &text) }
    for index in shape.reachedEnds.sorted() { TypeScriptEnds(shape, names).write(index, &text) }
    pages.writeStanding(&text)
    text.line()
    for line in TypeScriptRuntime.text.split(separator: "\n", omittingEmptySubsequences: false) {
      text.line(String(line))
    }
    return text.text
  }

  private func writeClient(_ text: inout SourceText) {
    let isNamed = !shape.applications.isEmpty
    text.line()
    text.doc(shape.summary.isEmpty ? "The flow \(shape.flow)." : shape.summary)
    text.block("export class \(names.client) {") { text in
      text.line("private readonly access: Access;")
      text.line()
      text.doc(
        """
        A client of the flow at a server\(isNamed ? ", as an application that starts it" : ""). `languages` is what people read, \
        as `Accept-Language` says it; without it the tenant's own.
        """)
      let application = isNamed ? " application: \(names.application);" : ""
      text.block("constructor(options: { server: string;\(application) languages?: string; fetch?: typeof fetch }) {") {
        $0.line(
          "this.access = new Access(options, \(shape.tenant.literal), \(shape.flow.literal));"
        )
      }
      text.line()
      text.doc("Starts a run. What is refused starts none.")
      let input = TypeScriptInput(shape.start, names)
      text.block("async start(\(input.parameters)): Promise<\(names.startResult)> {") {
        $0.line("return read\(names.startResult)(await this.access.start(\(input.object), signal));")
      }
      text.line()
      text.doc("Where the run of a page's token stands. What its end handed out is not told again.")
      text.block("async resume(token: string, signal?: AbortSignal): Promise<\(names.standing)> {") {
        $0.line("return read\(names.standing)(await this.access.current(token, signal));")
      }
    }
  }

  private func writeChoice(
    _ options: [String], title: String, as name: String, isRead: Bool, _ text: inout SourceText
  ) {
    let literals = options.map(\.literal)
    text.line()
    text.doc(title)
    text.line("export type \(name) =")
    text.nested { text in
      for (index, literal) in literals.enumerated() {
        text.line("| \(literal)" + (index + 1 < literals.count ? "" : ";"))
      }
    }
    guard isRead else { return }
    text.line()
    text.block("function read\(name)(json: unknown): \(name) | undefined {") {
      $0.call(["return read.one<\(name)>("], literals, after: "(json);")
    }
  }
}

/// What a method takes, and what is sent of it.
struct TypeScriptInput {
  /// The members of the object that it takes; empty: it takes none.
  private let members: String
  private let isOptional: Bool
  /// The object that is sent, as source.
  let object: String

  init(_ call: ClientCall, _ names: TypeScriptNames) {
    var space = NameSpace(reserved: TypeScriptNames.noInputs)
    let own = call.parameters.map { space.name(Words.lowerCamel($0.name), or: "value") }
    members = zip(call.parameters, own).map { parameter, name in
      let type = names.name(of: parameter.type)
      return parameter.isRequired ? "\(name): \(type)" : "\(name)?: \(type) | undefined"
    }.joined(separator: "; ")
    isOptional = !call.parameters.contains(where: \.isRequired)
    object =
      own.isEmpty
      ? "{}" : "{ " + zip(call.parameters, own).map { "\($0.name.literal): input.\($1)" }.joined(separator: ", ") + " }"
  }

  /// The parameters of a method's type.
  var signature: String { parameters(isOptional ? "input?: { \(members) }" : "input: { \(members) }") }
  /// The parameters of the method itself.
  var parameters: String { parameters("input: { \(members) }" + (isOptional ? " = {}" : "")) }

  private func parameters(_ input: String) -> String {
    (members.isEmpty ? "" : input + ", ") + "signal?: AbortSignal"
  }
}

extension SourceText {
  /// A comment before a declaration, on one line or on several.
  mutating func doc(_ comment: String) {
    // Nothing ends it early.
    let plain = Self.plain(comment).replacing("*/", with: "* /")
    if plain.count < 100 { return line("/** \(plain) */") }
    line("/**")
    self.comment(plain, mark: " *")
    line(" */")
  }
}
