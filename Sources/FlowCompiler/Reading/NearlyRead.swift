import FlowModel
import FlowSource

/// A file or folder beside `tenant.yaml` that nobody reads, and that somebody means to be read.
package struct NearlyRead: Hashable, Sendable {
  /// Its path.
  package let path: String
  /// What it seems to be, as a clause.
  package let what: String
  /// What to do.
  package let help: String
}

/// What is nearly read of a tenant's folder, by the names in it. What a name is meant for its content has to show.
func nearlyRead(_ names: [String], of path: String) -> [NearlyRead] {
  names.flatMap { name -> [NearlyRead] in
    let place = joined(path, name)
    if name == localesFolder { return nearlyRead(inLocales: place) }
    if name == messagesFolder { return nearlyRead(inMessages: place) }
    if name == casesFolder { return nearlyRead(inCases: place) }
    guard let kind = try? Files.kind(place) else { return [] }
    return (kind == .folder ? folder(name, place) : kind == .file ? file(name, place) : nil).map { [$0] } ?? []
  }
}

/// What is told of a folder that has no `tenant.yaml`, where another file seems to be it; nil: nothing.
func helpForTenantFile(_ path: String) -> String? {
  guard let names = try? Files.names(path), let near = names.first(where: isNearlyTenantName) else { return nil }
  return "\(near.quoted) seems to be it: call it `tenant.yaml`"
}

/// The folder in a tenant's own that holds the words of its languages.
package let localesFolder = "locales"

/// What else people call the folders.
private let localesNames = ["lang", "langs", "language", "languages", "i18n", "l10n", "translation", "translations"]
private let casesNames = ["test", "testing", "case", "cases", "testcases", "test-cases", "spec", "specs"]
private let flowsNames = ["flows", "flow", "sub-flow", "sub-flows", "subflow", "subflows"]
private let messagesNames = ["mail", "mails", "email", "emails", "notices", "sms", "template", "templates", "texts"]

private func folder(_ name: String, _ place: String) -> NearlyRead? {
  guard let inner = try? Files.names(place), !inner.contains(where: isTenantName) else { return nil }
  if isMeant(name, for: messagesFolder, or: messagesNames), let example = inner.first(where: isMessageName) {
    return NearlyRead(
      path: place, what: "this folder is not read, and has words of messages, such as \(example.quoted)",
      help: "call it `\(messagesFolder)`")
  }
  if isMeant(name, for: localesFolder, or: localesNames), let example = inner.first(where: isLocaleName) {
    return NearlyRead(
      path: place, what: "this folder is not read, and has words of languages, such as \(example.quoted)",
      help: "call it `\(localesFolder)`")
  }
  if isMeant(name, for: casesFolder, or: casesNames), let example = inner.first(where: { hasCases(joined(place, $0)) })
  {
    return NearlyRead(
      path: place, what: "this folder is not read, and has cases, such as \(example.quoted)",
      help: "call it `\(casesFolder)`")
  }
  if isMeant(name, for: "flows", or: flowsNames), let flow = flowsBelow(place).first {
    return NearlyRead(
      path: place, what: "this folder is not read, and has flows, such as \(flow.name.quoted)",
      help: "put its files beside `tenant.yaml`")
  }
  return nil
}

private func file(_ name: String, _ place: String) -> NearlyRead? {
  guard let ending = nearlyYAMLEnding(name), !hasCases(place) else { return nil }
  guard let flow = (try? Files.bytes(place)).flatMap(declaredName) else { return nil }
  return NearlyRead(
    path: place, what: "this file is not read, and has the flow \(flow.name.quoted)",
    help: "call it \((name.dropLast(ending.count) + "yaml").quoted)")
}

/// The ending of a name that is nearly one of YAML; nil for one that is, and for others.
private func nearlyYAMLEnding(_ name: String) -> String? {
  if isYAMLName(name) { return nil }
  let lower = name.lowercased()
  return ["yaml", "yml", "yaml.txt", "yml.txt", "yam", "ymal"].first { lower.hasSuffix("." + $0) }
}

/// What lies in `locales` and is no file of a language.
private func nearlyRead(inLocales place: String) -> [NearlyRead] {
  guard let names = try? Files.names(place) else { return [] }
  return names.filter { !isYAMLName($0) }.compactMap { name in
    let inner = joined(place, name)
    let stem = String(name.prefix { $0 != "." })
    guard let tag = languageMeant(by: stem) else { return nil }
    if case .folder? = try? Files.kind(inner) {
      return NearlyRead(
        path: inner, what: "this folder is not read: a language is one file", help: "write its words in `\(tag).yaml`")
    }
    let isPO = name.hasSuffix(".po")
    return NearlyRead(
      path: inner, what: "this file is not read: a language's is called `\(tag).yaml`",
      help: isPO ? "`usher locales import DIR \(tag) --file …` takes its words in" : "write its words so")
  }
}

/// What lies in `tests` and is no file of cases by its name: a folder, or a file that is called in another way.
private func nearlyRead(inCases place: String) -> [NearlyRead] {
  guard let names = try? Files.names(place) else { return [] }
  return names.compactMap { name in
    let inner = joined(place, name)
    if case .folder? = try? Files.kind(inner) {
      guard let example = (try? Files.names(inner))?.first(where: { hasCases(joined(inner, $0)) }) else { return nil }
      return NearlyRead(
        path: inner, what: "this folder is not read, and has cases, such as \(example.quoted)",
        help: "put its files into `\(casesFolder)` itself")
    }
    guard let ending = nearlyYAMLEnding(name), hasCases(inner) else { return nil }
    return NearlyRead(
      path: inner, what: "this file is not read, and has cases",
      help: "call it \((name.dropLast(ending.count) + "yaml").quoted)")
  }
}

/// Whether a file of any name seems to be one of cases: a line of it begins with `cases:`.
func hasCases(_ path: String) -> Bool {
  guard isYAMLName(path) || nearlyYAMLEnding(path) != nil, case .file? = try? Files.kind(path) else { return false }
  return (try? Files.bytes(path)).map(hasCases) ?? false
}

/// Whether a file's text has cases.
func hasCases(_ bytes: [UInt8]) -> Bool {
  bytes.prefix(1 << 16).split(separator: 0x0A).contains { $0.starts(with: "cases:".utf8) }
}

/// What lies in `messages` and is no message's words.
private func nearlyRead(inMessages place: String) -> [NearlyRead] {
  guard let names = try? Files.names(place) else { return [] }
  return names.compactMap { name in
    let inner = joined(place, name)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if case .folder? = try? Files.kind(inner) {
      let example = (try? Files.names(inner))?.first { $0.hasSuffix(".txt") || $0.hasSuffix(".html") }
      guard let example else { return nil }
      let named = languageMeant(by: name).map { tag in
        let (stem, ending) = (example.prefix { $0 != "." }, example.split(separator: ".").last ?? "txt")
        return ": \("\(stem).\(tag).\(ending)".quoted)"
      }
      return NearlyRead(
        path: inner, what: "this folder is not read, and has \(example.quoted)",
        help: "put its files into `\(messagesFolder)` itself, by kind and language\(named ?? "")")
    }
    guard isYAMLName(name), (3...4).contains(parts.count) else { return nil }
    return NearlyRead(
      path: inner, what: "this file is not read: the words of a message are plain text or HTML",
      help: "call it \((parts.dropLast() + ["txt"]).joined(separator: ".").quoted)")
  }
}

private func isMeant(_ name: String, for wanted: String, or others: [String]) -> Bool {
  let lower = name.lowercased()
  return lower != name && lower == wanted || others.contains(lower)
    || name != wanted && nearest(lower, among: [wanted]) != nil
}

/// Whether a file is called as a message's words: `code.en.txt`.
private func isMessageName(_ name: String) -> Bool {
  let parts = name.split(separator: ".").map(String.init)
  guard (3...4).contains(parts.count), parts.last == "txt" || parts.last == "html" else { return false }
  return LanguageTag(parts[parts.count - 2])?.isUsable == true
}

/// Whether a file is called as a language's words: `de.yaml`.
private func isLocaleName(_ name: String) -> Bool {
  guard isYAMLName(name) || name.hasSuffix(".po") || name.hasSuffix(".json") else { return false }
  return LanguageTag(String(name.prefix { $0 != "." }))?.isUsable == true
}

/// Whether a file seems to be a tenant's own, by a slip: `Tenant.yaml`, `tennant.yaml`, `tenant.yaml.txt`.
private func isNearlyTenantName(_ name: String) -> Bool {
  if isTenantName(name) { return false }
  let lower = name.lowercased()
  let stem = String(lower.prefix { $0 != "." })
  let ending = lower.dropFirst(stem.count)
  return [".yaml", ".yml", ".yaml.txt", ".yml.txt", ".json"].contains(String(ending))
    && (stem == "tenant" || lower == name && isYAMLName(name) && nearest(stem, among: ["tenant"]) != nil)
}
