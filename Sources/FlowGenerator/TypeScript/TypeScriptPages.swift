/// The types of pages and of what calls come to, and the functions that read them.
struct TypeScriptPages {
  private let shape: ClientShape
  private let names: TypeScriptNames

  init(_ shape: ClientShape, _ names: TypeScriptNames) {
    self.shape = shape
    self.names = names
  }

  func write(_ index: Int, _ text: inout SourceText) {
    let page = shape.pages[index]
    var members = NameSpace(reserved: TypeScriptNames.pageMembers)
    let values = page.values.map { members.name(Words.lowerCamel($0.name), or: "value") }
    let methods = page.calls.map { members.name(Words.lowerCamel($0.event), or: "event") }
    let inputs = page.calls.map { TypeScriptInput($0, names) }
    let (name, state) = (names.pages[index], page.state.literal)
    text.line()
    text.doc(page.title.isEmpty ? page.state : page.title)
    text.block("export interface \(name) extends Page<\(state)> {") { text in
      for (value, member) in zip(page.values, values) {
        text.doc("\(value.title): what the run has.")
        text.line("readonly \(member): \(names.name(of: value.type)) | undefined;")
      }
      for (call, place) in zip(page.calls, page.calls.indices) {
        text.doc(call.title.isEmpty ? "Sends `\(call.event)`." : "\(call.title): sends `\(call.event)`.")
        text.line("\(methods[place])(\(inputs[place].signature)): Promise<\(names.results[index][place])>;")
      }
    }
    for (call, result) in zip(page.calls, names.results[index]) {
      writeResult(call, as: result, of: "`\(call.event)` at \(page.state)", &text)
    }
    text.line()
    text.block("function read\(name)(step: Step): \(name) {") { text in
      text.block("return {", "};") { text in
        text.line("...step.page(\(state)),")
        for (value, member) in zip(page.values, values) {
          text.line("\(member): step.value(\(value.name.literal), \(names.reader(of: value.type))),")
        }
        for (call, place) in zip(page.calls, page.calls.indices) {
          text.block("async \(methods[place])(\(inputs[place].parameters)) {", "},") {
            let event = call.event.literal
            $0.line(
              "return read\(names.results[index][place])(await step.send(\(event), \(inputs[place].object), signal));")
          }
        }
      }
    }
  }

  /// The union of what a call can come to, and what reads it.
  func writeResult(_ call: ClientCall, as name: String, of what: String, _ text: inout SourceText) {
    var space = NameSpace(reserved: TypeScriptNames.noKinds)
    let kinds = call.outcomes.map { names.kind(of: $0, in: &space).literal }
    text.line()
    text.doc("What \(what) can come to.")
    text.line("export type \(name) =")
    text.nested { text in
      for (place, outcome) in call.outcomes.enumerated() {
        let end = place + 1 < call.outcomes.count ? "" : ";"
        text.line("| { readonly kind: \(kinds[place])\(payload(of: outcome)) }\(end)")
      }
    }
    text.line()
    text.block("function read\(name)(step: Step): \(name) {") { text in
      text.block("switch (step.arrival) {") { text in
        for (kind, outcome) in zip(kinds, call.outcomes) {
          for arrival in outcome.arrivals { text.line("case \(arrival.literal):") }
          text.nested { $0.line("return { kind: \(kind)\(value(of: outcome)) };") }
        }
        text.line("default:")
        text.nested { $0.line("throw step.unexpected();") }
      }
    }
  }

  /// Where a run can stand, and what reads it.
  func writeStanding(_ text: inout SourceText) {
    text.line()
    text.doc("Where a run stands; the name of an end that it has come to.")
    text.line("export type \(names.standing) =")
    text.nested { text in
      for page in names.pages { text.line("| \(page)") }
      text.line("| { readonly ended: string };")
    }
    text.line()
    text.block("function read\(names.standing)(step: Step): \(names.standing) {") { text in
      text.line("if (step.endName !== undefined) return { ended: step.endName };")
      text.block("switch (step.state) {") { text in
        for (page, name) in zip(shape.pages, names.pages) {
          text.line("case \(page.state.literal):")
          text.nested { $0.line("return read\(name)(step);") }
        }
        text.line("default:")
        text.nested { $0.line("throw step.unexpected();") }
      }
    }
  }

  private func payload(of outcome: ClientOutcome) -> String {
    switch outcome.kind {
    case .page(let page): "; readonly page: \(names.pages[page])"
    case .end(let end): "; readonly end: \(names.ends[end])"
    case .failure(_, let page, _), .refused(at: let page?):
      "; readonly problem: Problem; readonly page: \(names.pages[page])"
    case .refused(at: nil): "; readonly problem: Problem"
    }
  }

  private func value(of outcome: ClientOutcome) -> String {
    switch outcome.kind {
    case .page(let page): ", page: read\(names.pages[page])(step)"
    case .end(let end): ", end: read\(names.ends[end])(step)"
    case .failure(_, let page, _), .refused(at: let page?):
      ", problem: step.refusal(), page: read\(names.pages[page])(step)"
    case .refused(at: nil): ", problem: step.refusal()"
    }
  }
}

/// The types of ends.
struct TypeScriptEnds {
  private let shape: ClientShape
  private let names: TypeScriptNames

  init(_ shape: ClientShape, _ names: TypeScriptNames) {
    self.shape = shape
    self.names = names
  }

  func write(_ index: Int, _ text: inout SourceText) {
    let end = shape.ends[index]
    var members = NameSpace(reserved: TypeScriptNames.endMembers)
    let results = end.results.map { members.name(Words.lowerCamel($0.value.name), or: "value") }
    let parts: [(presence: ClientEnd.Presence, name: String, type: String, comment: String)] = [
      (end.grant, "grant", "Secret", "Signs the account in once. Keep it safe."),
      (end.tokens, "tokens", "Tokens", "The tokens of the session that was opened. Keep them safe."),
      (end.redirect, "redirect", "string", "What people read, who must go on in a browser."),
    ].filter { $0.presence != .never }
    let name = names.ends[index]
    text.line()
    text.doc("The end `\(end.name)`.")
    text.block("export interface \(name) {") { text in
      for part in parts {
        text.doc(part.comment)
        text.line("readonly \(part.name): \(part.type)\(part.presence == .always ? "" : " | undefined");")
      }
      for (result, member) in zip(end.results, results) {
        text.doc(result.value.title)
        let type = names.name(of: result.value.type) + (result.presence == .always ? "" : " | undefined")
        text.line("readonly \(member): \(type);")
      }
      text.doc("What went wrong on the way here.")
      text.line("readonly problem: Problem | undefined;")
    }
    text.line()
    text.block("function read\(name)(step: Step): \(name) {") { text in
      text.block("return {", "};") { text in
        for part in parts {
          let isSure = part.presence == .always
          text.line("\(part.name): " + (isSure ? "step.handedOut(step.\(part.name))," : "step.\(part.name),"))
        }
        for (result, member) in zip(end.results, results) {
          let value = "step.result(\(result.value.name.literal), \(names.reader(of: result.value.type)))"
          text.line("\(member): \(result.presence == .always ? "step.handedOut(\(value))" : value),")
        }
        text.line("problem: step.problem,")
      }
    }
  }
}
