/// The types of pages.
struct SwiftPages {
  private let shape: ClientShape
  private let names: SwiftNames

  init(_ shape: ClientShape, _ names: SwiftNames) {
    self.shape = shape
    self.names = names
  }

  func write(_ index: Int, _ text: inout SourceText) {
    let page = shape.pages[index]
    var members = NameSpace(reserved: SwiftNames.pageMembers)
    let values = page.values.map { members.name(Words.lowerCamel($0.name), or: "value") }
    var types = NameSpace(outer: names.types)
    let calls = page.calls.map { call in
      (
        method: members.name(Words.lowerCamel(call.event), or: "event"),
        result: types.name(Words.upperCamel(call.event) + "Result", or: "Event")
      )
    }
    text.comment(page.title.isEmpty ? page.state : page.title, mark: "///")
    text.block("public nonisolated struct \(names.pages[index]): FlowPage {") { text in
      text.line("/// Where the run stands.")
      text.line("public let step: FlowStep")
      for (value, name) in zip(page.values, values) {
        text.comment("\(value.title): what the run has; nil: nothing.", mark: "///")
        text.line("public let \(SwiftNames.quoted(name)): \(names.name(of: value.type))?")
      }
      text.line()
      text.block("fileprivate init(_ step: FlowStep) throws(FlowError) {") { text in
        text.line("self.step = step")
        for (value, name) in zip(page.values, values) {
          text.line("self.\(name) = try step.value(\(value.name.literal))")
        }
      }
      let writer = SwiftCalls(names)
      for (call, own) in zip(page.calls, calls) {
        text.line()
        writer.write(
          call, as: own.method, result: own.result, by: "self.step.send", first: [call.event.literal],
          comment: call.title.isEmpty ? "Sends `\(call.event)`." : "\(call.title): sends `\(call.event)`.", &text)
        text.line()
        writer.writeResult(call, as: own.result, of: "`\(call.event)`", &text)
      }
    }
  }
}

/// The types of ends.
struct SwiftEnds {
  private let shape: ClientShape
  private let names: SwiftNames

  init(_ shape: ClientShape, _ names: SwiftNames) {
    self.shape = shape
    self.names = names
  }

  func write(_ index: Int, _ text: inout SourceText) {
    let end = shape.ends[index]
    var members = NameSpace(reserved: SwiftNames.endMembers)
    let results = end.results.map { members.name(Words.lowerCamel($0.value.name), or: "value") }
    let parts: [(presence: ClientEnd.Presence, name: String, type: String, comment: String)] = [
      (end.grant, "grant", "Secret", "Signs the account in once."),
      (end.tokens, "tokens", "FlowTokens", "The tokens of the session that was opened."),
      (end.redirect, "redirect", "String", "What people read, who must go on in a browser."),
    ].filter { $0.presence != .never }
    text.comment("The end `\(end.name)`.", mark: "///")
    text.block("public nonisolated struct \(names.ends[index]): Sendable {") { text in
      for part in parts {
        text.line("/// \(part.comment)")
        text.line("public let \(part.name): \(part.type)\(part.presence == .always ? "" : "?")")
      }
      for (result, name) in zip(end.results, results) {
        let isSure = result.presence == .always
        text.comment(result.value.title + (isSure ? "." : "; nil: this end has none."), mark: "///")
        text.line("public let \(SwiftNames.quoted(name)): \(names.name(of: result.value.type))\(isSure ? "" : "?")")
      }
      text.line("/// What went wrong on the way here; nil: nothing.")
      text.line("public let problem: FlowProblem?")
      text.line()
      text.block("fileprivate init(_ step: FlowStep) throws(FlowError) {") { text in
        for part in parts {
          let isSure = part.presence == .always
          text.line("self.\(part.name) = " + (isSure ? "try step.handedOut(step.\(part.name))" : "step.\(part.name)"))
        }
        for (result, name) in zip(end.results, results) {
          let value = "step.result(\(result.value.name.literal))"
          text.line("self.\(name) = try \(result.presence == .always ? "step.handedOut(\(value))" : value)")
        }
        text.line("self.problem = step.problem")
      }
    }
  }
}
