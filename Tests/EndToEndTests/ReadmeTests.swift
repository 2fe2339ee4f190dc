import Glibc
import TestSupport
import Testing

/// README.md does what it says. Its blocks are executed from top to bottom, in one folder:
///
/// - `console`: lines after `$ ` are commands; what is below them is what a terminal shows, with what a person types. A
///   line that is `…` stands for any lines, `…` in a line for any text. Words such as codes and tokens may differ from
///   run to run: the first time one is seen it is bound to the real one, which it stands for from then on.
///   A command that ends with `&` goes on until `kill %1`; the port that it serves at stands for the one of the README.
/// - `yaml`: a file, named in its first line; with it, its tenant has no problem.
/// - `sh`: the commands for a newcomer, of which the Makefile must know the job. `yml`: a part of the workflow.
@Suite struct ReadmeTests {
  @Test func `what the README shows is what happens`() throws {
    let readme = try #require(readFile(Repository.root + "/README.md").map { String(decoding: $0, as: UTF8.self) })
    let folder = try TemporaryFolder()
    symlink(Repository.root + "/flows", folder.path + "/flows")
    var shell = Shell(folder: folder)
    var counts: [String: Int] = [:]
    for block in Block.all(of: readme) {
      counts[block.kind, default: 0] += 1
      switch block.kind {
      case "console": try shell.play(block.lines)
      case "yaml":
        let path = String(block.lines[0].dropFirst(2).prefix { $0 != ":" })
        folder.write(path, block.lines.joined(separator: "\n") + "\n")
        if path.hasSuffix("/tenant.yaml") { continue }
        let check = try folder.usher("check", String(path.prefix { $0 != "/" }), "--deny", "warnings")
        #expect(check.status == 0, "\(check.output)")
      case "sh":
        for line in block.lines {
          let words = line.split(separator: " ")
          try #require(words.prefix(3) == [".ci/setup", "&&", "make"], "\(line)")
          #expect(access(Repository.root + "/.ci/setup", X_OK) == 0)
          #expect(try run("/usr/bin/make", ["-n", String(words[3])]).status == 0)
        }
      case "yml":
        let workflow = readFile(Repository.root + "/Examples/CI/usher-check.yml").map {
          String(decoding: $0, as: UTF8.self)
        }
        for line in block.lines { #expect(workflow?.contains(line.drop { " -".contains($0) }) == true, "\(line)") }
      default: break
      }
    }
    #expect(counts["bash"] == nil)
    #expect(counts["console", default: 0] >= 6 && counts["yaml", default: 0] >= 2 && counts["sh"] == 2)
  }

  @Test func `links of the README lead somewhere`() throws {
    let readme = try #require(readFile(Repository.root + "/README.md").map { String(decoding: $0, as: UTF8.self) })
    let links = readme.split(separator: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    #expect(links.count > 3)
    for link in links {
      #expect(access(Repository.root + "/" + link.prefix { $0 != "#" }, F_OK) == 0, "\(link)")
    }
  }

  @Test func `transcripts are compared as they are meant`() {
    var known: [String: String] = [:]
    #expect(
      matches(
        ["code 12345678", "…", "id a1b2c3d4…", "12345678 again "],
        ["code 55556666", "x", "y", "id a1b2c3d4e5", "55556666 again"], &known))
    #expect(known == ["12345678": "55556666"])
    #expect(!matches(["12345678"], ["77778888"], &known))
    #expect(!matches(["…", "b"], ["a", "c"], &known))
    #expect(!matches(["seven"], ["eight"], &known))
  }
}

/// A fenced block.
private struct Block {
  var kind: String
  var lines: [String]

  static func all(of text: String) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.hasPrefix("```") {
        open?.lines.append(String(line))
      } else if let block = open {
        blocks.append(block)
        open = nil
      } else {
        open = Block(kind: String(line.dropFirst(3)), lines: [])
      }
    }
    return blocks
  }
}

/// Plays transcripts in pseudo-terminals.
private struct Shell {
  let folder: TemporaryFolder
  /// The real words for those of the README.
  private var known: [String: String] = [:]
  private var status: Int32 = 0
  /// What goes on in the background.
  private var job: LiveUsher?

  init(folder: TemporaryFolder) { self.folder = folder }

  mutating func play(_ lines: [String]) throws {
    var rest = lines[...]
    while let command = rest.popFirst() {
      try #require(command.hasPrefix("$ "), "\(command)")
      let expected = rest.prefix { !$0.hasPrefix("$ ") }
      rest = rest.dropFirst(expected.count)
      let words = command.split(separator: " ").map(String.init)
      switch (words.last, words.dropFirst().joined(separator: " ")) {
      case ("&", _): try begin(words, Array(expected))
      case (_, "kill %1"):
        job?.terminate()
        #expect(try job?.finish() == 0)
        job = nil
      default: try play(translated(String(command.dropFirst(2))), Array(expected))
      }
    }
  }

  /// Starts `$ usher … 2> log &`, at a port that is free.
  private mutating func begin(_ words: [String], _ expected: [String]) throws {
    let arguments = words.dropFirst(2).prefix { $0 != "2>" && $0 != "&" }
    let job = try LiveUsher(arguments + ["--listen", "127.0.0.1:0"], folder: folder)
    let line = try #require(try job.line())
    known["8080"] = line.split(separator: ":").last.map(String.init)
    #expect(expected.trimmed.map { translated($0) } == [line])
    self.job = job
  }

  private mutating func play(_ command: String, _ expected: [String]) throws {
    // Mail is written a moment after the answer that it belongs to.
    if command.hasPrefix("tail "), let last = command.split(separator: " ").last {
      for _ in 0..<200 where access(folder.path + "/" + last, F_OK) != 0 { usleep(50_000) }
    }
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "PATH=\"\(Repository.programs):$PATH\"; (exit \(status)); \(command)"], folder: folder)
    let deadline = now() + 30
    var next = 0  // the first line of `expected` that may hold what is typed next
    while let hasMore = try terminal.more(within: 0.1) {
      if hasMore { continue }
      guard now() < deadline else { throw Stalled(description: "\(command) waits at:\n\(terminal.screen)") }
      var seen = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let prompt = seen.removeLast()
      if prompt.hasSuffix(": ") {
        guard let line = expected.indices.first(where: { $0 >= next && expected[$0].hasPrefix(prompt.dropLast()) }),
          matches(Array(expected[..<line]), seen, &known)
        else { continue }
        next = line + 1
        let text = translated(String(expected[line].dropFirst(prompt.count - 1).drop { $0 == " " }))
        terminal.type(text == "^C" ? "\u{3}" : text + "\n")
      } else if prompt.isEmpty, command.contains(" --json"), seen.count == next + 1 || seen.count == expected.count {
        // A reply is there. Now comes an event or, at the end of the transcript, the end of input.
        terminal.type(seen.count < expected.count ? translated(expected[seen.count]) + "\n" : "\u{4}")
        next = seen.count + 1
      }
    }
    status = try terminal.finish(sent: SIGINT)
    var seen = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if seen.last == "" { seen.removeLast() }
    #expect(
      matches(expected.trimmed, seen.trimmed, &known),
      "$ \(command)\nexpected:\n\(expected.joined(separator: "\n"))\nseen:\n\(terminal.screen)")
  }

  /// A text of the README with the real words in it.
  private func translated(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let first = rest.first {
      let word = String(rest.prefix(while: isWordPart))
      result += word.isEmpty ? String(first) : known[word] ?? word
      rest = rest.dropFirst(max(1, word.count))
    }
    return result
  }
}

extension [String] {
  /// Without empty lines at the end: Markdown wants none there.
  fileprivate var trimmed: [String] { Array(self[..<((lastIndex { !$0.isEmpty } ?? -1) + 1)]) }
}

/// Whether lines are as expected.
private func matches(_ expected: [String], _ seen: [String], _ known: inout [String: String]) -> Bool {
  guard let first = expected.first else { return seen.isEmpty }
  let rest = Array(expected.dropFirst())
  // All ways are tried on a copy: one that fails must bind nothing.
  for skipped in first == "…" ? Array(0...seen.count) : [0] {
    var trial = known
    let later = Array(seen.dropFirst(skipped))
    if first == "…" {
      guard matches(rest, later, &trial) else { continue }
    } else {
      guard let line = later.first, lineMatches(first.trimmedEnd, line.trimmedEnd, &trial),
        matches(rest, Array(later.dropFirst()), &trial)
      else { continue }
    }
    known = trial
    return true
  }
  return false
}

private func lineMatches(_ expected: Substring, _ seen: Substring, _ known: inout [String: String]) -> Bool {
  guard let first = expected.first else { return seen.isEmpty }
  if first == "…" {
    for start in seen.indices + [seen.endIndex] {
      var trial = known
      guard lineMatches(expected.dropFirst(), seen[start...], &trial) else { continue }
      known = trial
      return true
    }
    return false
  }
  let word = expected.prefix(while: isWordPart)
  guard !word.isEmpty, expected.dropFirst(word.count).first != "…" else {
    return seen.first == first && lineMatches(expected.dropFirst(), seen.dropFirst(), &known)
  }
  let real = seen.prefix(while: isWordPart)
  if let bound = known[String(word)], bound == real {
    // The port may have fewer digits than another word may have that differs from run to run.
  } else if word != real || known[String(word)] != nil {
    let varies = word.count >= 8 && word.count == real.count && word.contains(where: \.isNumber)
    guard varies, known[String(word), default: String(real)] == real else { return false }
    known[String(word)] = String(real)
  }
  return lineMatches(expected.dropFirst(word.count), seen.dropFirst(real.count), &known)
}

private func isWordPart(_ character: Character) -> Bool {
  character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
}

extension String {
  fileprivate var trimmedEnd: Substring { self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)] }
}
