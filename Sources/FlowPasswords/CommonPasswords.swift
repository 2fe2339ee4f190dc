import CCracklib
public import FlowRuntime
import Glibc
import Synchronization

/// The passwords that are guessed first: cracklib's dictionary with the variations cracklib knows (digits behind a word,
/// letters replaced by look-alikes, reversed), texts of hardly any different characters, keyboard and number series,
/// and a small list that works without any dictionary on the machine.
///
/// Lengths and character classes are none of its business; those are the tenant's policy.
public struct CommonPasswords: PasswordDictionary {
  private let dictionary: String

  /// Reads cracklib's own dictionary, or the one at `dictionary` (the path without `.pwd`, `.pwi`, `.hwm`).
  /// Where there is none, only the small list is known.
  public init(dictionary: String? = nil) {
    self.dictionary = dictionary ?? String(cString: GetDefaultCracklibDict())
  }

  /// Whether a password is known, or is a simple variation of a known one. Takes up to a millisecond: it reads files.
  public func contains(_ password: String) -> Bool {
    Self.commonest.contains(password.lowercased()) || isVariationOfWord(password)
  }

  /// Whether there is a dictionary; without one only the small list is known.
  public var hasDictionary: Bool {
    access(dictionary + ".pwi", R_OK) == 0
      && (access(dictionary + ".pwd", R_OK) == 0 || access(dictionary + ".pwd.gz", R_OK) == 0)
  }

  private func isVariationOfWord(_ password: String) -> Bool {
    // Asked first, because cracklib complains about a missing dictionary on standard error.
    guard hasDictionary else { return false }
    return Self.cracklib.withLock { _ in
      // With a user's name given, even an empty one, cracklib does not look up the account this process runs as. Without
      // one it finds every password weak where that account is in no password file, as in many containers.
      guard let finding = FascistCheckUser(password, dictionary, "", "") else { return false }
      return Self.findings.contains(String(cString: finding))
    }
  }

  /// INVARIANT: cracklib is only called under this lock: it keeps the open dictionary and its work areas in static memory.
  private static let cracklib = Mutex(())

  /// What cracklib says of a guessable password. It says other things of short passwords and of failures.
  /// INVARIANT: these are its untranslated messages; no part of the process sets a locale.
  private static let findings: Set<String> = [
    "it is based on a dictionary word", "it is based on a (reversed) dictionary word",
    "it does not contain enough DIFFERENT characters", "it is too simplistic/systematic", "it is all whitespace",
  ]

  /// The commonest passwords of published break-ins, in lower case.
  private static let commonest: Set<String> = Set(
    """
    0000 00000000 0987654321 1111 111111 11111111 112233 121212 123123 123123123 123321 1234 12345 123456 1234567
    12345678 123456789 1234567890 123abc 123qwe 12qwaszx 147258369 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 222222
    555555 654321 666666 696969 7777777 777777 87654321 88888888 987654321 999999 a123456 a1b2c3 aa123456 aaaaaa
    abc123 abcd1234 access admin admin123 asdf1234 asdfgh asdfghjkl ashley azerty bailey baseball batman changeme
    charlie chocolate daniel default dragon flower football freedom fuckyou google hello hello123 iloveyou jesus
    jordan killer letmein login lovely love master michael michelle monkey mustang naruto ninja p@$$w0rd p@ssw0rd
    p@ssword pass pass1234 passw0rd password password! password1 password123 pokemon princess q1w2e3r4 qazwsx
    qqww1122 qwer1234 qwerty qwerty1 qwerty123 qwertyuiop qwe123 root secret shadow soccer starwars sunshine
    superman test test123 trustno1 user welcome welcome1 whatever winter zaq12wsx zxcvbn zxcvbnm
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
