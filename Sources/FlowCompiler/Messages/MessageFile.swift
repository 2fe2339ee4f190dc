import FlowModel
import FlowSource

/// A file of `messages/`, as it is written: `code.en.txt`, `code.sms.pt-BR.txt`, `link.de.html`.
struct MessageFile: Sendable {
  /// What its name says.
  struct Name: Hashable, Sendable {
    var kind: MessageKind
    var channel: ChannelKind?
    var locale: LanguageTag
  }

  let source: SourceFile
  let name: Name
  let isHTML: Bool
  /// `subject` of a text.
  var subject: [TemplateNode]?
  /// `preheader` of a page.
  var preheader: [TemplateNode]?
  /// How many parts a text message may have.
  var parts = 1
  /// What stands below the front matter.
  var body: [TemplateNode] = []
  /// The bytes of that.
  var bodyRange = 0..<0
  /// Whether something was wrong with it: nothing is concluded from what it says.
  var isBroken = false

  /// The name of the file in its folder.
  var fileName: String { source.nameInFolder }

  /// The whole file, for what is said of all of it.
  var place: SourceSpan { .fileStart(source.id) }

  /// A text of a file that stands at some bytes.
  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(file: source.id, start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }
}

extension SourceFile {
  /// The name of the file in its folder.
  var nameInFolder: String { String(path.split(separator: "/").last ?? "") }
}

/// The name of the folder in a tenant's own that holds the words of its messages.
package let messagesFolder = "messages"

private let nameForm = "`KIND.LOCALE.txt`, such as `code.en.txt`, `code.sms.en.txt` or `link.pt-BR.html`"

/// U611: reads the name of a file; nil where it is none of a message. `others`: the names of all files beside it.
func messageName(
  of source: SourceFile, beside others: Set<String>, _ problems: inout DiagnosticCollector
) -> (name: MessageFile.Name, isHTML: Bool)? {
  let file = source.nameInFolder
  func call(_ name: String) -> String {
    others.contains(name) ? "there is a file \(name.quoted): leave one of the two out" : "call it \(name.quoted)"
  }
  func refuse(_ message: String, help: String) {
    problems.report(Diagnostic("U611", .error, message, at: .fileStart(source.id), help: help))
  }
  let parts = file.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  guard (3...4).contains(parts.count), let ending = parts.last, ["txt", "html"].contains(ending) else {
    refuse(
      "\(file.quoted) is no name of a message's words",
      help: nameMeant(by: file).map(call)
        ?? "call it \(nameForm)")
    return nil
  }
  guard parts[0].isName else {
    refuse("\(parts[0].quoted) is no name of a kind of messages", help: "call the file \(nameForm)")
    return nil
  }
  var channel: ChannelKind?
  if parts.count == 4 {
    let names = ChannelKind.allCases.map(\.name)
    if names.contains(parts[2]), LanguageTag(parts[1])?.isUsable == true {
      refuse(
        "the language stands behind the channel, and not before it",
        help: call("\(parts[0]).\(parts[2]).\(parts[1]).\(ending)"))
      return nil
    }
    guard let index = names.firstIndex(of: parts[1]) else {
      refuse(
        "there is no channel \(parts[1].quoted)",
        help: nearest(parts[1], among: names).map { "did you mean \($0.quoted)?" }
          ?? "the channels are \(names.listedWhole())")
      return nil
    }
    channel = ChannelKind.allCases[index]
  }
  let language = parts[parts.count - 2]
  func name(in tag: String) -> String { (parts.dropLast(2) + [tag, ending]).joined(separator: ".") }
  guard let locale = LanguageTag(language), locale.isUsable else {
    let meant = languageMeant(by: language)
    // The language stands before the kind.
    let turned = LanguageTag(parts[0])?.isUsable == true && parts.count == 3 ? nameMeant(by: file) : nil
    refuse(
      "\(language.quoted) names no language",
      help: (turned ?? meant.map { name(in: $0.text) }).map(call)
        ?? "write a tag such as `en`, `de` or `pt-BR`")
    return nil
  }
  guard locale.isAskedFor else {
    refuse(
      locale.complaint,
      help: locale.meant.map { meant in
        let help = call(name(in: meant.text))
        return "did you mean `\(meant)`? \(help.prefix(1).uppercased() + help.dropFirst())"
      } ?? "write a tag such as `en`, `de` or `pt-BR`")
    return nil
  }
  guard locale.text == language else {
    refuse(
      "\(language.quoted) is written \(locale.text.quoted)",
      help: others.contains(name(in: locale.text))
        ? call(name(in: locale.text)) : "call the file so: two of one language would be one")
    return nil
  }
  if channel == .sms, ending == "html" {
    refuse("a text message is no page", help: "leave this file out, or call it \(nameForm)")
    return nil
  }
  return (MessageFile.Name(kind: MessageKind(parts[0]), channel: channel, locale: locale), ending == "html")
}

/// The name that somebody means who writes the kind and the language of a message in another way: `code-de.txt`, `de.code.txt`,
/// `code.de.md`, `code.txt.de`; nil where nobody knows.
func nameMeant(by file: String) -> String? {
  let words = file.split { ".-_ ".contains($0) }.map(String.init)
  let endings = ["txt", "html", "md", "text", "htm", "eml"]
  guard words.count == 3, let ending = words.first(where: { endings.contains($0.lowercased()) }) else { return nil }
  let rest = words.filter { $0 != ending }
  guard rest.count == 2 else { return nil }
  let (first, last) = (rest[0], rest[1])
  // What is a language and a kind of a message's: kinds have longer names.
  func isLanguage(_ word: String) -> Bool { word.utf8.count == 2 && LanguageTag(word)?.isUsable == true }
  let isTurned = isLanguage(first) && !isLanguage(last)
  guard isTurned || isLanguage(last), let tag = LanguageTag(isTurned ? first : last) else { return nil }
  let kind = (isTurned ? last : first).lowercased()
  return kind.isName ? "\(kind).\(tag).\(ending.lowercased().hasPrefix("htm") ? "html" : "txt")" : nil
}
