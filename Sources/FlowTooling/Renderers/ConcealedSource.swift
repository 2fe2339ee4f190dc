import FlowSource

/// Files and problems as they are shown: eight stars stand for a password or another secret that stands in a file by mistake, however
/// long it is. What is shown ends in logs of CI, which many may read.
final class ConcealedSources {
  /// What stands for a secret.
  static let mask = "********"

  private let sources: SourceMap
  private var known: [UInt32: ConcealedFile] = [:]

  init(_ sources: SourceMap) { self.sources = sources }

  func file(_ span: SourceSpan) -> ConcealedFile? {
    guard let file = sources.file(span) else { return nil }
    if let known = known[file.id] { return known }
    let concealed = ConcealedFile(file)
    known[file.id] = concealed
    return concealed
  }

  /// A problem without the secrets of its lines, and those in URLs. An edit that repeats one is none to be shown.
  func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    let spans = [diagnostic.span] + diagnostic.labels.map(\.span) + [diagnostic.edit?.span].compactMap { $0 }
    let words = SecretWords(spans.compactMap { span in file(span).map { (span, $0) } })
    var shown = diagnostic
    shown.message = words.concealed(diagnostic.message)
    shown.notes = diagnostic.notes.map(words.concealed)
    shown.help = diagnostic.help.map(words.concealed)
    shown.labels = diagnostic.labels.map { Label($0.span, words.concealed($0.message)) }
    if let edit = diagnostic.edit, words.stand(in: edit.replacement) || file(edit.span)?.isCut(by: edit.span) == true {
      shown.edit = nil
    }
    return shown
  }
}

/// A file with its secrets, and as it is shown.
struct ConcealedFile {
  let source: SourceFile
  /// What is shown; the file itself where there is nothing to hide.
  let shown: SourceFile
  private let secrets: [Range<Int>]

  init(_ source: SourceFile) {
    self.source = source
    secrets = SecretPlaces(source.bytes).ranges
    guard !secrets.isEmpty else {
      shown = source
      return
    }
    var bytes: [UInt8] = []
    var end = 0
    for secret in secrets {
      bytes += source.bytes[end..<secret.lowerBound] + Array(ConcealedSources.mask.utf8)
      end = secret.upperBound
    }
    shown = SourceFile(id: source.id, path: source.path, bytes: bytes + source.bytes[end...])
  }

  /// Where a place of the file is in what is shown: a part of a secret is all of it.
  func shown(_ span: SourceSpan) -> SourceSpan {
    if secrets.isEmpty { return span }
    let isEmpty = span.start == span.end
    let start = place(Int(span.start), isEnd: false)
    return SourceSpan(file: span.file, start: start, end: isEmpty ? start : place(Int(span.end), isEnd: true))
  }

  private func place(_ offset: Int, isEnd: Bool) -> UInt32 {
    var shift = 0
    for secret in secrets where secret.lowerBound < offset {
      if offset < secret.upperBound {
        let start = secret.lowerBound + shift
        return UInt32(isEnd ? start + ConcealedSources.mask.utf8.count : start)
      }
      shift += ConcealedSources.mask.utf8.count - secret.count
    }
    return UInt32(offset + shift)
  }

  /// Whether an edit would change a part of a secret.
  func isCut(by span: SourceSpan) -> Bool {
    let (start, end) = (Int(span.start), Int(span.end))
    return secrets.contains { secret in
      start == end
        ? secret.lowerBound < start && start < secret.upperBound
        : start < secret.upperBound && secret.lowerBound < end
          && (secret.lowerBound < start || end < secret.upperBound)
    }
  }

  /// The secrets of the file, and those on the lines of a place.
  func secrets(at span: SourceSpan) -> (all: [String], near: [String]) {
    let lines = source.position(span.start).line...max(source.position(span.start).line, source.position(span.end).line)
    func text(_ range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }
    let near = secrets.filter { lines.contains(source.position(UInt32($0.lowerBound)).line) }
    return (secrets.map(text), near.map(text))
  }
}

/// The words of secrets, as what is said of a problem may repeat them.
struct SecretWords {
  private var whole: Set<String> = []
  private var parts: Set<Substring> = []

  init(_ places: [(SourceSpan, ConcealedFile)]) {
    for (span, file) in places {
      let secrets = file.secrets(at: span)
      for secret in secrets.all {
        let bare = secret.trimmingPrefix { !$0.isLetter && !$0.isNumber }
        let tail = bare.reversed().drop { !$0.isLetter && !$0.isNumber }
        for word in [secret, String(String(tail).reversed())]
        where Self.isTold(word) { whole.insert(word) }
      }
      for secret in secrets.near { parts.formUnion(Self.words(secret)) }
    }
  }

  /// A sentence without secrets: they are left out as they are, and quoted words that share one of theirs.
  func concealed(_ sentence: String) -> String {
    var text = sentence
    for secret in text.secretsOfURLs.sorted(by: { $0.count > $1.count }) {
      text = text.replacing(secret, with: ConcealedSources.mask)
    }
    for secret in whole.sorted(by: { ($0.count, $0) > ($1.count, $1) }) {
      text = text.replacing(secret, with: ConcealedSources.mask)
    }
    if parts.isEmpty { return text }
    return text.replacing(/`[^`]*`/) { quoted in
      parts.isDisjoint(with: Self.words(String(quoted.output))) ? String(quoted.output) : "`\(ConcealedSources.mask)`"
    }
  }

  /// Whether a text repeats a secret, or a part of one.
  func stand(in text: String) -> Bool {
    !text.secretsOfURLs.isEmpty || whole.contains(where: text.contains) || !parts.isDisjoint(with: Self.words(text))
  }

  /// Whether a secret is told from the words of a sentence.
  private static func isTold(_ word: String) -> Bool {
    guard word.utf8.count >= 4, !SecretKeys.isKnown(word[...]) else { return false }
    return word.utf8.count >= 12 || !word.utf8.allSatisfy { 0x61...0x7A ~= $0 }
  }

  private static func words(_ text: String) -> Set<Substring> {
    Set(text.split { !$0.isLetter && !$0.isNumber }.filter { $0.count >= 2 && !SecretKeys.isKnown($0) })
  }
}
