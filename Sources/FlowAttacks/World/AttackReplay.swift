import FlowCompiler
import FlowJSON
public import FlowModel
public import FlowRuntime
import FlowTooling

/// A script that was performed, and what came of it.
struct AttackPerformance {
  let transcript: AttackTranscript
  let verdict: AttackVerdict

  /// Performs a script; where it is about what somebody could tell from what they see, also with what they should not be
  /// able to tell changed.
  init(_ script: AttackScript, _ table: AttackTable) async throws {
    transcript = try await AttackTranscript(script, in: script.world, table, isStrict: true)
    var other: AttackTranscript?
    if let (script, world) = script.otherwise(table.table) {
      other = try await AttackTranscript(script, in: world, table, isStrict: false)
    }
    verdict = AttackVerdict(script, transcript, other: other)
  }
}

/// A performed attack: what is printed, and whether it came to what was claimed.
public struct AttackReplay: Sendable {
  /// Whether what the rule claims was seen to happen. Where not, the rule was wrong, or the flow is another one now.
  public let hasSucceeded: Bool
  /// The report for people; ends with a line break.
  public let text: String

  /// Performs a script with the real engine, in memory, on a table in which the rule that found it was waived; `alsoWaived`
  /// are other rules of which the same is true; `starter` is who starts its runs. Throws a `StorageError` or `TableFileError`.
  public init(
    _ script: AttackScript, on table: FlowTable, alsoWaived: [String] = [], by starter: Starter = .operator,
    colour: Bool = false
  ) async throws {
    let performance = try await AttackPerformance(script, AttackTable(table, starter: starter))
    hasSucceeded = performance.verdict.hasSucceeded
    text = Self.report(
      script, performance.transcript, performance.verdict, alsoWaived, Style(isColoured: colour))
  }

  private static func report(
    _ script: AttackScript, _ transcript: AttackTranscript, _ verdict: AttackVerdict, _ alsoWaived: [String],
    _ style: Style
  ) -> String {
    var text = style.paint("attack[\(visible(script.code))]", .error)
    text += style.paint(": \(visible(script.claim))", .strong) + "\n"
    text += "The flow \(visible(script.flow)), with the rule \(visible(script.code)) waived"
    if !alsoWaived.isEmpty { text += ", and \(alsoWaived.joined(separator: ", ")), which it breaks, too" }
    text += ".\n" + "The world: \(visible(script.world.text)).\n\n"
    let shown = transcript.entries.prefix(script.lines.count)
    for (index, entry) in shown.enumerated() { text += step(index + 1, entry, style) }
    if transcript.entries.count > shown.count {
      text += "     … and the same again, \(counted(script.rounds, "run")) in all\n"
    }
    text += "\n"
    for observation in verdict.observations { text += "  \(visible(observation)).\n" }
    let ending =
      verdict.hasSucceeded
      ? style.paint("The attack succeeded.", .error)
      : style.paint("The attack did not succeed", .fix) + ": the finding does not hold for this flow."
    return text + ending + "\n"
  }

  private static func step(_ number: Int, _ entry: AttackTranscript.Entry, _ style: Style) -> String {
    let result = entry.result
    let label = String(number)
    var text = String(repeating: " ", count: max(0, 4 - label.count)) + style.paint(label, .frame) + "  "
    text += style.paint("attacker", .warning) + "  " + visible(move(entry)) + "\n"
    let indent = String(repeating: " ", count: 6)
    for performed in result.seen.performed {
      let note = result.seen.violations.first { $0.state == performed.state }.map { _ in
        "  <- nothing proves that it may"
      }
      text +=
        indent + style.paint("engine  ", .label)
        + "  \(performed.state): \(performed.effect.name): \(performed.outcome)"
      text += (note.map { style.paint($0, .error) } ?? "") + "\n"
    }
    var came = "the run is at \(result.reply.state ?? "no state")"
    if let end = result.reply.end { came = "the run ends at \(result.reply.state ?? "?"): \(end.name)" }
    if let error = result.reply.error { came += ", with the error \(error.code)" }
    return text + indent + style.paint("engine  ", .label) + "  " + visible(came) + "\n"
  }

  /// What the attacker did, with the values that were sent.
  private static func move(_ entry: AttackTranscript.Entry) -> String {
    func values(_ input: JSONObject) -> String {
      input.members.map { member in
        let value = (entry.result.sent[member.name] ?? member.value).text
        let shown = value.count > 40 ? value.prefix(24) + "…" : Substring(value)
        return "\(member.name) = \(shown)\(member.value.mailbox == nil ? "" : " (from the mailbox)")"
      }.joined(separator: ", ")
    }
    switch entry.line.move {
    case .start(let input): return input.members.isEmpty ? "starts a run" : "starts a run with \(values(input))"
    case .event(let event, let input):
      return input.members.isEmpty ? "sends \(event)" : "sends \(event) with \(values(input))"
    case .wait(let seconds): return "waits \(counted(seconds, "second"))"
    }
  }
}

extension AttackScript {
  /// The same with another value of what must not be told: whether there is an account, what is known of it, what was
  /// typed in secret. Nil where nothing is to be compared.
  fileprivate func otherwise(_ table: FlowTable) -> (AttackScript, AttackWorld)? {
    switch claimed {
    case .difference: return (self, world.withoutVictim)
    case .ownership: return (self, world.withOtherVictim)
    case .secret: break
    case .demand, .door, .arrival, .guesses, .messages, .functions, .factors, .nothing: return nil
    }
    var script = self
    let secrets = Set(table.attributes.filter(\.isSecret).map(\.name))
    for index in script.lines.indices {
      guard case .event(let event, var input) = script.lines[index].move else { continue }
      for member in input.members where secrets.contains(member.name) {
        if let text = member.value.string { input[member.name] = .string(text + "x") }
        if let number = member.value.int { input[member.name] = .int(number &+ 1) }
      }
      script.lines[index].move = .event(event, input)
    }
    return (script, world)
  }
}
