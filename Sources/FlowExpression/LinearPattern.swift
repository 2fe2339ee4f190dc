import CRE2
import Glibc
import Synchronization

/// Why a text is no regular expression.
public struct PatternError: Error, Hashable, Sendable {
  /// What RE2 says about it.
  public let message: String
  /// Whether it is one, and takes too much memory.
  public let isTooLarge: Bool
}

/// A regular expression matched in time linear in the text (RE2 syntax): no back-references, no look-around, and so no
/// input that makes it slow.
public final class LinearPattern: Sendable {
  /// The pattern as it was written.
  public let text: String
  // INVARIANT: written once in `init`, freed once in `deinit`; RE2 objects are safe for concurrent use through const
  // methods, and matching is one.
  nonisolated(unsafe) private let compiled: OpaquePointer
  /// Instructions of the compiled pattern.
  private let size: Int

  /// Compiles a pattern. Patterns that would take more than a megabyte compiled are refused.
  public init(_ text: String) throws(PatternError) {
    var copy = text
    var reason = [CChar](repeating: 0, count: 256)
    var isTooLarge = false
    let compiled = copy.withUTF8 { pattern in
      pattern.withMemoryRebound(to: CChar.self) {
        cre2_compile($0.baseAddress, $0.count, &reason, reason.count, &isTooLarge)
      }
    }
    guard let compiled else {
      let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw PatternError(message: String(decoding: bytes, as: UTF8.self), isTooLarge: isTooLarge)
    }
    self.text = text
    self.compiled = compiled
    size = Int(cre2_size(compiled))
  }

  deinit { cre2_free(compiled) }

  /// Whether the pattern matches anywhere in the text.
  public func matches(_ text: String) -> Bool { run(text, whole: false) }

  /// Whether the pattern matches the text as a whole.
  public func matchesWhole(_ text: String) -> Bool { run(text, whole: true) }

  /// What matching a text costs of an evaluation's budget, at worst.
  func cost(_ text: String) -> Int { (text.utf8.count * size) >> 10 }

  /// The same of any text of so many bytes.
  func cost(bytes: Double) -> Double { bytes * Double(size) / 1024 }

  private func run(_ text: String, whole: Bool) -> Bool {
    var copy = text
    return copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cre2_matches(compiled, $0.baseAddress, $0.count, whole) }
    }
  }
}

extension LinearPattern {
  private static let declared = Mutex<[String: LinearPattern]>([:])
  private static let declaredLimit = 256

  /// The pattern of a text that stands in flows, where the same ones are declared over and over, also of different tenants:
  /// classes of letters take milliseconds to compile, and a megabyte to hold. Not for texts that clients send.
  public static func declared(_ text: String) throws(PatternError) -> LinearPattern {
    // Equal texts may be of different bytes.
    if let known = declared.withLock({ $0[text] }), sameBytes(known.text, text) { return known }
    let pattern = try LinearPattern(text)
    declared.withLock { known in
      if known.count >= declaredLimit { known.removeAll() }
      known[text] = pattern
    }
    return pattern
  }
}

extension LinearPattern: Hashable {
  /// Patterns are equal where their texts are.
  public static func == (left: LinearPattern, right: LinearPattern) -> Bool { sameBytes(left.text, right.text) }
  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hashBytes(text, into: &hasher) }
}
