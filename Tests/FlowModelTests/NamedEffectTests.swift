import FlowModel
import TestSupport
import Testing

/// Nobody asks for an effect by its name: what is asked is a property of its definition.
@Suite struct NamedEffectTests {
  /// Where effects are declared, listed by what plays a part, and performed.
  private static let declared = [
    "Sources/FlowModel/Effects/", "Sources/FlowModel/Protocols/",
    "Sources/FlowRuntime/Engine/Effects/EffectHandlers.swift",
  ]
  /// An event of the log has the name of an effect.
  private static let namesakes = [
    "Sources/FlowRuntime/Ports/SecurityEvent.swift", "Sources/FlowRuntime/Engine/StepEvents.swift",
  ]

  private func lines(with pattern: String) throws -> [String] {
    try run("/bin/grep", ["-rnE", "--include=*.swift", pattern, "Sources"], folder: Repository.root).output
      .split(separator: "\n").map(String.init)
      .filter { line in !Self.declared.contains { line.hasPrefix($0) } }
  }

  @Test func `no effect is compared with one of a name`() throws {
    let found = try lines(with: "[eE]ffect\\)? *(==|!=) *(Effect)?\\.")
    #expect(found.isEmpty)
  }

  @Test func `no effect is named but where it is declared and performed`() throws {
    let names = Effect.allCases.map { "\($0)" }
    let found = try lines(with: "\\.(\(names.joined(separator: "|")))\\b").filter { line in
      !(line.contains(".passwordSet") && Self.namesakes.contains { line.hasPrefix($0) })
    }
    #expect(found.isEmpty)
  }
}
