import FlowModel

/// How a run can be over: all ends of one name.
struct ClientEnd {
  /// How often something is handed out by the ends of a name.
  enum Presence { case never, sometimes, always }

  /// A value that an end hands out. The compiler has proven of each end that the run has it.
  struct Result {
    let value: ClientValue
    let presence: Presence
  }

  let name: String
  let results: [Result]
  let grant: Presence
  let tokens: Presence
  let redirect: Presence

  /// The ends of a flow, in the order in which their names come first.
  static func all(of flow: Flow, in table: FlowTable, _ types: inout ClientTypes) -> [ClientEnd] {
    var names: [String] = []
    for end in flow.ends where !names.contains(end.name) { names.append(end.name) }
    return names.map { name in
      let ends = flow.ends.filter { $0.name == name }
      var results: [Result] = []
      for case .slot(let slot, let name) in ends.flatMap(\.results)
      where !results.contains(where: { $0.value.name == name }) {
        let attribute = table.definition(of: slot, in: flow)
        let fact = AccountFact(slot: slot)
        let type = fact.map { $0 == .id ? ClientType.text : .boolean } ?? types.type(of: attribute)
        let value = ClientValue(
          name: name, type: type, title: attribute?.displayLabel ?? fact?.label(in: .english) ?? name)
        results.append(Result(value: value, presence: presence(ends) { $0.results.contains(.slot(slot, name: name)) }))
      }
      return ClientEnd(
        name: name, results: results, grant: presence(ends, \.grantsSignIn),
        tokens: presence(ends) { $0.results.contains(.tokens) }, redirect: presence(ends) { $0.redirect != nil })
    }
  }

  private static func presence(_ ends: [End], _ has: (End) -> Bool) -> Presence {
    ends.allSatisfy(has) ? .always : ends.contains(where: has) ? .sometimes : .never
  }
}
