import FlowModel

extension Engine {
  /// Where the run of a token stands, if it is one of a scope.
  public func current(token text: String, scope: ClientEvent.Scope, earlier: Bool) async -> Reply {
    guard let token = ContinuationToken(text, ports.key) else {
      return Reply(error: .init(EngineError.invalidToken))
    }
    return await drive(token) { [self] transaction, attempts in
      let refusal = StepAnswer(error: .init(EngineError.invalidToken))
      guard let record = try transaction.run(token.run), record.step >= token.step else { return refusal }
      let isNewest = record.step == token.step
      guard isNewest || earlier else { return refusal }
      let found = try find(ContinuationToken(run: token.run, step: record.step), transaction, attempts)
      guard case .found(_, var step) = found else { return found.failure }
      guard step.belongs(to: scope) else { return refusal }
      if try step.timeOut() {
        try step.save(step: record.step + 1)
        return step.answer(step: record.step + 1)
      }
      // Whoever holds an old token of the run gets no further than a page of attributes.
      guard isNewest || step.collectsAttributesAlone else { return refusal }
      return step.answer(step: record.step)
    }
  }
}

extension EffectStep {
  /// Whether the run is one of a tenant's flow.
  func belongs(to scope: ClientEvent.Scope) -> Bool { scope.tenant == table.tenant && scope.flow == flow.name }

  fileprivate var collectsAttributesAlone: Bool {
    guard let fields = page?.events.flatMap(\.fields), !fields.isEmpty else { return false }
    return fields.allSatisfy { table.secret(of: $0.slot) == nil }
  }
}
