import FlowModel
import FlowSource
import FlowYAML

extension SyntaxReader {
  /// `passwords`.
  mutating func passwords(_ id: YAMLNodeID, _ tenant: inout TenantSyntax) {
    var policy = tenant.passwords
    var places = tenant.places
    var function: Word?
    var lengths: (least: YAMLNodeID?, greatest: YAMLNodeID?)
    eachEntry(of: id, "`passwords`", PasswordKey.self) { reader, key, _, value in
      places["passwords." + key.rawValue] = reader.tree.span(value)
      switch key {
      case .minLength:
        policy.minLength = reader.integer(value, "`min-length`", PasswordPolicy.minLengthRange) ?? policy.minLength
        lengths.least = value
      case .maxLength:
        policy.maxLength = reader.integer(value, "`max-length`", PasswordPolicy.maxLengthRange) ?? policy.maxLength
        lengths.greatest = value
      case .classes: policy.classes = reader.integer(value, "`classes`", PasswordPolicy.classRange) ?? policy.classes
      case .forbid: reader.forbidden(value, &policy)
      case .forbidWords: policy.words = reader.forbiddenWords(value)
      case .forbidBreached: (policy.breaches, function) = reader.breaches(value)
      case .remember:
        policy.remember = reader.integer(value, "`remember`", PasswordPolicy.rememberRange) ?? policy.remember
      case .attempts: policy.attempts = reader.rate(value, "`attempts`") ?? policy.attempts
      case .argon2id: reader.argon2id(value, &policy.hashing)
      case .pepper: policy.hashing.isPeppered = reader.bool(value, "`pepper`") ?? false
      }
    }
    if policy.minLength > policy.maxLength, let place = lengths.greatest ?? lengths.least {
      invalid(
        place, "`max-length` is less than `min-length`",
        help: lengths.least == nil
          ? "`min-length` is \(policy.minLength) where it is not written" : "no password can satisfy both",
        labels: lengths.greatest == nil ? [] : lengths.least.map { [Label(tree.span($0), "the least")] } ?? [])
    }
    tenant.passwords = policy
    tenant.places = places
    tenant.breachFunction = function
  }

  private mutating func forbidden(_ id: YAMLNodeID, _ policy: inout PasswordPolicy) {
    policy.forbidsCommon = false
    policy.forbidsIdentifier = false
    guard expect(.sequence, id, "`forbid`") else { return }
    for element in tree.elements(id) {
      switch choice(element, "`forbid`", of: ["common", "identifier"]) {
      case 0: policy.forbidsCommon = true
      case 1: policy.forbidsIdentifier = true
      default: break
      }
    }
  }

  /// The tenant's own words, as they are looked for.
  private mutating func forbiddenWords(_ id: YAMLNodeID) -> [String] {
    let words = unique(id, "`forbid-words`", "the word") { reader, element in
      guard let written = reader.text(element, "a word of `forbid-words`") else { return nil }
      let word = Word(text: PasswordText.word(written.text), span: written.span)
      guard word.text.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
        reader.invalid(
          element, "a word of `forbid-words` has no letter",
          help: "digits and signs between words count as nothing anyway")
        return nil
      }
      return word
    }
    return words?.map { $0.text } ?? []
  }

  /// What knows the passwords that were published; a function's number is set once all functions are known.
  private mutating func breaches(_ id: YAMLNodeID) -> (BreachSource?, Word?) {
    var source: BreachSource?
    var function: Word?
    var kinds: [Word] = []
    let isMapping = eachEntry(of: id, "`forbid-breached`", BreachKey.self) { reader, key, word, value in
      kinds.append(word)
      guard let name = reader.reference(value, word.text.quoted, as: key == .file ? "a path" : "a name") else { return }
      switch key {
      case .function: function = name
      case .file where BreachSource.isInside(name.text): source = .file(name.text)
      case .file:
        reader.invalid(
          value, "`file` leads out of the tenant's folder",
          help: "write a path below it, such as `breached.txt`; that may be a symbolic link")
      }
    }
    if isMapping, kinds.isEmpty {
      missing("file", "`forbid-breached`", at: shortSpan(id), help: "write `file: breached.txt`, or `function: NAME`")
    } else if kinds.count > 1 {
      report(
        Diagnostic(
          "U104", .error, "`forbid-breached` has both `file` and `function`", at: kinds[1].span,
          labels: [Label(kinds[0].span, "the other one")], help: "keep one of the two"))
    }
    return (source, function)
  }

  /// The cost of a hash.
  private mutating func argon2id(_ id: YAMLNodeID, _ hashing: inout PasswordHashing) {
    var cost = hashing
    let isMapping = eachEntry(of: id, "`argon2id`", Argon2idKey.self) { reader, key, _, value in
      switch key {
      case .memory: cost.memory = reader.mebibytes(value, "`memory`", PasswordHashing.memoryRange) ?? cost.memory
      case .passes: cost.passes = reader.integer(value, "`passes`", PasswordHashing.passRange) ?? cost.passes
      }
    }
    guard isMapping else { return }
    if cost.isPossible {
      hashing = cost
      return
    }
    let fewest = PasswordHashing.fewestPasses(memory: cost.memory) ?? PasswordHashing.passRange.upperBound
    report(
      Diagnostic(
        "U128", .error,
        "hashing with \(cost.memory)MiB and \(cost.passes) \(cost.passes == 1 ? "pass" : "passes") is too cheap",
        at: shortSpan(id),
        notes: [
          "OWASP's least are `46MiB` and 1 pass, `19MiB` and 2, `12MiB` and 3, `9MiB` and 4, `7MiB` and 5"
        ], help: "write `passes: \(fewest)`, or more `memory`"))
  }

  /// A size in MiB, within bounds.
  private mutating func mebibytes(_ id: YAMLNodeID, _ owner: String, _ bounds: ClosedRange<Int>) -> Int? {
    guard let word = reference(id, owner, as: "a size") else { return nil }
    guard word.text.hasSuffix("MiB"), let size = wholeNumber(word.text.dropLast(3)) else {
      let unit = wholeNumber(word.text) != nil ? " with its unit" : ""
      invalid(id, "\(owner) is no size\(unit)", help: "write a number and `MiB`, such as `19MiB`")
      return nil
    }
    guard bounds.contains(size) else {
      invalid(
        id, "\(owner) is out of range", help: "\(bounds.lowerBound)MiB to \(bounds.upperBound)MiB is possible")
      return nil
    }
    return size
  }
}
