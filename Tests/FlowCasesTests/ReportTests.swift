import FlowCases
import FlowJSON
import TestSupport
import Testing

/// How it is written down what came of cases.
@Suite struct ReportTests {
  private static let cases = """
      - case: joins
        steps:
          - start: { email: ann@example.com, age: 36 }
          - submit: { code: "{{ mail.code }}" }
          - submit: { password: tea-at-five }
            expect: { end: completed }
      - case: is "too young" & <not> let in
        each:
          - { age: 12 }
          - { age: 15 }
        steps:
          - start: { email: ann@example.com, age: "{{ age }}" }
            expect: { end: failed }
      - case: "fails # twice"
        steps:
          - start: { email: ann@example.com, age: 36 }
            expect: { state: introduce, messages: [] }
      - case: cannot go on
        steps:
          - start: { email: ann@example.com, age: 36 }
          - submit: { code: "{{ sms.code }}" }

    """

  private static func play() async -> CasePlay { await CasePlay(Club.suite(cases), workers: 1) }

  @Test(arguments: CaseFormat.allCases)
  func `each format reads as it did`(_ format: CaseFormat) async {
    let options = CaseReportOptions(tellsCoverage: true, tellsTimes: false)
    let text = report(await Self.play(), as: format, options)
    expectSnapshot(text, at: "Tests/FlowCasesTests/Goldens/\(format.rawValue).txt")
  }

  @Test func `without coverage nothing is told of it`() async {
    for format in CaseFormat.allCases {
      let text = report(await Self.play(), as: format, CaseReportOptions(tellsTimes: false))
      #expect(!text.contains("no run takes") && !text.contains("coverage"), "\(format)")
    }
  }

  @Test func `JSON is read back, and says of each case whether it passed`() async throws {
    let json = try JSON.parse(report(await Self.play(), as: .json, CaseReportOptions(tellsCoverage: true)))
    #expect(json["version"]?.int == 1 && json["summary"]?["passed"]?.int == 3 && json["summary"]?["failed"]?.int == 2)
    #expect(json["cases"]?.array?.map { $0["passed"] == true } == [true, true, true, false, false])
    #expect(json["coverage"]?["taken"]?.int == 10)
  }

  @Test func `JUnit's file is XML`() async throws {
    let folder = try TemporaryFolder()
    folder.write("report.xml", report(await Self.play(), as: .junit))
    let script =
      "import xml.etree.ElementTree as x,sys; r=x.parse(sys.argv[1]).getroot(); print(r.get('tests'), r.get('failures'), [c.get('name') for c in r.iter('testcase')][1])"
    let result = try run("/usr/bin/python3", ["-c", script, folder.path + "/report.xml"])
    #expect(result.output == "5 2 is \"too young\" & <not> let in [12]\n", "\(result.errors)")
  }

  @Test func `a walk tells each step, and ends where somebody leaves`() async {
    let suite = Club.suite(Self.cases)
    var told: [String] = []
    let walk = CaseWalk(suite, suite.items[0], isColoured: false)
    #expect(walk.heading == "joins\nclub/tests/join.yaml:4, the flow join\n")
    let ending = await walk.play { text in
      told.append(text)
      return true
    }
    #expect(ending.hasPassed && !ending.wasLeft && ending.text == "All of it is as expected.\n")
    expectSnapshot(told.joined(), at: "Tests/FlowCasesTests/Goldens/walk.txt")
    let left = await CaseWalk(suite, suite.items[0], isColoured: false).play { _ in false }
    #expect(left.wasLeft && !left.hasPassed)
    let failing = await CaseWalk(suite, suite.items[3], isColoured: false).play { _ in true }
    #expect(!failing.hasPassed && failing.text?.contains("state: expected `introduce`") == true)
  }
}
