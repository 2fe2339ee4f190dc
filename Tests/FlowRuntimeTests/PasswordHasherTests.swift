import EngineSupport
import FlowModel
import Synchronization
import Testing

@testable import FlowRuntime

/// What rests of a password, and what a comparison costs.
@Suite struct PasswordHasherTests {
  private static let present = PasswordHashing(memory: 46, passes: 1)

  /// A hasher, and what it does in vain.
  private final class Idle: Sendable {
    private let done = Mutex<[Argon2Work]>([])
    var work: [Argon2Work] { done.withLock { $0 } }
    var hasher: PasswordHasher {
      var hasher = PasswordHasher()
      hasher.spend = { [self] work in done.withLock { $0.append(work) } }
      return hasher
    }
  }

  @Test(arguments: [
    ("ﬁve-ＷＯＲＤＳ-Ⅷ", "five-WORDS-VIII"), ("Cafe\u{301} am Tor", "Caf\u{E9} am Tor"), ("\u{212B}b", "\u{C5}b"),
  ])
  func `all ways to type a password are one`(typed: String, other: String) throws {
    let hasher = PasswordHasher()
    let rest = try #require(hasher.rest(of: typed, by: PasswordHashing()))
    #expect(rest.hasPrefix("nfkc$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(hasher.compare(other, with: rest, by: PasswordHashing()) == .match(isOutdated: false))
    #expect(hasher.compare(typed, with: rest, by: PasswordHashing()) == .match(isOutdated: false))
    #expect(hasher.compare(other + " ", with: rest, by: PasswordHashing()) == .mismatch)
  }

  @Test func `what was hashed as it was typed is compared as it is typed, and is outdated`() throws {
    let typed = "Cafe\u{301}-am-Tor-7"
    let rest = try #require(Argon2id.hash(Array(typed.utf8), memory: 19 << 20, passes: 2))
    #expect(rest.hasPrefix("$argon2id$"))
    let hasher = PasswordHasher()
    #expect(hasher.compare(typed, with: rest, by: PasswordHashing()) == .match(isOutdated: true))
    #expect(hasher.compare("Caf\u{E9}-am-Tor-7", with: rest, by: PasswordHashing()) == .mismatch)
  }

  @Test func `what costs less than the policy asks for is outdated, and what costs more is not`() throws {
    let hasher = PasswordHasher()
    let rest = try #require(hasher.rest(of: "the one password", by: PasswordHashing(memory: 12, passes: 3)))
    #expect(rest.contains("$m=12288,t=3,p=1$"))
    for (present, isOutdated) in [
      (PasswordHashing(memory: 12, passes: 3), false), (PasswordHashing(memory: 19, passes: 2), true),
      (PasswordHashing(memory: 7, passes: 5), false), (PasswordHashing(memory: 12, passes: 4), true),
    ] {
      #expect(
        hasher.compare("the one password", with: rest, by: present) == .match(isOutdated: isOutdated), "\(present)")
    }
  }

  @Test func `without an account, and with a cheaper hash, as much is gone over as with the present parameters`() throws
  {
    for cheaper in [PasswordHashing(), PasswordHashing(memory: 7, passes: 5), Self.present] {
      let rest = try #require(PasswordHasher().rest(of: "the one password", by: cheaper))
      let idle = Idle()
      #expect(idle.hasher.compare("another one", with: rest, by: Self.present) == .mismatch)
      let work = idle.work.reduce(cheaper.work) { $0 + $1.kibibytes * $1.passes }
      #expect(Self.present.work - work < Argon2Work.leastKibibytes && work <= Self.present.work, "\(cheaper)")
      #expect(idle.work.allSatisfy { $0.kibibytes <= Self.present.memory << 10 })
    }
    let idle = Idle()
    #expect(idle.hasher.compare("another one", with: nil, by: Self.present) == .mismatch)
    #expect(idle.work == [Argon2Work(kibibytes: 46 << 10, passes: 1)])
  }

  @Test func `what nobody has written matches nothing, and takes as long`() {
    for text in ["", "nfc$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", "plain text"] {
      let idle = Idle()
      #expect(idle.hasher.compare("plain text", with: text, by: Self.present) == .unreadable("?"))
      #expect(idle.work == [Argon2Work(kibibytes: 46 << 10, passes: 1)])
    }
  }

  @Test func `a range says what it has, whatever its letters and line ends`() {
    let range = LeakRange("0018A45C4D1DEF81644B54AB7F969B88D65:10\r\n00d4f6e8fa6eecad2a3aa415eec418d38ec:2\n011:0\n012")
    #expect(range.contains("0018A45C4D1DEF81644B54AB7F969B88D65"))
    #expect(range.contains("00D4F6E8FA6EECAD2A3AA415EEC418D38EC"))
    #expect(range.contains("012"))
    #expect(!range.contains("011"), "made up")
    #expect(!range.contains("0018A45C4D1DEF81644B54AB7F969B88D6") && !range.contains(""))
  }

  @Test func `digests are those of the standards`() {
    #expect(PasswordDigest.sha1("password") == "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8")
    #expect(
      PasswordDigest.sha256("password") == "5E884898DA28047151D0E56F8DC6292773603D0D6AABBDD62A11EF721D1542D8")
  }
}
