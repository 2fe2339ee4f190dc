import FlowModel
import FlowSource
import FlowYAML

/// The names that may stand in places of a case: its row's columns, its accounts' labels, and the tenant's functions.
struct CaseNames {
  /// The values of the row: they stand in the case as if they were written there.
  var row: [String: CaseValue] = [:]
  /// The columns that were used.
  var used: Set<String> = []
  var accounts: Set<String> = []
  var functions: Set<String> = []

  /// What a place may begin with, as people read it.
  var known: [String] {
    let own = row.keys.sorted() + (accounts.union(functions)).sorted().map { $0 + ".…" }
    return ["mail.code", "mail.link", "sms.code", "end.grant"] + own
  }
}

extension CaseText {
  /// Why a text with places cannot be read.
  struct Failure: Error {
    let message: String
    let help: String
  }

  /// Reads a text with places.
  init(parsing source: String, _ names: inout CaseNames) throws(Failure) {
    var parts: [Part] = []
    var rest = source[...]
    while let open = rest.range(ofBraces: "{{") {
      if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
      guard let close = rest[open.upperBound...].range(ofBraces: "}}") else {
        throw Failure(message: "a place is not closed", help: "write `}}` behind it")
      }
      let words = rest[open.upperBound..<close.lowerBound].split(separator: " ").map(String.init)
      if words.count == 1, let value = names.row[words[0]] {
        names.used.insert(words[0])
        if let text = value.written, !text.isEmpty { parts.append(.text(text)) }
      } else {
        parts.append(.place(try Self.place(words, names)))
      }
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    let isPlain = parts.allSatisfy { if case .text = $0 { true } else { false } }
    guard isPlain else {
      self.init(source: source, parts: parts)
      return
    }
    self.init(parts.map { if case .text(let text) = $0 { text } else { "" } }.joined())
  }

  private static func place(_ words: [String], _ names: CaseNames) throws(Failure) -> Place {
    if words.count == 3, words[1] == "*", let count = wholeNumber(words[2]), count <= 100_000 {
      return .repeated(words[0], count)
    }
    guard let name = words.first else {
      throw Failure(message: "a place is empty", help: "write a name into it, such as `{{ mail.code }}`")
    }
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let first = parts.removeFirst()
    if let channel = ["mail": ChannelKind.email, "sms": .sms][first], !parts.isEmpty {
      return try message(channel, parts, Array(words.dropFirst()))
    }
    guard words.count == 1, !parts.isEmpty else { throw unknown(name, names) }
    let member = parts.joined(separator: ".")
    if first == "end" { return .end(member) }
    if names.accounts.contains(first) { return .account(label: first, member: member) }
    if names.functions.contains(first) { return .asked(function: first, member: member) }
    throw unknown(name, names)
  }

  /// `code`, `2.code`, `code to ann@example.com`.
  private static func message(
    _ channel: ChannelKind, _ parts: [String], _ words: [String]
  ) throws(Failure) -> Place {
    let number = parts.count == 2 ? wholeNumber(parts[0]) : nil
    guard let name = parts.last, parts.count == (number == nil ? 1 : 2), number != 0,
      let part = MessagePart(rawValue: name)
    else {
      let names = MessagePart.allCases.map(\.rawValue)
      let near = parts.last.flatMap { nearest($0, among: names) }
      throw Failure(
        message: "a message has no \(parts.joined(separator: ".").quoted)",
        help: near.map { "did you mean \($0.quoted)?" } ?? "it has \(names.listed())")
    }
    if words.isEmpty { return .message(channel, number: number, part, to: nil) }
    guard words.count == 2, words[0] == "to" else {
      throw Failure(message: "this place cannot be read", help: "write `{{ mail.code to ADDRESS }}`")
    }
    return .message(channel, number: number, part, to: words[1])
  }

  private static func unknown(_ name: String, _ names: CaseNames) -> Failure {
    let near = nearest(name, among: names.row.keys.sorted() + ["mail.code", "mail.link", "sms.code", "end.grant"])
    return Failure(
      message: "nothing is called \(name.quoted) here",
      help: near.map { "did you mean \($0.quoted)?" } ?? "a place takes \(names.known.listed("or"))")
  }
}

extension Substring {
  /// Where two braces stand.
  fileprivate func range(ofBraces braces: String) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(braces) { return index..<self.index(index, offsetBy: 2) }
      index = self.index(after: index)
    }
    return nil
  }
}
