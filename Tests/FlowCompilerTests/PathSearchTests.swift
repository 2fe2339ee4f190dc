import Testing

@testable import FlowCompiler

@Suite("Shortest paths")
struct PathSearchTests {
  /// The edges that leave each position, as (number, target).
  private static let graph: [[(edge: Int, target: Int)]] = [
    [(10, 1), (11, 2)], [(12, 3)], [(13, 3), (14, 0)], [(15, 4)], [(16, 4)], [],
  ]

  private func path(from starts: [Int], to goal: Int) -> [PathStep]? {
    shortestPath(over: Self.graph.count, from: starts, to: { $0 == goal }) { position, steps in
      for (edge, target) in Self.graph[position] { steps.take(edge, to: target) }
    }
  }

  @Test func `the path is a shortest one, and of equal ones the first`() {
    let path = path(from: [0], to: 3)
    #expect(path?.map(\.edge) == [10, 12])
    #expect(path?.map(\.from) == [0, 1] && path?.map(\.to) == [1, 3])
    #expect(self.path(from: [0], to: 4)?.map(\.edge) == [10, 12, 15])
  }

  @Test func `a start is a goal only where a path leads back to it`() {
    #expect(path(from: [0], to: 0)?.map(\.edge) == [11, 14])
    #expect(path(from: [4], to: 4)?.map(\.edge) == [16])
    #expect(path(from: [3], to: 3) == nil)
  }

  @Test func `of several starts the nearest counts, and what cannot be reached has no path`() {
    #expect(path(from: [0, 3], to: 4)?.map(\.edge) == [15])
    #expect(path(from: [0, 1, 2], to: 5) == nil)
    #expect(path(from: [], to: 5) == nil)
  }

  @Test func `what is reached comes nearest first, each once`() {
    let found = reachablePositions(over: Self.graph.count, from: [2, 2]) { position, steps in
      for (edge, target) in Self.graph[position] { steps.take(edge, to: target) }
    }
    #expect(found == [2, 3, 0, 4, 1])
  }
}
