/// Methods that make calls, and the types of what these come to.
struct SwiftCalls {
  private let names: SwiftNames

  init(_ names: SwiftNames) { self.names = names }

  /// A method. `first`: what the call by which it is made is handed before the fields.
  func write(
    _ call: ClientCall, as name: String, result: String, by function: String, first: [String], comment: String,
    _ text: inout SourceText
  ) {
    var space = NameSpace(reserved: SwiftNames.noParameters)
    let own = call.parameters.map { SwiftNames.quoted(space.name(Words.lowerCamel($0.name), or: "value")) }
    text.comment(comment, mark: "///")
    if !own.isEmpty { text.line("///") }
    for (parameter, name) in zip(call.parameters, own) {
      text.comment("- Parameter \(name): \(parameter.title)", mark: "///")
    }
    text.list(
      "public func \(SwiftNames.quoted(name))(",
      zip(call.parameters, own).map { parameter, name in
        let type = names.name(of: parameter.type)
        return "\(name): " + (parameter.isRequired ? type : type + "? = nil")
      }, ") async throws(FlowError) -> \(result) {")
    text.nested { text in
      let arguments =
        first
        + zip(call.parameters, own).map { "FlowArgument(\($0.name.literal), \($1))" }
      text.call(["try await \(result)(", "\(function)("], arguments)
    }
    text.line("}")
  }

  /// The enumeration of what a call can come to.
  func writeResult(_ call: ClientCall, as name: String, of what: String, _ text: inout SourceText) {
    var space = NameSpace(reserved: SwiftNames.noCases)
    let cases = call.outcomes.map { names.name(of: $0, in: &space) }
    text.comment("What \(what) can come to.", mark: "///")
    text.block("public nonisolated enum \(name): Sendable {") { text in
      for (outcome, own) in zip(call.outcomes, cases) {
        text.comment(Self.comment(on: outcome), mark: "///")
        text.list("case \(SwiftNames.quoted(own))(", [payload(of: outcome)], ")")
      }
      text.line()
      text.block("fileprivate init(_ step: FlowStep) throws(FlowError) {") { text in
        text.line("switch step.arrival {")
        for (outcome, own) in zip(call.outcomes, cases) {
          text.list("case ", outcome.arrivals.map(\.literal), ":", closing: .hanging)
          text.nested { write(outcome, as: own, &$0) }
        }
        text.line("default:")
        text.nested { $0.line("throw step.unexpected") }
        text.line("}")
      }
    }
  }

  private static func comment(on outcome: ClientOutcome) -> String {
    switch outcome.kind {
    case .page: outcome.title
    case .end: "The run is over."
    case .failure: outcome.title
    case .refused(at: .some): "What was sent is missing something, or not valid; the run is where it was."
    case .refused(at: nil): "What was sent is missing something, or not valid; there is no run."
    }
  }

  private func payload(of outcome: ClientOutcome) -> String {
    switch outcome.kind {
    case .page(let page): names.pages[page]
    case .end(let end): names.ends[end]
    case .failure(_, let page, _), .refused(at: let page?): "FlowFailure<\(names.pages[page])>"
    case .refused(at: nil): "FlowProblem"
    }
  }

  private func write(_ outcome: ClientOutcome, as name: String, _ text: inout SourceText) {
    let start = "self = .\(name)("
    switch outcome.kind {
    case .page(let page): text.call([start], ["try \(names.pages[page])(step)"])
    case .end(let end): text.call([start], ["try \(names.ends[end])(step)"])
    case .failure(_, let page, _), .refused(at: let page?):
      text.call([start, "try step.failure("], ["at: \(names.pages[page])(step)"])
    case .refused(at: nil): text.call([start], ["try step.refusal()"])
    }
  }
}
