import FlowAttacks
import FlowCompiler
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling
import Glibc

/// Writes the attacks that a check has found, and tells on standard error how to perform them.
func writeAttacks(_ compilation: Compilation, to folder: String) async throws(Failure) {
  let attacks = await FoundAttacks(compilation)
  if !attacks.scripts.isEmpty { try makeFolder(folder) }
  for attack in attacks.scripts {
    let path = folder.hasSuffix("/") ? folder + attack.file : "\(folder)/\(attack.file)"
    try replaceFile(path, Array(attack.script.text.utf8))
    let words = [attack.tenant, "--replay", path].map(ShellWord.quoted).joined(separator: " ")
    try StandardError.write("usher check: \(attack.script.code): perform it with: usher run \(words)\n")
  }
  for miss in attacks.misses {
    let file = compilation.sources.file(miss.diagnostic.span)
    let line = file?.position(miss.diagnostic.span.start).line ?? 1
    let place = "\(visible(file?.path ?? "?")):\(line)"
    try StandardError.write(
      "usher check: \(miss.diagnostic.code) at \(place) cannot be shown by a run: \(miss.reason)\n")
  }
  if attacks.scripts.isEmpty, attacks.misses.isEmpty {
    try StandardError.write("usher check: there is no attack to write\n")
  }
}

/// Performs the attack in a file on a tenant in memory: 0 if it comes to what the rule claims, 1 if it does not.
func replayAttack(_ path: String, on tenant: String, _ arguments: Arguments) async throws(Failure) -> ExitCode {
  guard let bytes = TableReading.file(path) else { throw .impossible("\(path.quoted) cannot be read") }
  let script: AttackScript
  do {
    script = try AttackScript(parsing: String(decoding: bytes, as: UTF8.self))
  } catch {
    throw .usage("\(path.quoted): \(error)")
  }
  let waived: WaivedTenant
  switch Result(catching: { () throws(WaivedTenant.Failure) in try WaivedTenant(path: tenant, waiving: script.code) }) {
  case .success(let compiled): waived = compiled
  case .failure(.notWaivable):
    throw .usage("\(path.quoted) waives \(script.code.quoted), which is no rule that can be waived")
  case .failure(.broken(let compilation)):
    try refuseUnreadable(compilation)
    try StandardError.write(
      render(
        compilation.diagnostics, in: compilation.sources, as: .pretty, colour: try StandardError.isColoured(arguments)))
    throw .impossible("\(tenant.quoted) is not one tenant whose only problems are rules that can be waived")
  }
  guard waived.table.flow(named: script.flow) != nil else {
    throw .usage("\(tenant.quoted) has no flow \(script.flow.quoted), which the attack is on")
  }
  let application = arguments.value("application")
  if let application, !waived.table.applications.contains(where: { $0.name == application }) {
    throw .usage("\(tenant.quoted) has no application \(application.quoted)")
  }
  let starter = application.map { Starter.client($0) } ?? .operator
  let isColoured = try StandardOutput.isColoured(arguments)
  let replay: AttackReplay
  do {
    replay = try await AttackReplay(
      script, on: waived.table, alsoWaived: waived.alsoWaived, by: starter, colour: isColoured)
  } catch {
    throw .impossible("the attack could not be performed: \(error)")
  }
  try StandardOutput.write(replay.text)
  return replay.hasSucceeded ? .clean : .problems
}
