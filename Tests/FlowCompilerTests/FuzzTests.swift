import FlowCompiler
import FlowModel
import FlowSource
import TestSupport
import Testing

@Suite("Mutilated tenants")
struct FuzzTests {
  private static let tokens = [
    "page", "do", "choose", "call", "end", "then", "with", "submit", "skip: filled", "skip: true", "after: 1m -> done",
    "{",
    "}", "[", "]", ":", "-", "required", "optional", "account.find", "attributes.email", "password", "code", "to",
    "set", "has(",
    "input", "sub-flow", "flow", "0", "-1", "1e999", "null", "~", "true", "&a", "*a", "\u{0}", "é", "\t", "#", "'",
    "\"",
    "9223372036854775808", "verified(", "tokens",
  ]

  @Test(arguments: 0..<8)
  func `whatever an author breaks, the compiler answers, and never with a table beside an error`(_ seed: Int) {
    var dice = Dice(UInt64(seed))
    let tenants = [
      shippedTenant("native-auth"), shippedTenant("email-password"),
      TenantSources(
        path: "usual",
        files: [
          SourceText(path: "tenant.yaml", text: usualTenant), SourceText(path: "sign-up.yaml", text: usualFlow),
        ]),
    ]
    for _ in 0..<400 {
      guard var tenant = tenants.randomElement(using: &dice) else { return }
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let file = Int.random(in: tenant.files.indices, using: &dice)
        tenant.files[file].bytes = Self.mutate(tenant.files[file].bytes, &dice)
      }
      let compilation = Compiler.compile(sources: [tenant])
      #expect(compilation.tenants.count == 1)
      // What is wrong with cases keeps no table back.
      let isBroken = compilation.diagnostics.contains { problem in
        problem.severity == .error && compilation.sources.file(problem.span)?.path.contains("/tests/") != true
      }
      #expect(isBroken == (compilation.tenants.first?.table == nil))
      Self.check(compilation)
    }
  }

  /// Every place lies in a file; every table can be read again.
  private static func check(_ compilation: Compilation) {
    for problem in compilation.diagnostics {
      for span in [problem.span] + problem.labels.map(\.span) + (problem.edit.map { [$0.span] } ?? []) {
        guard let file = compilation.sources.file(span), Int(span.end) <= file.bytes.count else {
          Issue.record("\(problem.code) is nowhere: \(problem.message)")
          continue
        }
      }
      if problem.message.utf8.count > 600 { Issue.record("a message of \(problem.message.utf8.count) bytes") }
    }
    if let table = compilation.tenants.first?.table {
      #expect(throws: Never.self) { try TableFile.read(TableFile.write(table).bytes) }
    }
  }

  private static func mutate(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    guard lines.count > 1 else { return bytes }
    let line = Int.random(in: lines.indices, using: &dice)
    let other = Int.random(in: lines.indices, using: &dice)
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[other], at: line)
    case 2: lines.swapAt(line, other)
    case 3: lines[line] = Array(lines[line].dropLast(Int.random(in: 0...8, using: &dice)))
    case 4:
      let token = tokens.randomElement(using: &dice) ?? ""
      lines[line].insert(contentsOf: token.utf8, at: Int.random(in: 0...lines[line].count, using: &dice))
    case 5: lines[line] = swapWords(lines[line], lines[other], &dice)
    case 6:
      if !lines[line].isEmpty {
        lines[line][Int.random(in: lines[line].indices, using: &dice)] = UInt8.random(in: .min ... .max, using: &dice)
      }
    default: lines[line].insert(contentsOf: [0x20, 0x20], at: 0)
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// A line with one of its words replaced by one of another line.
  private static func swapWords(_ line: [UInt8], _ other: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var words = line.split(separator: 0x20, omittingEmptySubsequences: false).map(Array.init)
    let others = other.split(separator: 0x20).map(Array.init)
    guard let word = others.randomElement(using: &dice), !words.isEmpty else { return line }
    words[Int.random(in: words.indices, using: &dice)] = word
    return Array(words.joined(separator: [0x20]))
  }
}
