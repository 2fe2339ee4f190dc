import FlowDiff
import TestSupport
import Testing

/// A lost promise in all formats.
@Suite struct ReportTests {
  @Test(arguments: DifferenceFormat.allCases)
  func `a difference is told`(_ format: DifferenceFormat) async throws {
    let pages = "Sources/FlowCompiler/Explanations/Pages/U801/"
    let difference = await Difference(
      try Version(folder: Repository.root + "/" + pages + "fixed"),
      try Version(folder: Repository.root + "/" + pages + "broken"))
    let options = DifferenceReportOptions(old: "main:flows", new: "flows")
    let text = report(difference, as: format, options).replacing(Repository.root + "/", with: "")
    expectSnapshot(text, at: "Tests/FlowDiffTests/Goldens/U801.\(format.rawValue)")
  }
}
