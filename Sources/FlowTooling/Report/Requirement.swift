import FlowModel
import FlowSource

/// A requirement of a standard, by its number, and what this software has to say to it.
struct Requirement: Sendable {
  /// On what a tenant meets it.
  indirect enum Basis: Sendable {
    /// Rules that prove it of each flow it is about; an opt-out of a kind of `exceptions` gives it up.
    case rules([String], exceptions: Set<OptOut.Kind> = [])
    /// A rule that proves it, where each flow that opens sessions has that proof, and others have found nothing.
    case everyDoor(String, besides: [String])
    /// The engine holds it.
    case engine([EnginePromise])
    /// The engine holds it where a setting says so; `otherwise` tells what the setting is.
    case setting(@Sendable (FlowTable) -> Bool, [EnginePromise], otherwise: @Sendable (FlowTable) -> String)
    /// What counts where each flow that opens sessions asks for two factors, and what where one is enough.
    case factors(two: Basis, one: Basis)
    /// Nothing here is about it; why.
    case nothing(String)
  }

  let number: String
  /// What it asks for, in words of our own.
  let asks: String
  let basis: Basis

  init(_ number: String, _ asks: String, _ basis: Basis) {
    (self.number, self.asks, self.basis) = (number, asks, basis)
  }
}

/// A standard with its requirements.
struct Standard: Sendable {
  let name: String
  let requirements: [Requirement]

  static let all = [asvs, nist]
}

/// The mapping: this table is all of it.
extension Standard {
  /// OWASP Application Security Verification Standard 5.0.
  static let asvs = Standard(
    name: "OWASP ASVS 5.0",
    requirements: [
      Requirement("2.2.1", "Input is held against what is allowed", .engine([.types])),
      Requirement("2.2.2", "It is so on the server", .engine([.types])),
      Requirement("2.3.1", "Steps cannot be skipped or reordered", .engine([.order])),
      Requirement("2.3.2", "Limits hold", .engine([.bounds])),
      Requirement("2.3.3", "A step happens as a whole or not at all", .engine([.steps])),
      Requirement("2.3.4", "Races have one winner", .engine([.races])),
      Requirement("2.4.1", "Automation is slowed down", .rules(["U501", "U503", "U601", "U602"])),
      Requirement(
        "6.2.1", "Passwords have 8 characters or more",
        .setting({ $0.passwords.minLength >= 8 }, [.policy], otherwise: { "`min-length: \($0.passwords.minLength)`" })),
      Requirement(
        "6.2.4", "Common passwords are refused",
        .setting(
          { $0.passwords.forbidsCommon }, [.policy, .dictionary], otherwise: { _ in "`forbid` is without `common`" })),
      Requirement(
        "6.2.5", "Any characters may make a password",
        .setting({ $0.passwords.classes <= 1 }, [.policy], otherwise: { "`classes: \($0.passwords.classes)`" })),
      Requirement(
        "6.2.8", "Passwords are compared whole and in the case that was typed, in the form NFKC", .engine([.forms])),
      Requirement(
        "6.2.9", "Passwords of 64 characters are possible",
        .setting({ $0.passwords.maxLength >= 64 }, [.policy], otherwise: { "`max-length: \($0.passwords.maxLength)`" })),
      Requirement(
        "6.2.11", "Words of the tenant's own make no password",
        .setting({ !$0.passwords.words.isEmpty }, [.words], otherwise: { _ in "there are no `forbid-words`" })),
      Requirement(
        "6.2.12", "Passwords that were leaked are refused",
        .setting({ $0.passwords.breaches != nil }, [.leaks], otherwise: { _ in "there is no `forbid-breached`" })),
      Requirement("6.3.1", "Guessing is held off as it is written", .rules(["U501", "U503"])),
      Requirement(
        "6.3.3", "More than one factor is asked for", .everyDoor("U903", besides: ["U904", "U905", "U906", "U908"])),
      Requirement(
        "6.3.4", "No way into an application does without the second factor that another one asks for", .rules(["U903"])
      ),
      Requirement(
        "6.3.5", "People hear of suspicious attempts",
        .nothing("flows may tell them with `message.send`, and nothing proves that they do")),
      Requirement(
        "6.3.7", "People hear when a way in has changed",
        .nothing("flows may tell them with `message.send`, and nothing proves that they do")),
      Requirement("6.3.8", "Nobody learns who has an account", .rules(["U801", "U803"], exceptions: [.concealment])),
      Requirement("6.4.1", "Initial secrets are random and short-lived", .engine([.once, .sealed])),
      Requirement(
        "6.4.3", "A reset leads past no second factor",
        .rules(["U401", "U407", "U903", "U904", "U905", "U906", "U908"], exceptions: [.evidence, .link])),
      Requirement("6.4.4", "A lost factor is replaced only by who has another", .rules(["U904"])),
      Requirement("6.5.1", "Codes and links are good once", .engine([.once])),
      Requirement("6.5.3", "They are made of good randomness", .engine([.random])),
      Requirement(
        "6.5.4", "Codes have 20 bits or more",
        .setting({ $0.codes.digits >= 6 }, [.bounds], otherwise: { "`digits: \($0.codes.digits)`" })),
      Requirement(
        "6.5.5", "Codes and links live for 10 minutes at most",
        .setting({ $0.codes.lifetime <= 600 && $0.linkLifetime <= 600 }, [.expiry], otherwise: { $0.lifetimes })),
      Requirement("6.6.2", "A code is for the request that asked for it", .engine([.targets])),
      Requirement("6.6.3", "Codes cannot be guessed", .rules(["U501"])),
      Requirement("7.2.1", "Tokens are verified on the server", .engine([.sessions])),
      Requirement("7.2.3", "Tokens have 128 random bits or more", .engine([.random])),
      Requirement(
        "7.2.4", "A sign-in makes a session, and ends the one before",
        .nothing("it makes one of its own, and ends none that the client had")),
      Requirement("7.3.2", "Sessions end by themselves", .engine([.sessions])),
      Requirement("7.4.1", "A session that was ended is over", .engine([.revoked])),
      Requirement("7.4.2", "Disabling ends all sessions", .engine([.disabled])),
      Requirement("7.4.3", "So does a new password", .engine([.versions])),
      Requirement(
        "7.5.1", "Ways in change only for who is present",
        .rules(["U401", "U402", "U404"], exceptions: [.evidence, .link])),
      Requirement("8.2.1", "Each client does what it may, and no more", .engine([.boundary, .grants])),
      Requirement(
        "8.2.2", "Nobody gets at what is another's", .rules(["U401", "U402", "U403", "U408", "U409", "U412", "U702"])),
      Requirement("11.4.2", "Passwords are hashed slowly", .engine([.hashes])),
      Requirement(
        "14.2.1", "Secrets stand in no address",
        .setting(
          { $0.linkLifetime == 0 || $0.links.base.contains("#") }, [.fragment],
          otherwise: { _ in "mailed links carry their token in the query, as `links: base` has no `#`" })),
      Requirement("16.2.5", "No secret is logged", .engine([.kept])),
    ])

  /// NIST Special Publication 800-63B-4, by sections.
  static let nist = Standard(
    name: "NIST SP 800-63B-4",
    requirements: [
      Requirement(
        "2.2", "Two factors are asked for (AAL2)", .everyDoor("U903", besides: ["U904", "U905", "U906", "U908"])),
      Requirement("2.3", "One of them is hardware (AAL3)", .nothing("there are no such authenticators here")),
      Requirement(
        "3.1.1.2", "Passwords have 15 characters, or 8 beside a second factor; none is from a list of common ones",
        .factors(two: .passwords(from: 8), one: .passwords(from: 15))),
      Requirement(
        "3.1.3.2", "Codes are random, live for 10 minutes at most, and are good once",
        .setting(
          { $0.codes.digits >= 6 && $0.codes.lifetime <= 600 && $0.linkLifetime <= 600 }, [.once, .bounds, .expiry],
          otherwise: { "`digits: \($0.codes.digits)`, " + $0.lifetimes })),
      Requirement(
        "3.1.3.3", "Codes by telephone are told of as weaker",
        .nothing("what a channel is worth is for the tenant to say")),
      Requirement("3.2.2", "Guessing is bounded for each account", .rules(["U501", "U502", "U503"])),
      Requirement("3.2.5", "Phishing does not help", .nothing("passwords and codes can be phished")),
      Requirement("3.2.7", "What was used is not good again", .engine([.once])),
      Requirement("4.1.2.1", "A factor is added by who has shown those that there are", .rules(["U904"])),
      Requirement(
        "4.2", "Recovery proves an address, and leads past no factor",
        .rules(["U401", "U903", "U905", "U908"], exceptions: [.evidence, .link])),
      Requirement("4.5", "What is invalid is so at once", .engine([.disabled, .versions])),
      Requirement(
        "4.6", "People hear of what happens to their ways in",
        .nothing("flows may tell them with `message.send`, and nothing proves that they do")),
      Requirement("5.1", "A session is bound by a secret that was made for it", .engine([.sessions, .sealed])),
      Requirement("5.2", "Sessions end by themselves", .engine([.sessions])),
    ])
}

extension Standard {
  /// Proofs that no requirement here asks for, and why: a test holds that every other one is named above.
  static let askedByNone = [
    "U190": "what a platform demands is its own standard",
    "U191": "what is given up where it may be is told as an opt-out",
    "U306": "what it finds fails closed: nobody gets anything by it",
    "U405": "whether a sign-up keeps its word is no question of access",
    "U451": "a tenant's own sentences are its own standard",
    "U452": "how many steps a person needs is no question of access",
    "U701": "what a flow may show of its tenant's own data is the tenant's to classify",
    "U901": "the standards ask that disabling ends sessions, which the engine holds; this is about new ones",
    "U902": "a gate that is always open shows as the proof that is missing behind it",
  ]
}

extension FlowTable {
  /// How long links live at most, in seconds, whoever sends them; 0 where there are none.
  fileprivate var linkLifetime: Int {
    flows.flatMap(\.calls).compactMap(\.definition.redeems).map {
      $0 == .invitation ? links.invitations : links.lifetime
    }
    .max() ?? 0
  }

  /// How long codes and links live, in words.
  fileprivate var lifetimes: String {
    let links = linkLifetime > 0 ? ", and links for \(linkLifetime) seconds" : ""
    return "codes live for \(codes.lifetime) seconds" + links
  }
}

extension Requirement.Basis {
  /// What section 3.1.1.2 of NIST SP 800-63B-4 asks of passwords with so many characters at least.
  fileprivate static func passwords(from length: Int) -> Self {
    .setting(
      { $0.passwords.minLength >= length && $0.passwords.forbidsCommon && $0.passwords.classes <= 1 },
      [.policy, .dictionary, .forms, .hashes],
      otherwise: {
        "`min-length: \($0.passwords.minLength)`, `classes: \($0.passwords.classes)`, common words are \($0.passwords.forbidsCommon ? "refused" : "allowed")"
      })
  }
}
