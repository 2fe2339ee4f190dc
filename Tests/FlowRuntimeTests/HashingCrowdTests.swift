import Testing

@testable import FlowRuntime

@Suite struct HashingCrowdTests {
  @Test func `the more are refused, the later they are to come back, and nobody waits longer than a minute`() {
    let crowd = HashingCrowd(perSecond: 10)
    #expect(crowd.note(at: 0).retryAfter == 2)
    let waits = (1...200).map { crowd.note(at: Int64($0)).retryAfter }
    #expect(waits == waits.sorted() && waits.last == 22)
    #expect((0..<2000).map { _ in crowd.note(at: 300).retryAfter }.max() == HashingCrowd.longest)
  }

  @Test func `a crowd that is gone is forgotten by halves`() {
    let crowd = HashingCrowd(perSecond: 10)
    for _ in 0..<200 { _ = crowd.note(at: 0) }
    #expect(crowd.note(at: 10_000).retryAfter == 12)
    #expect(crowd.note(at: 100_000).retryAfter == 2)
    // A clock that was set back keeps nobody waiting.
    #expect(crowd.note(at: 5).retryAfter == 2)
  }

  @Test func `a few are answered at once, and the answer to a crowd takes its time until it is gone`() {
    let crowd = HashingCrowd(perSecond: 10)
    #expect((0..<10).allSatisfy { _ in crowd.note(at: 0).pause == .zero })
    #expect(crowd.note(at: 0).pause == HashingCrowd.pause)
    #expect(crowd.note(at: 30_000).pause == .zero)
  }
}
