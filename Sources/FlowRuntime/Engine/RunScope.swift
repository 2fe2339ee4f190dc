import FlowModel

extension Engine {
  /// Where a run stands.
  public func current(token text: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply {
    guard let token = ContinuationToken(text, ports.key) else { return Reply(error: .init(EngineError.invalidToken)) }
    return await drive(token) { [self] transaction, attempts in
      var newest = token
      if earlier, let record = try transaction.run(token.run), record.step > token.step { newest.step = record.step }
      var (record, step) = try find(newest, transaction, attempts)
      guard scope.map({ step.belongs(to: $0) }) ?? true else { throw NoSuchRun(EngineError.invalidToken) }
      if try step.timeOut() {
        try step.save(step: record.step + 1)
        return step.answer(step: record.step + 1)
      }
      // Whoever holds an old token of the run gets no further than a page of attributes.
      guard newest == token || step.collectsAttributesAlone else { throw NoSuchRun(EngineError.invalidToken) }
      return step.answer(step: record.step)
    }
  }
}

extension EffectStep {
  /// Whether the run is one that a scope names.
  func belongs(to scope: ClientEvent.Scope) -> Bool {
    scope.application == run.application.map { table.applications[Int($0)].name }
      && scope.tenant ?? table.tenant == table.tenant && scope.flow ?? flow.name == flow.name
  }

  fileprivate var collectsAttributesAlone: Bool {
    guard let fields = page?.events.flatMap(\.fields), !fields.isEmpty else { return false }
    return fields.allSatisfy { table.secret(of: $0.slot) == nil }
  }
}

extension FlowTable {
  /// The index of an application that may start a flow.
  func application(_ name: String, starting flow: Int32) -> Int32? {
    applications.firstIndex { $0.name == name && $0.flows.contains(flow) }.map { Int32($0) }
  }
}
