import FlowSource
import FlowYAML
import TestSupport
import Testing

/// Flows to read and to break.
enum Flow {
  static let signUp = """
    flow: sign-up   # 日本 😀
    reveals: [account-existence]
    lifetime: 30m
    common: &common { to: identify, error: "user \\u00e9 exists" }
    states:
      identify:
        page: 'Create your ''account'''
        fields: { email: required, country: optional }
        then:
          submit: find-account
          other: *common
      about-you:
        skip: attributes.country != "United States"
        text: |
          One
          two
        note: >-
          folded
          text
        list:
        - a
        - {b: c}
        - [d, e: f]
      done:     { end: completed, grants: sign-in }
    """

  /// A flow of many states, each of about 360 bytes.
  static func states(_ count: Int) -> String {
    var text = "flow: large\nsummary: Many states.\nstart: state-0\n\nstates:\n"
    for number in 0..<count {
      text += """
          state-\(number):
            page: Create your account, step \(number)
            fields: { email: required, country: optional, city: optional }
            skip: attributes.country != "United States" && attributes.age > 16
            then:
              submit: state-\(number + 1)
              back:   { to: state-\(number / 2), error: user_already_exists }
              other:
                to: state-\(number / 3)
                error: too_many_attempts   # said once


        """
    }
    return text
  }
}

@Suite struct FuzzTests {
  @Test func `the flow to break is whole`() {
    #expect(Reading(Flow.signUp).problems == [])
    #expect(Reading(Flow.states(100)).problems == [])
  }

  @Test func `a flow cut at any byte is read or told`() {
    let bytes = Array(Flow.signUp.utf8)
    for end in bytes.indices { check(Array(bytes[..<end])) }
    for start in bytes.indices { check(Array(bytes[start...])) }
  }

  @Test(arguments: 1...6) func `a flow with random changes is read or told`(seed: UInt64) {
    var numbers = Dice(seed)
    let flow = Array(Flow.signUp.utf8)
    let pieces = [
      "\t", ": ", "- ", "&a ", "*a", "!t ", "\"", "'", "[", "]", "{", "}", "\n", "\r", "|", ">", "---\n", "%",
      "é", "😀", "? ", "<<: ", "#", "\\", ",", "\0", "\u{2028}",
    ].map { Array($0.utf8) }
    for _ in 0..<1000 {
      var bytes = flow
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: place)
        case 2: bytes.remove(at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 0..<40, using: &numbers))
          bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &numbers))
        }
      }
      check(bytes)
    }
  }

  @Test func `random bytes, and random YAML characters, are read or told`() {
    var numbers = Dice(5)
    let letters = Array("ab:-?[]{},&*!|>'\"%@`# \n\t\r\\0é😀".utf8)
    for round in 0..<2000 {
      let count = Int.random(in: 0..<60, using: &numbers)
      check(
        (0..<count).map { _ in
          round.isMultiple(of: 4)
            ? UInt8.random(in: 0...255, using: &numbers) : letters.randomElement(using: &numbers) ?? 0
        })
    }
  }

  /// Reads a text and checks what must hold for any: a tree or an error, places inside the text, a tree that can be
  /// walked in bounded time and whose texts are where it says.
  private func check(_ bytes: [UInt8]) {
    let reading = Reading(bytes)
    var faults: [String] = []
    if reading.tree == nil, reading.problems.isEmpty { faults.append("neither tree nor problem") }
    for problem in reading.problems {
      let spans = [problem.span] + problem.labels.map(\.span) + (problem.edit.map { [$0.span] } ?? [])
      if spans.contains(where: { $0.end > bytes.count || $0.start > $0.end }) { faults.append("place: \(problem)") }
      if problem.help == nil || problem.message.isEmpty { faults.append("no help: \(problem)") }
    }
    if let tree = reading.tree, let root = tree.root { walk(tree, root, within: 0..<UInt32(bytes.count), &faults) }
    #expect(faults == [], "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }

  private func walk(_ tree: YAMLTree, _ id: YAMLNodeID, within range: Range<UInt32>, _ faults: inout [String]) {
    let span = tree.span(id)
    if span.start > span.end || span.end > range.upperBound { faults.append("span \(span)") }
    if let place = tree.textSpan(id), tree.source.text(place) != tree.text(id) { faults.append("text at \(place)") }
    _ = (tree.scalar(id), tree.yaml11Reading(id), tree.ambiguityWarning(id))
    for entry in tree.entries(id) {
      if tree.kind(entry.key) != .scalar { faults.append("key \(tree.span(entry.key))") }
      walk(tree, entry.key, within: range, &faults)
      walk(tree, entry.value, within: range, &faults)
    }
    for element in tree.elements(id) { walk(tree, element, within: range, &faults) }
  }
}
