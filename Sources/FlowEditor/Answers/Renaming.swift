import FlowCompiler
import FlowSource

/// Why a name is not changed.
struct RenameRefusal: Error {
  let message: String
}

extension TenantIndex {
  /// The name at a place that can be changed: one that the tenant declares, and that has one meaning in it.
  func renamable(at offset: Int, in file: UInt32) -> Occurrence? {
    guard let name = name(at: offset, in: file),
      [.attribute, .input, .state, .end, .flow, .function, .error, .application].contains(name.kind),
      !declarations(of: name).isEmpty
    else { return nil }
    return name
  }

  /// The edits that give a name another form, in all files.
  func rename(_ name: Occurrence, to new: String) throws(RenameRefusal) -> [Edit] {
    guard new.isNameOfLanguage else {
      throw RenameRefusal(message: "a name is a letter, then letters, digits, `-` and `_`, 64 at most")
    }
    if declared(name.kind).contains(where: { $0.scope == name.scope && $0.text == new }) {
      throw RenameRefusal(message: "there is \(name.kind.rawValue) `\(new)` already")
    }
    if let place = places(of: name).first(where: { !isOwn($0) }), let file = sources.file(place.span) {
      throw RenameRefusal(message: "`\(file.path)` has it, which other tenants use as well")
    }
    return places(of: name).map { place in
      // In a condition, `-` is the sign of subtraction.
      let isMember = isMember(place)
      return Edit(place.span, new.contains("-") && isMember ? "`\(new)`" : new)
    }
  }

  /// Whether a name stands in the tenant's own folder.
  private func isOwn(_ place: Occurrence) -> Bool {
    sources.file(place.span).map { folder == "." || $0.path.hasPrefix(folder + "/") } ?? false
  }

  /// Whether a name stands behind a point, and not between backticks.
  private func isMember(_ place: Occurrence) -> Bool {
    guard place.span.start > 0, let file = sources.file(place.span) else { return false }
    return file.bytes[Int(place.span.start) - 1] == UInt8(ascii: ".")
  }

  /// What is wrong with the tenant once edits are made, and was not before.
  static func harm(of edits: [Edit], _ index: TenantIndex, _ found: FoundSources, _ before: Compilation) -> Diagnostic?
  {
    var changed = found
    for (number, tenant) in changed.tenants.enumerated() {
      for (place, file) in tenant.files.enumerated() {
        let own = edits.filter { index.sources.file($0.span)?.path == file.path }.sorted { $0.span > $1.span }
        if own.isEmpty { continue }
        changed.tenants[number].files[place].bytes = own.reduce(file.bytes) { $1.applied(to: $0) }
      }
    }
    let after = Compiler.compile(changed, isServing: true)
    var known = Dictionary(grouping: before.diagnostics, by: \.code).mapValues(\.count)
    for problem in after.diagnostics where problem.severity == .error {
      let left = known[problem.code] ?? 0
      if left == 0 { return problem }
      known[problem.code] = left - 1
    }
    return nil
  }
}

extension String {
  /// Whether it is a name of the language's.
  fileprivate var isNameOfLanguage: Bool {
    guard let first = utf8.first, utf8.count <= 64, (0x61...0x7A).contains(first | 0x20) else { return false }
    return utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
    }
  }
}
