import FlowCompiler
import FlowExpression
import FlowModel

/// What a picture says about the states of one flow.
struct StateReader {
  let flow: Flow
  let table: FlowTable
  /// The texts of the table's expressions; empty where nobody has them.
  let expressions: [String]
  /// What became of its transitions in tests.
  var marks: [Int32: TransitionMark] = [:]

  /// The state's box.
  func node(_ state: FlowState, _ name: String, _ group: Int) -> FlowGraph.Node {
    let payload = Int(state.payload)
    switch state.kind {
    case .page:
      let page = flow.pages[payload]
      var details = [name]
      if let submit = page.events.first(where: { $0.name == PageEvent.submit }), !submit.fields.isEmpty {
        details.append(fields(submit))
      }
      switch page.skip {
      case .never: break
      case .filled: details.append("skipped when filled")
      case .when(let condition):
        details.append(text(of: condition).map { "skipped if \($0)" } ?? "skipped on a condition")
      }
      return FlowGraph.Node(kind: .page, title: page.title, details: details, group: group)
    case .effect:
      let call = flow.calls[payload]
      let arguments = zip(call.effect.definition.parameters, call.arguments).compactMap { parameter, argument in
        table.text(of: argument, parameter, in: flow).map { parameter.name == $0 ? $0 : "\(parameter.name): \($0)" }
      }
      let details = [name] + (arguments.isEmpty ? [] : [arguments.joined(separator: ", ")])
      return FlowGraph.Node(kind: .effect, title: call.effect.name, details: details, group: group)
    case .choose:
      return FlowGraph.Node(kind: isPassage(state) ? .passage : .choice, title: name, details: [], group: group)
    case .end:
      let end = flow.ends[payload]
      var details = end.name == name ? [] : [end.name]
      if end.grantsSignIn { details.append("grants sign-in") }
      let results = end.results.map { if case .slot(_, let name) = $0 { name } else { "tokens" } }
      if !results.isEmpty { details.append("gives " + results.joined(separator: ", ")) }
      if end.redirect != nil { details.append("goes on in a browser") }
      let kind: FlowGraph.Kind = end.name == End.completed ? .completed : end.name == End.failed ? .failed : .end
      return FlowGraph.Node(kind: kind, title: name, details: details, group: group)
    }
  }

  /// A branch with the state that it leads to.
  typealias Exit = (
    target: Int32, kind: FlowGraph.Edge.Kind, mark: TransitionMark?, branch: FlowGraph.Branch
  )

  /// The branches by which the state is left, in the order of the flow file or the catalogue.
  func exits(of state: FlowState) -> [Exit] {
    let payload = Int(state.payload)
    switch state.kind {
    case .page:
      let page = flow.pages[payload]
      var exits = page.events.map { event in
        let isNamed = event.name != PageEvent.submit && !event.fields.isEmpty
        return exit(event.transition, isNamed ? "\(event.name) (\(fields(event)))" : event.name)
      }
      if page.timeoutTransition >= 0 {
        let late = exit(page.timeoutTransition, "after \(durationText(page.timeout))")
        exits.append((late.target, .timeout, late.mark, late.branch))
      }
      return exits
    case .effect:
      let call = flow.calls[payload]
      return zip(call.transitions, call.effect.definition.outcomes).filter { $0.0 >= 0 }.map { exit($0, $1.name) }
    case .choose:
      let isPassage = isPassage(state)
      return flow.choices[payload].branches.map { exit($0.transition, isPassage ? "" : condition($0.condition)) }
    case .end: return []
    }
  }

  private func isPassage(_ state: FlowState) -> Bool {
    let branches = flow.choices[Int(state.payload)].branches
    return branches.count == 1 && branches[0].condition < 0
  }

  private func exit(_ index: Int32, _ name: String) -> Exit {
    let transition = flow.transitions[Int(index)]
    let error = transition.error >= 0 ? table.errors[Int(transition.error)].code : nil
    return (
      transition.target, error == nil ? .plain : .error, marks[index], FlowGraph.Branch(name: name, error: error)
    )
  }

  private func fields(_ event: PageEvent) -> String {
    event.fields.map { table.name(of: $0.slot, in: flow) + ($0.isRequired && $0.terms?.show == nil ? "" : "?") }.joined(
      separator: ", ")
  }

  /// The text of a condition, in one line and not too long.
  private func text(of index: Int32) -> String? {
    guard expressions.indices.contains(Int(index)) else { return nil }
    let line = expressions[Int(index)].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= 80 ? line : line.prefix(77) + "..."
  }

  /// A condition of a table's file has no text; what it asks about says most then.
  private func condition(_ index: Int32) -> String {
    guard index >= 0 else { return "otherwise" }
    if let text = text(of: index) { return "if " + text }
    let names = table.namesRead(by: table.expressions[Int(index)], in: flow)
    return names.isEmpty ? "if" : "if … " + names.joined(separator: ", ")
  }
}
