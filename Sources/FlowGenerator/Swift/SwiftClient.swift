/// A client in Swift, over FlowClient.
struct SwiftClient {
  private let shape: ClientShape
  private let names: SwiftNames

  init(_ shape: ClientShape) {
    self.shape = shape
    names = SwiftNames(shape)
  }

  /// The source.
  var text: String {
    var text = SourceText()
    text.line(
      "// Made by `usher generate swift` of the flow \(shape.flow) of \(shape.tenant): change that, and make this anew."
    )
    text.line("// Table \(shape.hash)")
    text.line()
    text.line("public import FlowClient")
    text.line()
    writeClient(&text)
    for (choice, name) in zip(shape.choices, names.choices) {
      extend(&text) { SwiftChoice.write(choice.options, choice.labels, choice.title, as: name, &$0) }
    }
    let pages = SwiftPages(shape, names)
    for index in shape.pages.indices { extend(&text) { pages.write(index, &$0) } }
    for index in shape.reachedEnds.sorted() { extend(&text) { SwiftEnds(shape, names).write(index, &$0) } }
    return text.text
  }

  private func extend(_ text: inout SourceText, _ body: (inout SourceText) -> Void) {
    text.line()
    text.block("extension \(names.client) {", body: body)
  }

  private func writeClient(_ text: inout SourceText) {
    text.comment(shape.summary.isEmpty ? "The flow \(shape.flow)." : shape.summary, mark: "///")
    text.block("public nonisolated struct \(names.client): Sendable {") { text in
      text.line("private let access: FlowAccess")
      text.line()
      writeInit(&text)
      text.line()
      let calls = SwiftCalls(names)
      calls.write(
        shape.start, as: "start", result: "StartResult", by: "self.access.start", first: [],
        comment: "Starts a run. What is refused starts none.", &text)
      text.line()
      text.comment(
        "Where the run of a page's token stands (`page.step.token`). What its end handed out is not told again.",
        mark: "///")
      text.block("public func resume(_ token: Secret) async throws(FlowError) -> Standing {") {
        $0.line("try await Standing(self.access.current(token))")
      }
    }
    if !shape.applications.isEmpty {
      extend(&text) { SwiftChoice.write(shape.applications, [], "Who starts the flow.", as: "Application", &$0) }
    }
    extend(&text) { SwiftCalls(names).writeResult(shape.start, as: "StartResult", of: "a start", &$0) }
    extend(&text) { writeStanding(&$0) }
  }

  private func writeInit(_ text: inout SourceText) {
    let isNamed = !shape.applications.isEmpty
    text.comment(
      """
      A client of the flow behind a connection\(isNamed ? ", as an application that starts it" : ""). `languages` is what people \
      read, as `Accept-Language` says it; nil: the tenant's own.
      """, mark: "///")
    text.list(
      "public init(",
      ["over connection: any Connection"] + (isNamed ? ["as application: Application"] : []) + [
        "languages: String? = nil"
      ],
      ") {")
    text.nested { text in
      text.list(
        "access = FlowAccess(",
        [
          "connection", "tenant: \(shape.tenant.literal)", "flow: \(shape.flow.literal)",
          "application: \(isNamed ? "application.rawValue" : "nil")", "languages: languages",
        ], ")", closing: .joined)
    }
    text.line("}")
  }

  /// A case for each page, and one for all ends.
  private func writeStanding(_ text: inout SourceText) {
    text.line("/// Where a run stands.")
    text.block("public nonisolated enum Standing: Sendable {") { text in
      var space = NameSpace(reserved: SwiftNames.noCases)
      let cases = names.pages.map { space.name(Words.lowerCamel($0), or: "page") }
      for (index, name) in cases.enumerated() {
        text.comment(shape.pages[index].title, mark: "///")
        text.list("case \(SwiftNames.quoted(name))(", [names.pages[index]], ")")
      }
      text.line("/// The run is over, by the end of this name.")
      text.line("case ended(String)")
      text.line()
      text.block("fileprivate init(_ step: FlowStep) throws(FlowError) {") { text in
        text.block("if let end = step.end {") { text in
          text.line("self = .ended(end)")
          text.line("return")
        }
        text.line("switch step.state {")
        for (index, name) in cases.enumerated() {
          text.line("case \(shape.pages[index].state.literal):")
          text.nested { $0.call(["self = .\(name)("], ["try \(names.pages[index])(step)"]) }
        }
        text.line("default:")
        text.nested { $0.line("throw step.unexpected") }
        text.line("}")
      }
    }
  }
}

/// Names of a flow, as a type.
enum SwiftChoice {
  static func write(
    _ options: [String], _ labels: [String], _ title: String, as name: String, _ text: inout SourceText
  ) {
    text.comment(title, mark: "///")
    text.block("public nonisolated enum \(name): String, FlowOption {") { text in
      var space = NameSpace(reserved: SwiftNames.noCases)
      for (index, option) in options.enumerated() {
        let label = labels.indices.contains(index) && !labels[index].isEmpty ? labels[index] : option
        let own = space.name(Words.lowerCamel(option), or: "option")
        text.comment(SourceText.plain(label).allSatisfy { $0 == " " } ? "An option." : label, mark: "///")
        text.line("case \(SwiftNames.quoted(own))" + (own == option ? "" : " = \(option.literal)"))
      }
    }
  }
}
