import Testing

@testable import FlowStoragePostgres

/// What becomes of a transaction follows from what the server says of it.
@Suite struct FailureTests {
  enum Fate { case again, elsewhere, unknown, never }

  @Test(
    arguments: [
      ("40001", .again), ("40P01", .again), ("40002", .again), ("23505", .again), ("23503", .again),
      // Whether it was committed is not known: a second time would be another one.
      ("40003", .unknown),
      // A row that is not allowed is not allowed the next time either.
      ("23502", .never), ("23514", .never), ("23P01", .never), ("42P01", .never), ("57014", .never),
      ("08006", .elsewhere), ("57P01", .elsewhere), ("25006", .elsewhere), (nil, .elsewhere),
    ] as [(String?, Fate)])
  func `each state has its fate`(_ state: String?, _ fate: Fate) {
    let found: Fate =
      switch Failure(state: state, message: "m") {
      case .overtaken: .again
      case .lost: .elsewhere
      case .unanswered: .unknown
      case .final: .never
      }
    #expect(found == fate)
  }
}
