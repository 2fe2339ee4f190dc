/// What passwords a tenant accepts, how they rest, and how often one may be guessed.
///
/// The defaults are those of NIST SP 800-63B-4, section 3.1.1.2: 15 characters, as a password may be the only factor; no
/// rules of composition; nothing that is commonly used or expected.
public struct PasswordPolicy: Hashable, Sendable, BinaryCodable {
  /// The least length in code points, of the form that is hashed.
  public var minLength = 15
  /// The greatest length in code points.
  public var maxLength = 256
  /// How many of the classes lower case, upper case, digits, others a password must use; fewer is `too_weak`.
  public var classes = 1
  /// Whether passwords from a dictionary are `banned`.
  public var forbidsCommon = true
  /// Whether passwords that contain the identifier are `banned`.
  public var forbidsIdentifier = true
  /// The tenant's own words, in the form in which passwords are compared: a password of nothing but these, digits and signs
  /// is `banned`.
  public var words: [String] = []
  /// What is asked whether a password was published; one that was is `banned`.
  public var breaches: BreachSource?
  /// How many earlier passwords are `recently_used`.
  public var remember = 0
  /// How often an account's password may be tried before it is `locked`.
  public var attempts = Rate(10, per: 900)
  /// How a password is made into what rests of it.
  public var hashing = PasswordHashing()

  /// The defaults.
  public init() {}

  /// What `minLength` may be.
  public static let minLengthRange = 1...256
  /// What `maxLength` may be.
  public static let maxLengthRange = 8...1024
  /// What `classes` may be.
  public static let classRange = 1...4
  /// What `remember` may be.
  public static let rememberRange = 0...50

  /// What may be refused whatever its length is.
  public enum Refusal: String, Sendable, CaseIterable {
    /// What is in a dictionary of common passwords.
    case common
    /// What contains the identifier.
    case identifier
    /// What the account had lately.
    case recent
    /// The tenant's own words.
    case words
    /// What was published.
    case published
  }

  /// What is refused whatever its length is.
  public var refused: [Refusal] {
    Refusal.allCases.filter { refusal in
      switch refusal {
      case .common: forbidsCommon
      case .identifier: forbidsIdentifier
      case .recent: remember > 0
      case .words: !words.isEmpty
      case .published: breaches != nil
      }
    }
  }

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(minLength, maxLength, classes, forbidsCommon, forbidsIdentifier, remember, attempts)
    writer.encode(words, breaches, hashing)
  }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (minLength, maxLength, classes, forbidsCommon, forbidsIdentifier, remember, attempts) = try reader.decode()
    if reader.format > 5 { (words, breaches, hashing) = try reader.decode() }
  }
}

/// How a password is hashed: Argon2id (RFC 9106) with one lane, after a pepper perhaps.
public struct PasswordHashing: Hashable, Sendable, BinaryCodable {
  /// How much memory a hash takes, in MiB.
  public var memory = 19
  /// How often it goes over that memory.
  public var passes = 2
  /// Whether what is hashed is keyed with the server's key first, so that hashes alone can not be guessed at.
  public var isPeppered = false

  /// How much memory is possible, in MiB.
  public static let memoryRange = 7...1024
  /// How many passes are possible.
  public static let passRange = 1...10

  /// 19 MiB and two passes, without pepper.
  public init() {}

  /// So many MiB and passes, without pepper.
  public init(memory: Int, passes: Int) {
    self.memory = memory
    self.passes = passes
  }

  /// How many KiB are gone over in all, which is what a hash costs.
  public var work: Int { memory * 1024 * passes }

  /// How many passes there must be at least over so much memory, in MiB: the parameters that OWASP's Password Storage Cheat
  /// Sheet holds for equal to 46 MiB and one pass. Nil where no number would do.
  public static func fewestPasses(memory: Int) -> Int? {
    switch memory {
    case 46...: 1
    case 19...: 2
    case 12...: 3
    case 9...: 4
    case 7...: 5
    default: nil
    }
  }

  /// Whether it is dear enough, and possible.
  public var isPossible: Bool {
    guard Self.memoryRange.contains(memory), Self.passRange.contains(passes) else { return false }
    return Self.fewestPasses(memory: memory).map { passes >= $0 } ?? false
  }

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) { writer.encode(memory, passes, isPeppered) }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (memory, passes, isPeppered) = try reader.decode()
  }
}

/// What knows the passwords that were published.
public enum BreachSource: Hashable, Sendable, BinaryCodable {
  /// A file or folder of hashes, by its path in the tenant's folder.
  case file(String)
  /// A function of the tenant's, as an index into `FlowTable.functions`: it is told the first five digits of the password's
  /// SHA-1, and says what follows them in those that it knows.
  case function(Int32)

  /// Whether a path stays in the folder that it starts from.
  public static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && !path.split(separator: "/", omittingEmptySubsequences: false).contains { $0 == ".." || $0.isEmpty }
  }

  /// Appends a number for the kind, and the value.
  public func encode(to writer: inout ByteWriter) {
    switch self {
    case .file(let path):
      writer.write(UInt8(0))
      path.encode(to: &writer)
    case .function(let index):
      writer.write(UInt8(1))
      index.encode(to: &writer)
    }
  }
  /// Reads a number for the kind, and the value.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    switch try reader.read(UInt8.self) {
    case 0: self = .file(try String(from: &reader))
    case 1: self = .function(try Int32(from: &reader))
    default: throw reader.failure("an unknown kind of list of leaked passwords")
    }
  }
}
