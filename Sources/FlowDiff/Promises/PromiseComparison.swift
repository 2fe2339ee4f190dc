import FlowModel
import FlowAttacks
import FlowCompiler
import FlowSource

/// What was proven of the old version and is not of the new one, or rests on more; each with the attack that is possible now.
struct PromiseComparison {
  private(set) var changes: [Change] = []

  init(_ old: CheckedTenant, _ new: CheckedTenant) async {
    await problems(old, new)
    optOuts(old, new)
    proofs(old, new)
  }

  // MARK: Rules that fail now

  private mutating func problems(_ old: CheckedTenant, _ new: CheckedTenant) async {
    let lost = Self.added(new.problems, to: old.problems, key: { "\($0.code) \(new.flow(of: $0))" }) {
      "\($0.code) \(old.flow(of: $0))"
    }
    if lost.isEmpty { return }
    let attacks = await FoundAttacks(new.compilation, of: { lost.contains($0) })
    for problem in lost {
      let flow = new.flow(of: problem)
      var change = Change(
        .security, .lost, flow.isEmpty ? "" : "flow \(flow.named)", problem.message, at: problem.span)
      change.code = problem.code
      if let example = problem.counterexample, !example.attack.isEmpty {
        let script = attacks.scripts.first { $0.diagnostic == problem }
        let showing = if let script { await Self.showing(script, old, new) } else { AttackOfNew.Showing.notFound }
        change.attack = AttackOfNew(
          file: script?.file ?? "", script: script?.script.text ?? "", gain: example.attack, showing: showing)
      }
      changes.append(change)
    }
  }

  /// What is more in a list than in another; of equal keys those that the other one does not say in the same words.
  private static func added(
    _ new: [Diagnostic], to old: [Diagnostic], key: (Diagnostic) -> String, keyOfOld: (Diagnostic) -> String
  ) -> [Diagnostic] {
    var known = Dictionary(grouping: old, by: keyOfOld)
    var open: [Diagnostic] = []
    for problem in new {
      let group = key(problem)
      if let same = known[group]?.firstIndex(where: { $0.message == problem.message }) {
        known[group]?.remove(at: same)
      } else {
        open.append(problem)
      }
    }
    // Those in other words are the same problems still, as many as there were.
    return open.filter { problem in
      let group = key(problem)
      guard known[group]?.isEmpty == false else { return true }
      known[group]?.removeLast()
      return false
    }
  }

  private static func showing(
    _ attack: FoundAttacks.Script, _ old: CheckedTenant, _ new: CheckedTenant
  ) async -> AttackOfNew.Showing {
    guard await succeeds(attack, on: new) else { return .notFound }
    return await succeeds(attack, on: old) ? .both : .newOnly
  }

  private static func succeeds(_ attack: FoundAttacks.Script, on tenant: CheckedTenant) async -> Bool {
    guard let waived = try? WaivedTenant(path: tenant.path, waiving: attack.script.code),
      waived.table.flow(named: attack.script.flow) != nil
    else { return false }
    let replay = try? await AttackReplay(attack.script, on: waived.table, alsoWaived: waived.alsoWaived)
    return replay?.hasSucceeded ?? false
  }

  // MARK: What is given up

  private mutating func optOuts(_ old: CheckedTenant, _ new: CheckedTenant) {
    func key(_ optOut: OptOut) -> String { "\(optOut.flow)\u{0}\(optOut.text)\u{0}\(optOut.meaning)" }
    func count(_ optOuts: [OptOut]) -> [String: Int] { optOuts.reduce(into: [:]) { $0[key($1), default: 0] += 1 } }
    var (before, after) = (count(old.optOuts), count(new.optOuts))
    for optOut in new.optOuts {
      if let known = before[key(optOut)], known > 0 {
        before[key(optOut)] = known - 1
        continue
      }
      changes.append(
        Change(
          .security, .lost, "flow \(optOut.flow.named)", "opts out by \(optOut.text.named): \(optOut.meaning)",
          at: optOut.span))
    }
    for optOut in old.optOuts {
      if let known = after[key(optOut)], known > 0 {
        after[key(optOut)] = known - 1
        continue
      }
      var change = Change(
        .security, .extended, "flow \(optOut.flow.named)", "opts out by \(optOut.text.named) no more", at: optOut.span
      )
      change.isOfOld = true
      changes.append(change)
    }
  }

  // MARK: What proofs rest on

  private mutating func proofs(_ old: CheckedTenant, _ new: CheckedTenant) {
    func key(_ proof: Proof) -> String { "\(proof.flow)\u{0}\(proof.code)\u{0}\(proof.effect ?? "")" }
    let before = Dictionary(grouping: old.proofs, by: key)
    // What a tenant claims of its own runs, nothing else asks for.
    for proof in old.proofs where Rule.of(proof.code)?.family == .property {
      if new.proofs.contains(where: { $0.flow == proof.flow && $0.statement == proof.statement }) { continue }
      if new.problems.contains(where: { $0.code == proof.code && new.flow(of: $0) == proof.flow }) { continue }
      var change = Change(
        .security, .lost, "flow \(proof.flow.named)", "is not claimed any more: \(proof.statement)", at: proof.span)
      (change.isOfOld, change.code) = (true, proof.code)
      changes.append(change)
    }
    var told: Set<String> = []
    for proof in new.proofs {
      guard let former = before[key(proof)] else { continue }
      let known = Set(former.flatMap(\.assumes))
      for assumed in proof.assumes where !known.contains(assumed) && told.insert(key(proof) + assumed).inserted {
        var change = Change(
          .security, .lost, proof.flow.isEmpty ? "" : "flow \(proof.flow.named)",
          (proof.effect.map { "\($0.named) " } ?? "what is proven ") + "rests on more: \(assumed)", at: proof.span)
        change.code = proof.code
        changes.append(change)
      }
    }
  }
}
