import FlowModel

/// A flow as the generator draws it: states with ways out, which can be bent before they are written down as YAML.
struct Sketch: Sendable {
  /// Where an outcome, an event or a branch leads.
  struct Way: Sendable {
    /// `submit`, an outcome, the condition of a branch (empty: otherwise), or the end of a sub-flow.
    var name: String
    var to: String
    /// Whether an error is kept on the way.
    var isError = false
    /// What is assigned on the way: an attribute and an expression.
    var set: (attribute: String, expression: String)?
  }

  /// A field of a page.
  struct Field: Sendable {
    var name: String
    var isRequired: Bool
    /// The condition on which it is shown; empty: it always is.
    var show = ""
    /// The condition on which it is needed besides; empty: none.
    var need = ""

    var yaml: String {
      if show.isEmpty, need.isEmpty { return "\(name): \(isRequired ? "required" : "optional")" }
      let required = need.isEmpty ? "\(isRequired)" : "\"\(need)\""
      return "\(name): { required: \(required)\(show.isEmpty ? "" : ", show: \"\(show)\"") }"
    }
  }

  enum Kind: Sendable {
    /// The fields.
    case page([Field])
    case effect(Effect, [(parameter: String, argument: String)])
    case choose
    case call(String)
    case end(grants: Bool, tokens: Bool)
  }

  struct State: Sendable {
    var name: String
    var kind: Kind
    var ways: [Way]
    /// The condition by which a page is passed by; empty: none.
    var skip = ""
  }

  var name: String
  var isSubFlow = false
  /// The first is the start.
  var states: [State] = []

  subscript(name: String) -> State? { states.first { $0.name == name } }

  /// Removes the states that no way leads to.
  mutating func prune() {
    guard let start = states.first else { return }
    var reached: Set<String> = [start.name]
    var pending = [start.name]
    while let name = pending.popLast() {
      for way in self[name]?.ways ?? [] where reached.insert(way.to).inserted { pending.append(way.to) }
    }
    states.removeAll { !reached.contains($0.name) }
  }

  // MARK: YAML

  var yaml: String {
    var lines = ["\(isSubFlow ? "sub-flow" : "flow"): \(name)"]
    if !isSubFlow { lines += ["reveals: [account-existence]", "lifetime: 30m"] }
    lines += ["start: \(states.first?.name ?? "none")", "states:"]
    for state in states { lines += ["  \(state.name):"] + body(of: state).map { "    " + $0 } }
    return lines.joined(separator: "\n") + "\n"
  }

  private func body(of state: State) -> [String] {
    func ways() -> [String] { ["then:"] + state.ways.map { "  \($0.name): \(target($0, state))" } }
    switch state.kind {
    case .page(let fields):
      let list = fields.map(\.yaml).joined(separator: ", ")
      return ["page: \(state.name)"] + (fields.isEmpty ? [] : ["fields: { \(list) }"])
        + (state.skip.isEmpty ? [] : ["skip: \"\(state.skip)\""]) + ways()
    case .effect(let effect, let arguments):
      let list = arguments.map { "\($0.parameter): \($0.argument)" }.joined(separator: ", ")
      return ["do: \(effect.name)"] + (arguments.isEmpty ? [] : ["with: { \(list) }"]) + ways()
    case .choose:
      return ["choose:"]
        + state.ways.map { way in
          let when = way.name.isEmpty ? "" : "when: \"\(way.name)\", "
          return "  - { \(when)\(parts(way).joined(separator: ", ")) }"
        }
    case .call(let flow): return ["call: \(flow)"] + ways()
    case .end(let grants, let tokens):
      // An end of a sub-flow is called what it is; so is `completed`, which says that all went well.
      return ["end: \(state.name)"] + (grants ? ["grants: sign-in"] : []) + (tokens ? ["result: [tokens]"] : [])
    }
  }

  private func target(_ way: Way, _ state: State) -> String {
    way.isError || way.set != nil ? "{ \(parts(way).joined(separator: ", ")) }" : way.to
  }

  private func parts(_ way: Way) -> [String] {
    var parts = ["to: \(way.to)"]
    if way.isError { parts.append("error: failed") }
    if let set = way.set { parts.append("set: { \(set.attribute): \"\(set.expression)\" }") }
    return parts
  }
}
