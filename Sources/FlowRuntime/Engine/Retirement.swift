import FlowModel

/// What becomes of runs in flight whose tenant is not installed, as it was removed or renamed.
public enum RetiredRuns: String, Hashable, Sendable, CaseIterable {
  /// They go on to their end, with the version that they began with.
  case finish
  /// They are answered `run_ended`.
  case end
}

extension Engine {
  /// Throws where a run may not go on. The application that began it must still be declared where its tenant is: whoever
  /// takes an application out wants it to be refused, in whichever protocol it speaks.
  func demandService(of run: Run, _ table: FlowTable) throws(NoSuchRun) {
    guard let newest = programs[table.tenant]?.program.table else {
      if retired == .end { throw NoSuchRun(EngineError.runEnded) }
      return
    }
    guard let index = run.application else { return }
    let name = table.applications[Int(index)].name
    guard newest.applications.contains(where: { $0.name == name }) else {
      throw NoSuchRun(EngineError.unknownApplication)
    }
  }
}
