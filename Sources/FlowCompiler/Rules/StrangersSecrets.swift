import FlowModel
import FlowSource

/// U412: where the answer of a function stands for an account, or decides where its link goes, functions are told what somebody
/// has chosen by its owner alone. Before that a stranger may have registered it, or names it without having it: what a function
/// was told then stays with it, when the owner comes.
@Sendable func strangersSecrets(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let resolved = tenant.resolved
  let judges = Judges(tenant)
  if judges.isEmpty { return }
  let proof = OwnersProof(tenant)
  let doubted = tenant.strangersValues(proof)
  for flow in tenant.flows where !flow.isUncalled {
    let calls = judges.tellings(in: flow, resolved)
    guard let evidence = flow.evidence, !calls.isEmpty else { continue }
    let values = ChosenValues(flow, resolved, doubted: doubted)
    let standing = AccountStanding(flow.graph, resolved, flow.collected)
    for (node, call, judge) in calls {
      func name(_ slot: Slot) -> String { resolved.scope.name(of: slot, in: resolved.scope.flows[flow.graph.root]) }
      func report(_ message: String, _ visit: Int, _ notes: [String], _ help: String) {
        var problem = unproven("U412", message, at: call.place, visit, flow, resolved, notes: notes, help: help)
        problem.labels.append(Label(judge.place, "this answer stands for an account"))
        problems.report(problem)
      }
      let function = call.function.map { resolved.scope.tenant.functions[$0].name.text.quoted } ?? "the function"
      if let slot = call.passed.first(where: { values.isDoubted($0, at: node) }),
        let visit = evidence.nearest(node, where: { !$0[.unbound] })
      {
        report(
          "\(function) is told \(name(slot).quoted) of the account, which a stranger may have written there", visit,
          ["it was written before anybody had proven an address of the account, and is not taken off it"],
          "collect \(name(slot).quoted) anew behind the proof"
            + (proof.unproven.isEmpty
              ? ", or write it over, with `account.update`, in each flow that confirms an account" : "")
        )
        continue
      }
      let isConfirmed = standing.at(node).allSatisfy(\.isConfirmed)
      func missing(_ state: EvidenceState) -> [Int]? {
        proof.missing(state, passing: call.passed, confirmed: isConfirmed, of: flow, evidence.subjects)
      }
      let hands = ChosenValues.handsPassword(call)
      let wrong = evidence.nearest(node) { state in
        missing(state)?.isEmpty != true
          && (hands || !values.told(by: call, at: node, state, evidence.subjects).isEmpty)
      }
      guard let visit = wrong else { continue }
      let state = evidence.state(visit)
      let told = values.told(by: call, at: node, state, evidence.subjects).map(name) + (hands ? ["password"] : [])
      let names = (missing(state) ?? []).map { resolved.scope.attributeNames[evidence.subjects.attributes[$0]] }
      report(
        "a stranger can choose here what \(function) is told of somebody else's account: \(told.listed())", visit,
        (names.isEmpty ? [] : ["not proven in this run: \(names.listed())"])
          + [
            proof.makesForOthers
              ? "whoever proves the address later has the account, and the stranger still has what the function keeps"
              : "anybody can name the account, and the function keeps what it is told of it"
          ],
        "prove \(names.isEmpty ? "whose the account is" : names.listed()) first, with `code.verify`"
          + (proof.makesForOthers ? " or the link that confirms the account" : "")
          + "; where the function judges, say so by `attests` or `factor`"
      )
    }
  }
}

/// The calls whose answer stands for an account, or for a second factor, or that send the link of one.
private struct Judges {
  private let calls: [StatePlace: ResolvedEffect]
  /// In the order of the files.
  private let places: [StatePlace]

  var isEmpty: Bool { calls.isEmpty }

  init(_ tenant: AnalyzedTenant) {
    var calls: [StatePlace: ResolvedEffect] = [:]
    var places: [StatePlace] = []
    for flow in tenant.flows where !flow.isUncalled {
      for node in flow.graph.nodes(.effect) where flow.reached[node] {
        let place = StatePlace(flow.graph.nodes[node])
        guard calls[place] == nil, let call = flow.graph.effect(node, tenant.resolved.flows), call.function != nil
        else {
          continue
        }
        // What is answered there must decide: else it is asked for what it keeps.
        if !flow.graph.isAnswer(call, at: node, tenant.resolved), call.linkFlow == nil { continue }
        calls[place] = call
        places.append(place)
      }
    }
    (self.calls, self.places) = (calls, places)
  }

  /// The calls of a flow that may leave something with a function, each with one whose answer may come of that.
  func tellings(in flow: AnalyzedFlow, _ resolved: ResolvedTenant) -> [(
    node: Int, call: ResolvedEffect, judge: ResolvedEffect
  )] {
    flow.graph.nodes(.effect).filter { flow.reached[$0] }.compactMap { node in
      let place = StatePlace(flow.graph.nodes[node])
      guard let call = flow.graph.effect(node, resolved.flows), call.function != nil,
        !flow.graph.isAnswer(call, at: node, resolved),
        let judge = places.first(where: { $0 != place }).flatMap({ calls[$0] })
      else { return nil }
      return (node, call, judge)
    }
  }
}

extension FlowGraph {
  /// Whether what a call answers stands for an account, or for a second factor, and something hangs on it here.
  fileprivate func isAnswer(_ call: ResolvedEffect, at node: Int, _ resolved: ResolvedTenant) -> Bool {
    call.isAnswer && isDecided(by: node, resolved.flows)
  }
}

extension ResolvedEffect {
  /// Whether `success` of it proves an address, or shows a second factor.
  var isAnswer: Bool { attested != nil || shownFactor != nil }
}
