import FlowModel

extension FlowTable {
  /// The flow that somebody starts, and for which application; throws where they may not.
  ///
  /// INVARIANT: where applications are declared, a client starts what the one that it names offers, and nothing else.
  func entry(_ name: String, by starter: Starter) throws(NoSuchRun) -> (flow: Int32, application: Int32?) {
    var application: Int32?
    if case .client(let named) = starter {
      guard applications.isEmpty || named != nil else { throw NoSuchRun(EngineError.applicationRequired) }
      application = applications.firstIndex { $0.name == named }.map { Int32($0) }
      guard named == nil || application != nil else { throw NoSuchRun(EngineError.unknownApplication) }
    }
    guard let flow = flow(named: name),
      application.map({ applications[Int($0)].flows.contains(flow) }) ?? true
    else { throw NoSuchRun(EngineError.unknownFlow) }
    return (flow, application)
  }

  /// Whether whoever starts a run may start this flow.
  package func offers(_ flow: String, to starter: Starter) -> Bool { (try? entry(flow, by: starter)) != nil }
}
