/// What a run has certainly proven at one point of one path. Each fact is a bit; a state with fewer of them is weaker.
///
/// A *subject* is an attribute that holds an address or identifies accounts. Facts about the account hold "if one is
/// bound", and facts about the code "if one is out": where there is none they hold for want of anything to be wrong
/// about, so that a path without an account does not weaken what the paths with one have proven.
struct EvidenceState: Hashable, Sendable {
  private(set) var bits: UInt128

  /// A fact that is not about a subject.
  enum Fact: Int, CaseIterable {
    /// No account is bound. On one path that is always known, so states that differ in it are never compared.
    case unbound
    /// No code is out that the engine would accept.
    case noCode
    /// Only the account that was bound can enter the code that is out, and it went to an address of the account's own.
    case codeForAccount
    /// Control over an identifier of the bound account was proven.
    case accountVerified
    /// The bound account was created in this run.
    case created
    /// The bound account's owner is present.
    case authenticated
  }

  /// A fact about a subject.
  enum SubjectFact: Int, CaseIterable {
    /// Control over the address that the attribute now holds was proven.
    case verified
    /// The bound account is identified by what the attribute now holds.
    case ofAccount
    /// The code that is out went to the address that the attribute now holds.
    case codeTarget
    /// Nothing was ever collected into it, or all was taken back.
    case unwritten
  }

  /// How many subjects can be followed; of further ones nothing is ever proven.
  static let subjectLimit = 24
  private static let subjectBase = Fact.allCases.count
  private static let historyBase = subjectBase + subjectLimit * SubjectFact.allCases.count
  /// How many things that happened can be remembered.
  static let historyLimit = 128 - historyBase

  /// A run that begins: nothing is bound, no code is out, nothing was collected or has happened.
  static let atStart: EvidenceState = {
    var state = EvidenceState(bits: 0)
    state.unbind()
    state.forgetCode()
    for subject in 0..<subjectLimit { state[.unwritten, subject] = true }
    return state
  }()

  subscript(fact: Fact) -> Bool {
    get { bits >> UInt128(fact.rawValue) & 1 != 0 }
    set { set(fact.rawValue, newValue) }
  }

  subscript(fact: SubjectFact, subject: Int) -> Bool {
    get { bits >> UInt128(Self.position(fact, subject)) & 1 != 0 }
    set { set(Self.position(fact, subject), newValue) }
  }

  /// Whether something, by its number, has happened on the path.
  func hasHappened(_ number: Int) -> Bool { bits >> UInt128(Self.historyBase + number) & 1 != 0 }
  mutating func note(_ number: Int) { set(Self.historyBase + number, true) }

  private static func position(_ fact: SubjectFact, _ subject: Int) -> Int {
    subjectBase + fact.rawValue * subjectLimit + subject
  }

  private static func all(_ fact: SubjectFact) -> UInt128 {
    (UInt128(1) << UInt128(subjectLimit) - 1) << UInt128(position(fact, 0))
  }

  private mutating func set(_ position: Int, _ value: Bool) {
    if value { bits |= 1 << UInt128(position) } else { bits &= ~(1 << UInt128(position)) }
  }

  /// Whether all facts of `other` hold here too, so that whatever is wrong here is wrong there.
  func implies(_ other: EvidenceState) -> Bool { other.bits & ~bits == 0 && self[.unbound] == other[.unbound] }

  /// What holds in both.
  func common(with other: EvidenceState) -> EvidenceState { EvidenceState(bits: bits & other.bits) }

  // MARK: What happens

  /// Any binding of an account ends.
  mutating func unbind() {
    for fact in [Fact.unbound, .accountVerified, .created, .authenticated] { self[fact] = true }
    bits |= Self.all(.ofAccount)
  }

  /// Another account is bound: the one that has what `subject` holds, if that is how it was found.
  mutating func bind(by subject: Int?) {
    for fact in [Fact.unbound, .accountVerified, .created, .authenticated] { self[fact] = false }
    bits &= ~Self.all(.ofAccount)
    guard let subject else { return }
    self[.ofAccount, subject] = true
    self[.accountVerified] = self[.verified, subject]
  }

  /// Another value is written into a subject.
  mutating func write(_ subject: Int) {
    self[.unwritten, subject] = false
    self[.verified, subject] = false
    if !self[.unbound] { self[.ofAccount, subject] = false }
    if !self[.noCode] { self[.codeTarget, subject] = false }
  }

  /// The bound account's own value of an identifier is written into a subject.
  mutating func read(into subject: Int) {
    write(subject)
    self[.ofAccount, subject] = true
  }

  /// A subject is left without a value.
  mutating func takeBack(_ subject: Int) {
    write(subject)
    self[.unwritten, subject] = true
  }

  /// The bound account gets the identifiers that are proven: from now on it is found by them, too.
  mutating func takeOver(_ identifiers: [Int]) {
    for subject in identifiers where self[.verified, subject] {
      self[.ofAccount, subject] = true
      self[.accountVerified] = true
    }
  }

  /// A code goes to the address that a subject holds; an earlier one is void. One for the account alone is never accepted
  /// where no account is bound.
  mutating func sendCode(to subject: Int, forAccount: Bool) {
    if forAccount, self[.unbound] { return forgetCode() }
    bits &= ~Self.all(.codeTarget)
    self[.noCode] = false
    self[.codeForAccount] = forAccount
    self[.codeTarget, subject] = true
  }

  /// No fresh code was sent, and one that is out for another address than a subject holds is void.
  mutating func keepCode(of subject: Int) { self[.codeTarget, subject] = true }

  mutating func forgetCode() {
    self[.noCode] = true
    self[.codeForAccount] = true
    bits |= Self.all(.codeTarget)
  }

  /// Whether the engine accepts a code in this state at all.
  var acceptsCode: Bool { !self[.noCode] && !(self[.codeForAccount] && self[.unbound]) }

  /// The code that is out was entered: where it went is proven.
  mutating func redeemCode() {
    let targets = (0..<Self.subjectLimit).filter { self[.codeTarget, $0] }
    for target in targets { verify(target) }
    if self[.codeForAccount] { self[.accountVerified] = true }
    forgetCode()
  }

  /// Control over the address that a subject holds is proven.
  mutating func verify(_ subject: Int) {
    self[.verified, subject] = true
    if self[.ofAccount, subject] { self[.accountVerified] = true }
  }
}
