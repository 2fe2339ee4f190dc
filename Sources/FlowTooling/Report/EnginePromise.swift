/// Something that the engine holds whatever a flow says, and the test that shows it.
enum EnginePromise: CaseIterable {
  case boundary, grants, unproven, owners, steps, order, races, once, bounds, types, policy, dictionary, forms
  case words, leaks, hashes, sealed, random, fragment, versions, disabled, sessions, revoked, even, targets, expiry
  case lifetimes, kept

  /// What is promised, for people.
  var says: String {
    switch self {
    case .boundary:
      "A client starts what the application that it names offers, and without a name nothing."
    case .grants:
      "A grant is good only where the flow that made it is offered."
    case .unproven:
      "An account whose address nobody has proven is confirmed only in applications that offer such sign-ups."
    case .owners:
      "Each demand of an effect is made again at run time, whatever the table says."
    case .steps:
      "A step happens as a whole or not at all."
    case .order:
      "A step's token is good for that step alone."
    case .races:
      "Of many that race for one thing, one gets it."
    case .once:
      "Links, grants and codes are good once."
    case .bounds:
      "What is guessed or sent is counted over all runs, before it is compared or sent."
    case .types:
      "A value that its attribute does not allow gets past no page."
    case .policy:
      "A password that the tenant's policy refuses is never set."
    case .dictionary:
      "Common passwords are known."
    case .forms:
      "All ways to type a password are one, and its length is counted in code points."
    case .words:
      "A password that is made of the tenant's own words is never set."
    case .leaks:
      "A password that was published is never set, nor any where that cannot be looked up."
    case .hashes:
      "A password rests as Argon2id."
    case .sealed:
      "What a run collects, its codes and its links rest sealed or hashed."
    case .random:
      "What lets somebody in is drawn by the system's generator, and has 256 random bits."
    case .fragment:
      "A link's token behind `#` reaches no server but by the page."
    case .versions:
      "A new password ends the sessions, grants and links of before."
    case .disabled:
      "Nobody signs in to a disabled account, and its sessions end."
    case .sessions:
      "A session ends by itself."
    case .revoked:
      "A session that was ended stands for nobody."
    case .even:
      "A concealing flow shows and costs the same with an account as without."
    case .targets:
      "A code is for one address, and void once another one was named."
    case .expiry:
      "A code or link is good for its lifetime alone."
    case .lifetimes:
      "A run is over when its time is."
    case .kept:
      "A secret attribute stays in no account and no log."
    }
  }

  /// The test target, and the test's name.
  var shown: (target: String, test: String) {
    switch self {
    case .boundary:
      ("FlowRuntimeTests", "a client starts what its application offers, and nothing else")
    case .grants:
      ("FlowRuntimeTests", "a grant is good in applications that offer the flow which made it")
    case .unproven:
      ("FlowRuntimeTests", "an account that nobody has proven counts as confirmed where such accounts are made")
    case .owners:
      ("CorpusTests", "demands hold whatever the table says")
    case .steps:
      ("FlowRuntimeTests", "a step that cannot be committed leaves neither account nor message, and its run as it was")
    case .order:
      ("FlowRuntimeTests", "every step that succeeds hands out a new token, and the old one is over")
    case .races:
      ("CorpusTests", "a race has one winner")
    case .once:
      ("CorpusTests", "what is handed out is good once")
    case .bounds:
      ("FlowRuntimeTests", "in many runs at once it is done no oftener")
    case .types:
      ("FlowRuntimeTests", "input that is refused leaves the run as it was")
    case .policy:
      ("FlowTests", "sign-up-password: each reason why a password is refused at the start")
    case .dictionary:
      ("FlowPasswordsTests", "what is guessed first is known")
    case .forms:
      ("FlowRuntimeTests", "all ways to type a password are one")
    case .words:
      ("FlowRuntimeTests", "a password of the tenant's own words alone is refused")
    case .leaks:
      ("FlowRuntimeTests", "where nothing answers, no password is set, and the log says why")
    case .hashes:
      ("FlowRuntimeTests", "a password is kept as Argon2id with the parameters of the day, and told from others")
    case .sealed:
      ("FlowRuntimeTests", "no file behind storage holds what a run collected, its codes or its tokens")
    case .random:
      ("FlowRuntimeTests", "grants and sessions have 256 random bits, and links more")
    case .fragment:
      ("FlowRuntimeTests", "behind a fragment a link's token is for the page alone")
    case .versions:
      ("FlowRuntimeTests", "a new password ends the sessions and grants of before")
    case .disabled:
      ("FlowRuntimeTests", "whatever it was signed in by is void, and others stay signed in")
    case .sessions:
      ("FlowRuntimeTests", "a token stands for its account, in its tenant, until it ends")
    case .revoked:
      ("FlowRuntimeTests", "a token that was revoked stands for nobody")
    case .even:
      ("FlowRuntimeTests", "whatever a client does, it sees and costs the same with an account as without one")
    case .targets:
      ("FlowRuntimeTests", "a code is void once one for another address was asked for, even if none could be sent")
    case .expiry:
      ("FlowTests", "confirm: a link is good for 30 minutes, in the flow it was made for")
    case .lifetimes:
      ("FlowRuntimeTests", "a run is over when its time is, and its end cannot be gone on from")
    case .kept:
      ("FlowRuntimeTests", "a function is handed it as arguments, the account does not keep it, and no log has it")
    }
  }
}
