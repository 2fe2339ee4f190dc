import FlowJSON
import FlowModel
import FlowRuntime

/// A script that was performed, and what came of it.
struct AttackPerformance {
  let transcript: AttackTranscript
  let verdict: AttackVerdict

  /// Performs a script; where it is about what tells an account from none, also in the world without one.
  init(_ script: AttackScript, _ table: AttackTable) async throws {
    transcript = try await AttackTranscript(script, in: script.world, table, isStrict: true)
    let isComparison = script.code.hasPrefix("U8")
    let other =
      isComparison
      ? try await AttackTranscript(script, in: script.world.withoutVictim, table, isStrict: false) : nil
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
  /// are other rules of which the same is true. Throws a `StorageError` or `TableFileError`.
  public init(
    _ script: AttackScript, on table: FlowTable, alsoWaived: [String] = [], colour: Bool = false
  ) async throws {
    let performance = try await AttackPerformance(script, AttackTable(table))
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
      : style.paint("The attack did not succeed", .mend) + ": the finding does not hold for this flow."
    return text + ending + "\n"
  }

  private static func step(_ number: Int, _ entry: AttackTranscript.Entry, _ style: Style) -> String {
    let result = entry.result
    let label = String(number)
    var text = String(repeating: " ", count: max(0, 4 - label.count)) + style.paint(label, .frame) + "  "
    text += style.paint("attacker", .warning) + "  " + visible(move(entry)) + "\n"
    let indent = String(repeating: " ", count: 6)
    for deed in result.seen.deeds {
      let note = result.seen.violations.first { $0.state == deed.state }.map { _ in "  <- nothing proves that it may" }
      text += indent + style.paint("engine  ", .label) + "  \(deed.state): \(deed.effect.name): \(deed.outcome)"
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
