import FlowModel
import FlowSource
import FlowYAML

/// A file of `locales/`: the words of a tenant in one more language.
struct LocaleSyntax: Sendable {
  var source: SourceFile
  var tag: LanguageTag
  /// The words in the order of the file, those that are left empty among them.
  var texts: [Text] = []

  /// The keys that lead to what could not be read, of which nothing is concluded.
  var broken: [[String]] = []

  /// The file's number in the source map.
  var file: UInt32 { source.id }

  /// One text and where it belongs.
  struct Text: Sendable {
    var path: [Word]
    /// Nil where nothing is written yet.
    var text: Word?
  }
}

/// Reads a language's file; nil where its name names no language, or that of another file.
///
/// What its keys mean is not asked here: whether there is something to say there, the tenant and its flows tell.
func parseLocale(
  _ tree: YAMLTree, known: [LocaleSyntax], _ problems: inout DiagnosticCollector
) -> LocaleSyntax? {
  let source = tree.source
  guard let tag = localeTag(of: source, known: known, &problems) else { return nil }
  var locale = LocaleSyntax(source: source, tag: tag)
  guard let root = tree.root, !tree.isNothing(root) else { return locale }
  var reader = SyntaxReader(tree: tree, problems: problems)
  reader.collect(root, [], &locale)
  reader.reportTails()
  problems = reader.problems
  return locale
}

private func localeTag(
  of source: SourceFile, known: [LocaleSyntax], _ problems: inout DiagnosticCollector
) -> LanguageTag? {
  let stem = String((source.path.split(separator: "/").last ?? "").prefix { $0 != "." })
  let top = SourceSpan.fileStart(source.id)
  guard let tag = LanguageTag(stem), tag.isUsable else {
    let meant = languageMeant(by: stem).map { "call it `\($0).yaml`" }
    problems.report(
      Diagnostic(
        "U160", .error, "\(stem.quoted) is no language", at: top,
        notes: ["a file of `locales` is called by a tag of BCP 47, such as `de.yaml`, `pt-BR.yaml` or `zh-Hant.yaml`"],
        help: meant ?? "rename the file"))
    return nil
  }
  guard tag.isAskedFor else {
    problems.report(
      Diagnostic(
        "U160", .error, tag.complaint, at: top,
        help: tag.meant.map { "did you mean `\($0)`? Call it `\($0).yaml`" } ?? "rename the file"))
    return nil
  }
  if let first = known.first(where: { $0.tag == tag }) {
    problems.report(
      Diagnostic(
        "U160", .error, "there are two files for the language \(tag.text.quoted)", at: top,
        labels: [Label(.fileStart(first.file), "the other one")], help: "put their words into one of them"))
    return nil
  }
  return tag
}

extension SyntaxReader {
  fileprivate mutating func collect(_ id: YAMLNodeID, _ path: [Word], _ locale: inout LocaleSyntax) {
    guard path.count < 12 else { return wrongKind(id, path.last?.text.quoted ?? "this", "a text") }
    if tree.kind(id) == .sequence { locale.broken.append(path.map(\.text)) }
    if path.isEmpty || tree.kind(id) == .mapping {
      eachName(of: id, "a language's file", texts: true, as: "attributes: …") { reader, key, value in
        reader.collect(value, path + [key], &locale)
      }
    } else if tree.kind(id) == .sequence {
      wrongKind(
        id, path.last?.text.quoted ?? "this", "a text, or a mapping of further keys", help: "write keys and their words"
      )
    } else if tree.isNothing(id), tree.commentForValue(id) == nil {
      locale.texts.append(LocaleSyntax.Text(path: path, text: nil))
    } else if let word = text(id, path.last?.text.quoted ?? "this") {
      locale.texts.append(LocaleSyntax.Text(path: path, text: word.text.isEmpty ? nil : word))
    } else {
      locale.broken.append(path.map(\.text))
    }
  }
}
