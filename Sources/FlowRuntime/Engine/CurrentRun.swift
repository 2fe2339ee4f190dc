import FlowModel

extension Engine {
  /// Where a run stands.
  public func current(token text: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply {
    guard let token = ContinuationToken(text, ports.key) else { return Reply(runless: EngineError.noToken) }
    return await drive(token) { [self] transaction, attempts in
      var newest = token
      if earlier, let record = try transaction.run(token.run), record.step > token.step { newest.step = record.step }
      var (record, step) = try find(newest, transaction, attempts)
      guard scope.map({ step.belongs(to: $0) }) ?? true else { throw NoSuchRun(EngineError.invalidToken) }
      if try step.timeOut() {
        try step.save(step: record.step + 1)
        return step.answer(step: record.step + 1)
      }
      // An old token of the run is good for the pages of attributes that it has come to since: it finishes nothing that a
      // newer one has proven.
      let isOpen = step.run.attributesSince.map { token.step >= $0 } ?? false
      guard newest == token || isOpen else { throw NoSuchRun(EngineError.invalidToken) }
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

  /// Whether the run rests at a page that takes attributes and no secret.
  var collectsAttributesAlone: Bool {
    guard let fields = page?.events.flatMap(\.fields), !fields.isEmpty else { return false }
    return fields.allSatisfy { table.secret(of: $0.slot) == nil }
  }
}
