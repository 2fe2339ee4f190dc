/// What a run has certainly proven at one point of one path. Each fact is a bit; a state with fewer of them is weaker.
///
/// A *subject* is an attribute that holds an address or identifies accounts. Facts about the account hold "if one is
/// bound", and facts about the code "if one is out": where there is none they hold for want of anything to be wrong
/// about, so that a path without an account does not weaken what the paths with one have proven.
struct EvidenceState: Hashable, Sendable {
  private(set) var bits: UInt128
  private var history: UInt32 = 0
  /// Which flags are known to be true, and above them which are known to be false.
  private var flags: UInt32 = 0
  /// Which copies, by their numbers, still hold what was copied.
  private var copies: UInt32 = 0
  /// Which notes of comparisons, by their numbers, still tell whether their pairs hold the same.
  private var notes: UInt32 = 0
  /// Which subjects hold an address by which the bound account is found, or was before this run changed it.
  private var owned: UInt32 = 0
  /// Which subjects hold what the bound account holds in this very attribute, so that an update changes nothing.
  private var own: UInt16 = 0
  /// Which subjects surely hold something.
  private var filled: UInt16 = 0
  /// Of which subjects a proof, if there is one, is good for an account that is found, too, and not for a new one alone.
  private var lasting: UInt16 = .max

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
    /// The bound account was bound by a grant.
    case byGrant
    /// The bound account was bound by a link.
    case byLink
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
    /// The attribute holds what the bound account holds, in this attribute or in one that it is a copy of.
    case registered
    /// Control over an address was proven that the bound account held before, in this attribute: a factor.
    case factor
    /// The bound account was asked, and held no such address.
    case absent
    /// The bound account is not known to hold such an address.
    case notHeld
  }

  /// How many subjects can be followed. U141 refuses a tenant with more addresses and factors than that.
  static let subjectLimit = 15
  private static let subjectBase = Fact.allCases.count
  /// How many flags can be followed; of further ones nothing is known.
  static let flagLimit = 16
  /// How many copies can be followed; of further ones nothing is known.
  static let copyLimit = UInt32.bitWidth
  /// How many things that happened can be remembered.
  static let historyLimit = UInt32.bitWidth

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
  func hasHappened(_ number: Int) -> Bool { history >> UInt32(number) & 1 != 0 }
  mutating func note(_ number: Int) { history |= 1 << UInt32(number) }
  mutating func forget(_ number: Int) { history &= ~(1 << UInt32(number)) }

  /// The value of a flag, by its number: a bool that a flow assigns; nil where it is not known.
  subscript(flag flag: Int) -> Bool? {
    get { flags >> flag & 1 != 0 ? true : flags >> (flag + Self.flagLimit) & 1 != 0 ? false : nil }
    set {
      flags &= ~(1 << flag | 1 << (flag + Self.flagLimit))
      if let newValue { flags |= 1 << (newValue ? flag : flag + Self.flagLimit) }
    }
  }

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
  func implies(_ other: EvidenceState) -> Bool {
    other.bits & ~bits == 0 && other.history & ~history == 0 && other.flags & ~flags == 0
      && other.copies & ~copies == 0 && other.notes & ~notes == 0
      && other.owned & ~owned == 0 && other.own & ~own == 0
      && other.filled & ~filled == 0 && other.lasting & ~lasting == 0 && self[.unbound] == other[.unbound]
  }

  /// What holds in both.
  func common(with other: EvidenceState) -> EvidenceState {
    EvidenceState(
      bits: bits & other.bits, history: history & other.history, flags: flags & other.flags,
      copies: copies & other.copies, notes: notes & other.notes, owned: owned & other.owned, own: own & other.own,
      filled: filled & other.filled, lasting: lasting & other.lasting)
  }

  // MARK: What happens

  /// Any binding of an account ends.
  mutating func unbind() {
    own = .max
    for fact in Self.ofAccount { self[fact] = true }
    for fact in Self.ofAccountsAddresses { bits |= Self.all(fact) }
    owned = .max
  }

  /// Whether a subject holds an address by which the bound account is found, or was before this run changed it.
  func isOwned(_ subject: Int) -> Bool { owned >> UInt32(subject) & 1 != 0 }
  private mutating func noteOwned(_ subject: Int) { owned |= 1 << UInt32(subject) }

  /// Another account is bound: the one that has what `subject` holds, if that is how it was found. `isNew`: it was made in
  /// this step. An invitation proves an address for such a one alone.
  mutating func bind(by subject: Int?, isNew: Bool) {
    for invited in 0..<Self.subjectLimit where !isNew && !isLasting(invited) {
      self[.verified, invited] = false
    }
    own = 0
    for fact in Self.ofAccount { self[fact] = false }
    for fact in Self.ofAccountsAddresses where fact != .notHeld { bits &= ~Self.all(fact) }
    owned = 0
    guard let subject else { return }
    hold(subject)
    noteOwned(subject)
    own |= 1 << UInt16(subject)
    self[.ofAccount, subject] = true
    self[.factor, subject] = self[.verified, subject]
    self[.accountVerified] = self[.verified, subject]
  }

  private static let ofAccount = [Fact.unbound, .accountVerified, .created, .authenticated, .byGrant, .byLink]
  private static let ofAccountsAddresses = [SubjectFact.ofAccount, .registered, .factor, .absent, .notHeld]

  /// The bound account holds what a subject does.
  private mutating func hold(_ subject: Int) {
    self[.registered, subject] = true
    if !self[.unbound] { self[.notHeld, subject] = false }
  }

  /// Whether an update would write another value of a subject than the account holds in that attribute.
  func changes(_ subject: Int) -> Bool {
    !self[.unbound] && !self[.unwritten, subject] && own >> UInt16(subject) & 1 == 0
  }

  /// Whether a subject holds what the bound account holds in that attribute, and not in another one.
  func holdsOwn(_ subject: Int) -> Bool { own >> UInt16(subject) & 1 != 0 }

  /// Whether a proof of what a subject holds is good for an account that is found, too.
  private func isLasting(_ subject: Int) -> Bool { lasting >> UInt16(subject) & 1 != 0 }

  /// Whether a subject surely holds something.
  func isFilled(_ subject: Int) -> Bool { filled >> UInt16(subject) & 1 != 0 }

  /// Another value is written into a subject; `isFilled`: surely one.
  mutating func write(_ subject: Int, isFilled: Bool) {
    self[.unwritten, subject] = false
    if isFilled { filled |= 1 << UInt16(subject) } else { filled &= ~(1 << UInt16(subject)) }
    self[.verified, subject] = false
    lasting |= 1 << UInt16(subject)
    if !self[.unbound] {
      self[.ofAccount, subject] = false
      self[.registered, subject] = false
      owned &= ~(1 << UInt32(subject))
      own &= ~(1 << UInt16(subject))
    }
    if !self[.noCode] { self[.codeTarget, subject] = false }
  }

  /// What a subject holds is written into another one: that it is proven, and that it is the bound account's, goes with it.
  mutating func copy(_ copy: SubjectCopy, number: Int) {
    let isRegistered = self[.registered, copy.source] && !self[.unbound]
    let isVerified = copy.carriesProof && self[.verified, copy.source]
    let isOwned = copy.carriesProof && isOwned(copy.source)
    write(copy.target, isFilled: true)
    if isOwned { noteOwned(copy.target) }
    if isRegistered { self[.registered, copy.target] = true }
    if isVerified {
      self[.verified, copy.target] = true
      if !isLasting(copy.source) { lasting &= ~(1 << UInt16(copy.target)) }
    }
    if copy.carriesProof, number < Self.copyLimit { copies |= 1 << UInt32(number) }
  }

  /// Two subjects are found to hold the same, by the number of that pair: what is proven of one is proven of the other.
  mutating func equate(_ number: Int, _ all: [SubjectCopy]) {
    if number >= Self.copyLimit { return }
    copies |= 1 << UInt32(number)
    for subject in [all[number].source, all[number].target] where self[.verified, subject] {
      verify(subject, all, isLasting: isLasting(subject))
    }
  }

  /// Whether a copy, by its number, still holds what was copied.
  func isCopy(_ number: Int) -> Bool { number >= Self.copyLimit || copies >> UInt32(number) & 1 != 0 }

  /// A flag keeps what came of a comparison, by the number of that note, or something else.
  mutating func keepNote(_ number: Int, _ isKept: Bool) {
    if isKept { notes |= 1 << UInt32(number) } else { notes &= ~(1 << UInt32(number)) }
  }

  /// Some notes are about other values than what was compared.
  mutating func loseNotes(_ others: UInt32) { notes &= ~others }

  /// What flags that are known to be true keep of comparisons holds.
  mutating func recall(_ all: [ComparisonNote], _ copies: [SubjectCopy]) {
    for (number, note) in all.enumerated() where notes >> UInt32(number) & 1 != 0 && self[flag: note.flag] == true {
      equate(note.pair, copies)
    }
  }

  /// Some copies hold another value than what was copied.
  mutating func part(_ others: UInt32) { copies &= ~others }

  /// The bound account's owner has shown a second factor.
  mutating func showFactor(_ subject: Int) { if !self[.unbound] { self[.factor, subject] = true } }

  /// The bound account's own value is written into a subject. By an identifier it is found.
  mutating func read(into subject: Int, isIdentifier: Bool) {
    write(subject, isFilled: true)
    hold(subject)
    own |= 1 << UInt16(subject)
    if isIdentifier {
      self[.ofAccount, subject] = true
      noteOwned(subject)
    }
  }

  /// The bound account holds nothing of a subject, and so does the run.
  mutating func readNothing(of subject: Int) {
    write(subject, isFilled: false)
    self[.unwritten, subject] = true
    self[.absent, subject] = true
  }

  /// The bound account gets what was collected: from now on it is found by the identifiers that are proven, too.
  mutating func takeOver(_ written: [Int], identifiers: [Int]) {
    for subject in identifiers where self[.verified, subject] {
      lasting |= 1 << UInt16(subject)
      self[.ofAccount, subject] = true
      self[.accountVerified] = true
      noteOwned(subject)
    }
    for subject in written where !self[.unbound] && !self[.unwritten, subject] {
      // Where there was none before, what is registered now stands for it.
      if self[.verified, subject] || self[.absent, subject] { self[.factor, subject] = true }
      self[.absent, subject] = false
      self[.registered, subject] = true
      own |= 1 << UInt16(subject)
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
    if forAccount { askFor(subject) }
  }

  /// No fresh code was sent, and one that is out for another address than a subject holds, or not for the same people, is
  /// void.
  mutating func keepCode(of subject: Int, forAccount: Bool) {
    if self[.codeForAccount], !forAccount { forgetCode() }
    self[.codeForAccount] = self[.codeForAccount] || forAccount
    self[.codeTarget, subject] = true
    if forAccount { askFor(subject) }
  }

  /// A code to an address of the account's own was asked for, so it is taken to have one.
  private mutating func askFor(_ subject: Int) { if !self[.unbound] { self[.notHeld, subject] = false } }

  mutating func forgetCode() {
    self[.noCode] = true
    self[.codeForAccount] = true
    bits |= Self.all(.codeTarget)
  }

  /// Whether the engine accepts a code in this state at all.
  var acceptsCode: Bool { !self[.noCode] && !(self[.codeForAccount] && self[.unbound]) }

  /// The code that is out was entered: where it went is proven.
  mutating func redeemCode(_ copies: [SubjectCopy]) {
    let targets = (0..<Self.subjectLimit).filter { self[.codeTarget, $0] }
    for target in targets { verify(target, copies) }
    // A copy of what the account holds is what it holds.
    for copy in copies where targets.contains(copy.target) && self[.registered, copy.target] {
      self[.factor, copy.source] = true
    }
    if self[.codeForAccount] {
      self[.accountVerified] = true
      for target in targets { self[.factor, target] = true }
    }
    forgetCode()
  }

  /// The address that was invited is written into a subject: it is proven for an account that is not there yet.
  mutating func invite(_ subject: Int) {
    write(subject, isFilled: true)
    self[.verified, subject] = true
    lasting &= ~(1 << UInt16(subject))
  }

  /// Control over the address that a subject holds is proven, in each subject that holds the same.
  mutating func verify(_ subject: Int, _ all: [SubjectCopy], isLasting: Bool = true) {
    if isLasting {
      lasting |= 1 << UInt16(subject)
    } else if !self[.verified, subject] {
      lasting &= ~(1 << UInt16(subject))
    }
    self[.verified, subject] = true
    if self[.registered, subject] { self[.factor, subject] = true }
    if self[.ofAccount, subject] { self[.accountVerified] = true }
    if copies == 0 { return }
    for (number, copy) in all.prefix(Self.copyLimit).enumerated() where copies >> UInt32(number) & 1 != 0 {
      guard copy.source == subject || copy.target == subject else { continue }
      let other = copy.source == subject ? copy.target : copy.source
      if !self[.verified, other] || isLasting && !self.isLasting(other) { verify(other, all, isLasting: isLasting) }
    }
  }
}
