import FlowCompiler
import FlowJSON
import FlowSource
import FlowTooling

/// The mutants that nobody noticed, those that nobody can notice, and how many there were; ends with a line break.
package func report(
  _ play: MutationPlay, as format: WorkbenchFormat, tellsTimes: Bool = true, colour isColoured: Bool = false
) -> String {
  let sources = play.compilation.sources
  switch format {
  case .pretty:
    let style = Style(isColoured: isColoured)
    var text = ""
    for mutant in play.mutants {
      let place = "\(mutant.edge.location(in: sources)): "
      switch mutant.fate {
      case .noticed: break
      case .unnoticed(let cases):
        text += place + style.paint("not noticed", .error) + ": \(mutant.edge.words): \(mutant.words) "
        text +=
          cases == 0 ? "(no case comes by)\n" : "(\(counted(cases, "case")) \(cases == 1 ? "comes" : "come") by)\n"
      case .equivalent(let reason):
        text += place + "the same for everybody: \(mutant.edge.words): \(mutant.words) (\(reason))\n"
      }
    }
    let time = tellsTimes ? " in \(CasePlay.milliseconds(play.nanoseconds))" : ""
    let tally = "\(counted(play.mutants.count, "mutant")): \(play.noticed) noticed, \(play.unnoticed) not noticed"
    text += style.paint(tally, play.unnoticed == 0 ? .fix : .error)
    if play.equivalent > 0 { text += ", \(play.equivalent) that nobody can notice" }
    if play.leftOut > 0 { text += "; \(play.leftOut) more were left out" }
    return text + time + "\n"
  case .json:
    let mutants = play.mutants.map { mutant -> JSON in
      var object = mutant.edge.jsonMembers(in: sources)
      object["change"] = .string(mutant.words)
      switch mutant.fate {
      case .noticed(let name): (object["fate"], object["by"]) = ("noticed", .string(name))
      case .unnoticed(let cases): (object["fate"], object["cases"]) = ("not-noticed", .int(Int64(cases)))
      case .equivalent(let reason): (object["fate"], object["reason"]) = ("equivalent", .string(reason))
      }
      return .object(object)
    }
    var summary: JSONObject = [
      "mutants": .int(Int64(play.mutants.count)), "noticed": .int(Int64(play.noticed)),
      "notNoticed": .int(Int64(play.unnoticed)), "equivalent": .int(Int64(play.equivalent)),
      "leftOut": .int(Int64(play.leftOut)),
    ]
    if tellsTimes { summary["nanoseconds"] = .int(play.nanoseconds) }
    return JSON.object(["version": 1, "mutants": .array(mutants), "summary": .object(summary)]).prettyText + "\n"
  }
}
