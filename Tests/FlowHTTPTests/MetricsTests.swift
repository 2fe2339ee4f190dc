import FlowRuntime
import Testing

@testable import FlowHTTP

@Suite struct MetricsTests {
  @Test func `names and words that have quotes, strokes and lines stay one line`() {
    var family = MetricFamily("a_total", .counter, "one\\two\nthree \"four\"")
    family.add(1, .init("b", "one\\two\nthree \"four\""), .init("c", "ü{}"))
    family.add(0.25)
    #expect(
      family.text == #"""
        # HELP a_total one\\two\nthree "four"
        # TYPE a_total counter
        a_total{b="one\\two\nthree \"four\"",c="ü{}"} 1
        a_total 0.25

        """#)
  }
}
