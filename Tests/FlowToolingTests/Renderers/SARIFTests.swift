import FlowCompiler
import FlowJSON
import Glibc
import TestSupport
import Testing

@testable import FlowTooling

@Suite struct SARIFTests {
  /// The path of the standard's JSON schema, where somebody has it.
  static let schema = getenv("SARIF_SCHEMA").map { String(cString: $0) }

  static func report() -> String {
    let scene = Scene()
    return render(
      scene.diagnostics, in: scene.sources, as: .sarif, rules: Explanation.all.map(RuleText.init), version: "1.2.3")
  }

  @Test func `a report is of the standard's shape`() throws {
    #expect(SARIFShape.problems(try JSON.parse(Self.report())) == [])
    #expect(SARIFShape.problems(try JSON.parse(render([], in: Scene().sources, as: .sarif))) == [])
  }

  @Test(.enabled(if: schema != nil, "SARIF_SCHEMA names the schema's file"))
  func `a report is valid by the standard's schema`() throws {
    let script = """
      import json, jsonschema, sys
      schema = json.load(open(sys.argv[1])); report = json.load(sys.stdin)
      kind = jsonschema.validators.validator_for(schema)
      kind.check_schema(schema)
      errors = [f"{list(e.path)}: {e.message}" for e in kind(schema).iter_errors(report)]
      sys.exit("\\n".join(errors) or 0)
      """
    let result = try run("/usr/bin/python3", ["-c", script, Self.schema ?? ""], input: Self.report())
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `each result points to its rule, and columns count UTF-16 units`() throws {
    let report = try JSON.parse(Self.report())
    let run = try #require(report["runs"]?.array?.first)
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
    let results = try #require(run["results"]?.array)
    #expect(results.count == Scene().diagnostics.count)
    for result in results {
      let index = Int(try #require(result["ruleIndex"]?.int))
      #expect(rules[index]["id"] == result["ruleId"])
    }
    let family = try #require(results[2]["locations"]?.array?.first?["physicalLocation"]?["region"])
    // Five scalars, of which three lie beyond the basic plane.
    #expect((family["endColumn"]?.int ?? 0) - (family["startColumn"]?.int ?? 0) == 8)
    let prints = results.map { $0["partialFingerprints"] }
    #expect(Set(prints).count == prints.count)
  }
}
