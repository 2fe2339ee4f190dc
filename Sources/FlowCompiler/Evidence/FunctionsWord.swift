import FlowModel
import FlowSource

/// What a flow proves only because a function of the tenant says so, or has sent a link to the right person.
struct FunctionsWord {
  /// The functions whose word is taken.
  let functions: [String]
  /// What would be proven without it.
  private let evidence: Evidence

  /// Nil where no function's word is taken.
  init?(_ flow: AnalyzedFlow, _ resolved: ResolvedTenant) {
    guard let subjects = flow.evidence?.subjects else { return nil }
    let scope = resolved.scope
    var doubted = Set<FlowModel.Evidence>()
    var functions: [String] = []
    func note(_ call: ResolvedEffect) {
      guard let name = call.function.map({ scope.tenant.functions[$0].name.text }), !functions.contains(name) else {
        return
      }
      functions.append(name)
    }
    for node in flow.graph.nodes.indices where flow.reached[node] {
      guard let call = flow.graph.effect(node, resolved.flows), call.attested != nil else { continue }
      doubted.insert(.attested)
      note(call)
    }
    for state in resolved.flows.lazy.flatMap(\.states) {
      guard case .effect(let call) = state.kind, call.definition.asksOthers, let link = call.linkFlow,
        scope.tableIndices[flow.graph.root] == Int32(link)
      else { continue }
      doubted.insert(.verifiedLinkTarget)
      note(call)
    }
    guard !doubted.isEmpty else { return nil }
    self.functions = functions.sorted()
    evidence = Evidence(flow.graph, resolved, subjects, remembering: [], doubting: doubted)
  }

  /// What is taken for true, in a few words each, for no run to come to a node in a state that something is wrong with;
  /// empty where that holds without any function's word.
  func supports(_ node: Int, where isWrong: (EvidenceState) -> Bool) -> [String] {
    evidence.nearest(node, where: isWrong) == nil ? [] : functions.map { "the function \($0.quoted) is right" }
  }
}
