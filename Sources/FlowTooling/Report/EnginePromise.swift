/// Something that the engine holds whatever a flow says, and the test that shows it.
struct EnginePromise: Sendable {
  let says: String
  /// The test target, and the test's name.
  let target: String
  let test: String

  init(_ says: String, _ target: String, _ test: String) {
    (self.says, self.target, self.test) = (says, target, test)
  }

  static let boundary = EnginePromise(
    "A client starts what the application that it names offers, and without a name nothing.", "FlowRuntimeTests",
    "a client starts what its application offers, and nothing else")
  static let grants = EnginePromise(
    "A grant is good only where the flow that made it is offered.", "FlowRuntimeTests",
    "a grant is good in applications that offer the flow which made it")
  static let unproven = EnginePromise(
    "An account whose address nobody has proven is confirmed only in applications that offer such sign-ups.",
    "FlowRuntimeTests", "an account that nobody has proven counts as confirmed where such accounts are made")
  static let owners = EnginePromise(
    "Each demand of an effect is made again at run time, whatever the table says.", "CorpusTests",
    "demands hold whatever the table says")
  static let steps = EnginePromise(
    "A step happens as a whole or not at all.", "FlowRuntimeTests",
    "a step that cannot be committed leaves neither account nor message, and its run as it was")
  static let order = EnginePromise(
    "A step's token is good for that step alone.", "FlowRuntimeTests",
    "every step that succeeds hands out a new token, and the old one is over")
  static let races = EnginePromise(
    "Of many that race for one thing, one gets it.", "CorpusTests", "a race has one winner")
  static let once = EnginePromise(
    "Links, grants and codes are good once.", "CorpusTests", "what is handed out is good once")
  static let bounds = EnginePromise(
    "What is guessed or sent is counted over all runs, before it is compared or sent.", "FlowRuntimeTests",
    "in many runs at once it is done no oftener")
  static let types = EnginePromise(
    "A value that its attribute does not allow gets past no page.", "FlowRuntimeTests",
    "input that is refused leaves the run as it was")
  static let hashes = EnginePromise(
    "A password rests as Argon2id.", "FlowRuntimeTests",
    "a password is kept as Argon2id with the parameters of the day, and told from others")
  static let sealed = EnginePromise(
    "What a run collects, its codes and its links rest sealed or hashed.", "FlowRuntimeTests",
    "no file behind storage holds what a run collected, its codes or its tokens")
  static let random = EnginePromise(
    "What lets somebody in is drawn by the system's generator, and has 256 random bits.", "FlowRuntimeTests",
    "grants and sessions have 256 random bits, and links more")
  static let fragment = EnginePromise(
    "A link's token behind `#` reaches no server but by the page.", "FlowRuntimeTests",
    "behind a fragment a link's token is for the page alone")
  static let versions = EnginePromise(
    "A new password ends the sessions, grants and links of before.", "FlowRuntimeTests",
    "a new password ends the sessions and grants of before")
  static let disabled = EnginePromise(
    "Nobody signs in to a disabled account, and its sessions end.", "FlowRuntimeTests",
    "whatever it was signed in by is void, and others stay signed in")
  static let sessions = EnginePromise(
    "A session ends by itself.", "FlowRuntimeTests", "a token stands for its account, in its tenant, until it ends")
  static let revoked = EnginePromise(
    "A session that was ended stands for nobody.", "FlowRuntimeTests", "a token that was revoked stands for nobody")
  static let even = EnginePromise(
    "A concealing flow shows and costs the same with an account as without.", "FlowRuntimeTests",
    "whatever a client does, it sees and costs the same with an account as without one")
  static let targets = EnginePromise(
    "A code is for one address, and void once another one was named.", "FlowRuntimeTests",
    "a code is void once one for another address was asked for, even if none could be sent")
  static let lifetimes = EnginePromise(
    "A run is over when its time is.", "FlowRuntimeTests",
    "a run is over when its time is, and its end cannot be gone on from")
  static let expiry = EnginePromise(
    "A code or link is good for its lifetime alone.", "FlowTests",
    "confirm: a link is good for 30 minutes, in the flow it was made for")
  static let kept = EnginePromise(
    "A secret attribute stays in no account and no log.", "FlowRuntimeTests",
    "a function is handed it as arguments, the account does not keep it, and no log has it")

  static let policy = EnginePromise(
    "A password that the tenant's policy refuses is never set.", "FlowTests",
    "sign-up-password: each reason why a password is refused at the start")
  static let dictionary = EnginePromise(
    "Common passwords are known.", "FlowPasswordsTests", "what is guessed first is known")

  static let forms = EnginePromise(
    "All ways to type a password are one, and its length is counted in code points.", "FlowRuntimeTests",
    "all ways to type a password are one")
  static let words = EnginePromise(
    "A password that is made of the tenant's own words is never set.", "FlowRuntimeTests",
    "a password of the tenant's own words alone is refused")
  static let leaks = EnginePromise(
    "A password that was published is never set, nor any where that cannot be looked up.", "FlowRuntimeTests",
    "where nothing answers, no password is set, and the log says why")

  /// All of them, in the order of the report.
  static let all = [
    boundary, grants, unproven, owners, steps, order, races, once, bounds, types, policy, dictionary, forms, words,
    leaks, hashes, sealed, random, fragment, versions, disabled, sessions, revoked, even, targets, expiry, lifetimes,
    kept,
  ]
}
