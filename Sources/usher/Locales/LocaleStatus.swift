import FlowCompiler
import FlowJSON
import FlowModel
import FlowTooling

/// `usher locales status`.
enum LocaleStatus {
  private enum Format: String, CaseIterable { case pretty, json }

  static func show(_ path: String, _ arguments: Arguments) throws(Failure) -> ExitCode {
    let format = try arguments.choice("format", default: Format.pretty)
    guard let compilation = try Locales.tenants(path, arguments) else { return .problems }
    let tenants = compilation.tenants.compactMap { tenant in tenant.words.map { (tenant.name, $0) } }
    switch format {
    case .json:
      let list = tenants.map { name, words in
        [
          "tenant": .string(name), "language": .string(words.language.text),
          "locales": .array(words.locales.map { json($0, words) }),
        ]
          as JSON
      }
      try StandardOutput.write((["version": 1, "tenants": .array(list)] as JSON).text + "\n")
    case .pretty: for (name, words) in tenants { try StandardOutput.write(lines(name, words)) }
    }
    let isWhole = tenants.allSatisfy {
      $0.1.locales.allSatisfy { $0.missing.isEmpty && $0.unused.isEmpty && $0.changed.isEmpty }
    }
    return isWhole ? .clean : .problems
  }

  /// What to do about mails that are plain text in one language and have a page in another.
  static func withoutPage(_ kind: String, _ tag: LanguageTag) -> String {
    let file = "messages/\(visible(kind)).\(tag)"
    return "mails of the kind `\(visible(kind))` are plain text in \(tag), and have a page in other languages: "
      + "for a page move their words into `\(file).txt`, and write `\(file).html` beside it"
  }

  /// The same of mails whose text is a file already.
  private static func withoutPage(besideTextOf kind: String, _ tag: LanguageTag) -> String {
    let file = "messages/\(visible(kind)).\(tag)"
    return "mails of the kind `\(visible(kind))` are plain text in \(tag), and have a page in other languages: "
      + "for a page write `\(file).html` beside `\(file).txt`"
  }

  private static func key(_ path: [String]) -> String { path.joined(separator: ".") }

  private static func json(_ locale: TenantWords.Locale, _ words: TenantWords) -> JSON {
    let needed = locale.needed.count
    return [
      "locale": .string(locale.tag.text), "texts": .int(Int64(needed)),
      "translated": .int(Int64(needed - locale.missing.count)),
      "missing": .array(locale.missing.map { .string(key($0.path)) }),
      "unused": .array(locale.unused.map { .string(key($0)) }),
      "withoutPage": .array(
        Set(words.kindsWithoutPage(locale.words.keys, in: locale.tag))
          .union(words.kindsWithoutPage(besideTextsIn: locale.tag)).sorted().map { .string($0) }),
      "changed": .array(locale.changed.map { .string(key($0.text.path)) }),
    ]
  }

  private static func lines(_ name: String, _ words: TenantWords) -> String {
    var text = "\(visible(name)), in \(words.language): \(words.texts.count { !$0.isStandard }) texts\n"
    if words.locales.isEmpty { text += "  no other language; `usher locales extract DIR de` begins one\n" }
    for locale in words.locales {
      let needed = locale.needed.count
      text += "  \(locale.tag): \(needed - locale.missing.count) of \(needed)"
      text += locale.missing.isEmpty && locale.changed.isEmpty ? ", complete\n" : "\n"
      for one in locale.missing { text += "    missing: \(visible(key(one.path)))  \(visible(one.shown))\n" }
      for one in locale.changed {
        text +=
          "    look at: \(visible(key(one.text.path)))  \(visible(one.text.shown)); translated from: \(visible(one.source))\n"
      }
      for kind in words.kindsWithoutPage(locale.words.keys, in: locale.tag) {
        text += "    no page: \(withoutPage(kind, locale.tag))\n"
      }
      for kind in words.kindsWithoutPage(besideTextsIn: locale.tag) {
        text += "    no page: \(withoutPage(besideTextOf: kind, locale.tag))\n"
      }
      for path in locale.unused { text += "    unused:  \(visible(key(path)))\n" }
    }
    return text
  }
}
