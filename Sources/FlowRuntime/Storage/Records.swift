public import FlowModel

/// A time as milliseconds since 1970-01-01T00:00:00Z.
public typealias Milliseconds = Int64

/// A random 128-bit name.
public struct RandomID: Hashable, Sendable {
  /// The first eight bytes, most significant first.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// An id of two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An id of sixteen bytes; nil for another number.
  @inlinable public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for byte in bytes {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
    }
    self.init(high: high, low: low)
  }

  /// The sixteen bytes.
  public var bytes: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }

  /// Appends the sixteen bytes.
  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes.append(contentsOf: $0) }
  }

  /// 32 hexadecimal digits.
  public var hex: String { bytes.hex }
}

/// A run at rest. What it has collected is sealed; what stands here openly is what storage needs to keep house.
public struct RunRecord: Hashable, Sendable {
  /// The run's id, part of its continuation tokens.
  public var id: RandomID
  /// The content hash of the table the run is pinned to.
  public var table: ContentHash
  /// The number of the step whose continuation token is valid.
  public var step: UInt32
  /// When the run may be removed.
  public var expires: Milliseconds
  /// The sealed state.
  public var sealed: [UInt8]

  /// A run at rest.
  public init(id: RandomID, table: ContentHash, step: UInt32, expires: Milliseconds, sealed: [UInt8]) {
    self.id = id
    self.table = table
    self.step = step
    self.expires = expires
    self.sealed = sealed
  }
}

/// An identifier of an account: no two accounts of a tenant share one.
public struct Identifier: Hashable, Sendable {
  /// The attribute's name.
  public var attribute: String
  /// The value in the form that is compared (lower case unless the attribute is case-sensitive).
  public var value: String

  /// An attribute's normalised value.
  public init(attribute: String, value: String) {
    self.attribute = attribute
    self.value = value
  }
}

/// Where an account stands among all of a storage.
public struct AccountPlace: Hashable, Sendable {
  /// The tenant.
  public var tenant: String
  /// The account's id; empty: before all of the tenant.
  public var id: String

  /// The place of an account.
  public init(tenant: String, id: String) {
    self.tenant = tenant
    self.id = id
  }
}

/// An account.
public struct AccountRecord: Hashable, Sendable {
  /// 24 hexadecimal digits.
  public var id: String
  /// The tenant it belongs to.
  public var tenant: String
  /// Whether it may sign in: its identifier was proven, or the flow that created it did without. Who confirms a pending
  /// account by this alone vouches for its identifiers.
  public var isConfirmed: Bool {
    didSet { if isConfirmed, !oldValue { unproven = [] } }
  }
  /// Whether nobody disabled it. Whoever disables or enables it, by whatever means, ends for good what it was signed in by and
  /// what was proven of it: an account that is enabled again begins anew.
  public var isEnabled: Bool {
    didSet {
      guard oldValue != isEnabled else { return }
      credentialsVersion &+= 1
      sessionEpoch &+= 1
    }
  }
  /// By what it is found.
  public var identifiers: [Identifier]
  /// Those of `identifiers` that are addresses and that nobody has proven to control.
  public var unproven: Set<Identifier> = []
  /// The attributes as a JSON object.
  public var attributes: String
  /// The Argon2id hash of the password, if it has one, as libsodium's string.
  public var passwordHash: String?
  /// The hashes of earlier passwords, newest first.
  public var earlierPasswordHashes: [String]
  /// When it was created.
  public var created: Milliseconds
  /// Counts the changes, from 1.
  public var version: Int64
  /// Counts the changes of the ways into it, from 0: of its password, its addresses, and whether it is enabled. What was
  /// proven of an older one is void.
  public var credentialsVersion: Int64 = 0
  /// Counts how often all that it was signed in by was ended, from 0: sessions and refresh tokens of an earlier epoch are void,
  /// also where their rows are put back.
  public var sessionEpoch: Int64 = 0

  /// A new account without a password.
  public init(
    id: String, tenant: String, isConfirmed: Bool, identifiers: [Identifier], attributes: String, created: Milliseconds
  ) {
    self.id = id
    self.tenant = tenant
    self.isConfirmed = isConfirmed
    isEnabled = true
    self.identifiers = identifiers
    self.attributes = attributes
    earlierPasswordHashes = []
    self.created = created
    version = 1
  }
}

/// How often something was done in a window of time.
public struct CounterRecord: Hashable, Sendable {
  /// What is counted and of whom, such as `code.guess:` and a keyed hash: the address is not told by it.
  public var key: String
  /// How often, since the window began.
  public var count: Int64
  /// When the window ends and the count begins again.
  public var expires: Milliseconds
  /// What a layer above the backend keeps with it.
  public var tag: [UInt8] = []

  /// A count until a time.
  public init(key: String, count: Int64, expires: Milliseconds) {
    self.key = key
    self.count = count
    self.expires = expires
  }
}

/// A secret handed out to be presented once or until it expires: a mailed link, a sign-in grant, a session, a
/// refresh token.
public struct TicketRecord: Hashable, Sendable {
  /// What it is good for.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// A mailed link's token, if the link lets nobody in: one that confirms, for instance.
    case link = 0
    /// A grant that an end handed out.
    case grant = 1
    /// A session that `token.issue` opened.
    case session = 2
    /// A refresh token, from the sign-in to the last of those that replace it.
    case refresh = 3
    /// The token of a link that sets a password, or lets in otherwise. It is void once the ways into the account change.
    case reset = 4
    /// The token of an invitation: it stands for an address, and for no account.
    case invitation = 5
  }

  /// What it is good for.
  public var kind: Kind
  /// The public part by which it is found, in hexadecimal digits.
  public var id: String
  /// The tenant.
  public var tenant: String
  /// The account it was handed out for.
  public var account: String
  /// The keyed hash of the secret part.
  public var secretHash: [UInt8]
  /// What else belongs to it, sealed.
  public var sealed: [UInt8]
  /// When it ends.
  public var expires: Milliseconds
  /// When it was presented, if it was.
  public var used: Milliseconds?

  /// A ticket that was not presented yet.
  public init(
    kind: Kind, id: String, tenant: String, account: String, secretHash: [UInt8], sealed: [UInt8], expires: Milliseconds
  ) {
    self.kind = kind
    self.id = id
    self.tenant = tenant
    self.account = account
    self.secretHash = secretHash
    self.sealed = sealed
    self.expires = expires
  }
}

/// A message in the outbox, waiting or given up; removed when it was delivered.
public struct MessageRecord: Hashable, Sendable {
  /// The id, which is the idempotency key of its delivery.
  public var id: RandomID
  /// The tenant.
  public var tenant: String
  /// When to try next.
  public var due: Milliseconds
  /// How often delivery was tried.
  public var attempts: Int64
  /// When it may be removed. What it carries may be good for less long.
  public var expires: Milliseconds
  /// Address, channel and text, sealed.
  public var sealed: [UInt8]

  /// When a message is due that is not tried again: a dead letter, kept for whoever looks after the server.
  public static let never = Milliseconds.max

  /// A message that was not tried yet.
  public init(id: RandomID, tenant: String, due: Milliseconds, expires: Milliseconds, sealed: [UInt8]) {
    self.id = id
    self.tenant = tenant
    self.due = due
    attempts = 0
    self.expires = expires
    self.sealed = sealed
  }
}

/// A secret of the server's own that all its processes share, such as its signing keys.
public struct SecretRecord: Hashable, Sendable {
  /// What it is found by.
  public var name: String
  /// Counts the changes, from 1, so that a process knows whether what it remembers is the newest.
  public var version: Int64
  /// The secret, sealed.
  public var sealed: [UInt8]

  /// A secret that was not changed yet.
  public init(name: String, version: Int64 = 1, sealed: [UInt8]) {
    self.name = name
    self.version = version
    self.sealed = sealed
  }
}

extension Collection<UInt8> {
  /// The bytes as lower-case hexadecimal digits.
  public var hex: String { Hexadecimal.text(self) }
}
