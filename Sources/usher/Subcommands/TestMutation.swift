import FlowCases
import FlowTooling

/// `usher test --mutate`: whether the cases would notice if the flows were a little otherwise.
extension Test {
  static func mutate(_ arguments: Arguments, _ paths: [String]) async throws(Failure) -> ExitCode {
    let format = try workbenchFormat(arguments)
    let most = try most(arguments, default: .max)
    let isColoured = try StandardOutput.isColoured(arguments)
    guard let suite = try wholeSuite(paths, as: format, isColoured) else { return .problems }
    let failures = await CasePlay(suite).failures.count
    guard failures == 0 else {
      throw .impossible(
        "\(counted(failures, "case")) \(failures == 1 ? "fails" : "fail") as it is: `usher test` tells which")
    }
    let play = await MutationPlay(suite, only: flowFiles(paths, in: suite), most: most)
    try StandardOutput.write(report(play, as: format, colour: isColoured))
    return play.unnoticed == 0 ? .clean : .problems
  }
}
