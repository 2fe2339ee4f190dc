import FlowCompiler
import FlowModel
import FlowSource

/// What keys of channels and functions say of the values behind them.
enum SecretKeys {
  enum Role {
    /// Further keys stand below it.
    case group
    /// Its value is no secret.
    case open
    /// Its value is a secret, or may be one, as nobody knows the key.
    case closed
  }

  private static let groups = ["channels", "functions", "email", "sms", "smtp", "webhook"]
  private static let closed: Set<String> = Set(
    FunctionKey.allCases.filter(\.isSecret).map(\.rawValue) + MailServerKey.allCases.filter(\.isSecret).map(\.rawValue)
      + WebhookKey.allCases.filter(\.isSecret).map(\.rawValue))
  private static let encryption = ["ssl", "starttls", "start-tls", "secure", "use-tls", "use_tls"]
  private static let open: Set<String> = {
    let words = [ChannelWords.smtp, ChannelWords.webhook].flatMap { $0.filter { !closed.contains($0.value) }.keys }
    let keys = Shapes.smtp.keys + Shapes.webhook.keys + Shapes.function.keys + words + encryption
    return Set(keys).subtracting(closed)
  }()
  private static let words = Set(groups).union(open).union(closed)
    .union(ChannelWords.kinds.keys).union(ChannelWords.targets.keys)
    .union(["env", "file", "name", "true", "false", "null", "outbox", "https", "http"])
    .union(ChannelWords.encryption.values)

  /// The group that a key of a tenant's file begins; nil: none of these.
  static func group(_ key: String) -> String? {
    let key = key.lowercased()
    return groups.contains(key) ? key : groups.first { isSlip(key, for: $0) }
  }

  /// What stands behind a key within a group. `isName`: there functions have their names.
  static func role(_ key: String, isName: Bool) -> Role {
    let key = key.lowercased()
    if isName { return .group }
    if open.contains(key) { return .open }
    if closed.contains(key) { return .closed }
    if group(key) != nil || ChannelWords.kinds[key] != nil || ChannelWords.targets[key] != nil { return .group }
    return .closed
  }

  /// Whether a word is one of the language's, whoever else has it as a secret.
  static func isKnown(_ word: Substring) -> Bool { words.contains(word.lowercased()) }

  /// Whether a value says where the secret is, and is none.
  static func isReference(_ value: Substring) -> Bool {
    var text = value.firstRange(of: /(?:^|\s)#/).map { value[..<$0.lowerBound] } ?? value
    while text.last?.isWhitespace == true { text.removeLast() }
    for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      text = text.dropFirst().dropLast()
    }
    // `secret: true` says of an attribute that it is one.
    if ["", "true", "false"].contains(text) { return true }
    if text.hasPrefix("env:") { return text.count == 4 || FunctionSecret.isVariableName(text.dropFirst(4)) }
    if text.hasPrefix("file:") { return text.count == 5 || FunctionSecret.isFileName(text.dropFirst(5)) }
    // As other tools write it; a password may begin so as well.
    return text.wholeMatch(of: /\$\{[A-Z][A-Z0-9_]*\}|\$[A-Z]+_[A-Z0-9_]+|\{\{ ?[A-Z][A-Z0-9_]* ?\}\}/) != nil
  }
}
