import EngineSupport
import FlowModel
import Synchronization
import Testing

@testable import FlowRuntime

/// What rests of a password, and what a comparison costs.
@Suite struct PasswordHasherTests {
  private static let present = PasswordHashing(memory: 46, passes: 1)

  /// A hasher whose hashing takes no time but by the clock that it shows: as on a machine on which the first pass over fresh
  /// memory takes three times as long as those that follow.
  private struct Machine {
    private final class Clock: Sendable {
      let time = Mutex<UInt64>(0)
    }

    let hasher: PasswordHasher

    init() {
      let clock = Clock()
      var hasher = PasswordHasher()
      let elapse: @Sendable (Argon2Cost) -> Void = { cost in
        clock.time.withLock { $0 += UInt64(cost.kibibytes * (cost.passes + 2)) * 200 }
      }
      hasher.argon2.spend = elapse
      hasher.argon2.verify = { _, hash in
        if let resting = RestingPassword(hash) { elapse(resting.cost) }
        return false
      }
      hasher.argon2.time = { clock.time.withLock { $0 } }
      self.hasher = hasher
    }

    /// How long a wrong password takes, in nanoseconds of its clock.
    func time(_ rest: String?, _ hashing: PasswordHashing) -> UInt64 {
      let start = hasher.argon2.time()
      #expect(hasher.compare("another one", with: rest, by: hashing) != .match(isOutdated: false))
      return hasher.argon2.time() - start
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
    let rest = try #require(Argon2id.hash(Array(typed.utf8), PasswordHashing().cost))
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

  @Test func `without an account, and with a cheaper hash, a comparison takes as long as with the present parameters`()
    throws
  {
    for present in [Self.present, PasswordHashing(memory: 19, passes: 3), PasswordHashing(memory: 64, passes: 3)] {
      let machine = Machine()
      let dear = try #require(PasswordHasher().rest(of: "the one password", by: present))
      let time = machine.time(dear, present)
      #expect(machine.time(nil, present) == time)
      #expect(machine.time("no hash at all", present) == time)
      for cheaper in [PasswordHashing(), PasswordHashing(memory: 7, passes: 5)] {
        let rest = try #require(PasswordHasher().rest(of: "the one password", by: cheaper))
        let other = machine.time(rest, present)
        #expect(other >= time && other - time < time / 100, "\(cheaper) instead of \(present)")
      }
    }
  }

  @Test func `the first comparison with a cheaper hash measures what a present one takes, once`() throws {
    let machine = Machine()
    let rest = try #require(PasswordHasher().rest(of: "the one password", by: PasswordHashing()))
    #expect(machine.time(rest, Self.present) > machine.time(nil, Self.present))
    #expect(machine.time(rest, Self.present) < machine.time(nil, Self.present) * 101 / 100)
  }

  @Test func `what nobody has written matches nothing`() {
    for text in ["", "nfc$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", "plain text"] {
      #expect(PasswordHasher().compare("plain text", with: text, by: PasswordHashing()) == .unreadable("?"))
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
