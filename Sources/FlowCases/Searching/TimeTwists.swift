import FlowCompiler
import FlowModel
import FlowRuntime

/// Time passes, or the same is done again.
extension TrailTwists {
  func waits(_ trail: Trail) -> [Trail] {
    guard let first = trail.steps.first else { return [] }
    // An invitation is there before anything is done.
    let isInvited = if case .open = first.action { true } else { false }
    let lives = [table.codes.lifetime, table.links.lifetime, Int(TicketLifetimes().grant), table.links.invitations]
    // Behind the last page, or before the run begins: what was sent before may be too old then, and the run is not.
    let places = Set([trail.steps.count - 1, trail.lastStart].filter { $0 > 0 || isInvited }).sorted(by: >)
    return Set(lives).sorted().flatMap { seconds in
      // Whole minutes and days are what people would write.
      let wait = seconds >= 86_400 ? seconds + 86_400 : seconds + 60
      return places.map { place in
        var waiting = trail
        waiting.steps.insert(CaseStep(span: .nowhere, action: .wait(wait)), at: place)
        waiting.clause = "after \(durationText(wait))"
        waiting.facts["given wait"] = "\(wait)"
        return waiting
      }
    }
  }

  func repeated(_ trail: Trail, _ times: Int) -> Trail {
    var often = trail
    guard !trail.steps.isEmpty else { return trail }
    often.steps[trail.steps.count - 1].times = times
    often.words = "\(trail.words ?? "the same") \(times) times"
    often.facts["given times"] = "\(times)"
    return often
  }

  /// The run once more from its start, and the same by somebody else before the last step.
  func again(_ trail: Trail) -> [Trail] {
    guard let last = trail.steps.last, trail.steps.count > 1 else { return [] }
    let run = trail.steps[trail.lastStart...]
    var twice = trail
    twice.steps += run
    twice.clause = "all of it was done before"
    twice.facts["given again"] = "again"
    var beside = trail
    beside.steps.removeLast()
    beside.steps += run.map { step in
      var other = step
      other.who = Word("other")
      return other
    }
    beside.steps.append(last)
    beside.clause = "somebody does the same in another window"
    beside.facts["given beside"] = "beside"
    return [twice, beside]
  }
}
