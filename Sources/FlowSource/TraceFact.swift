/// What a step of a counterexample does beside its action, or what becomes true with it.
public enum TraceFact: Hashable, Sendable {
  /// The transition assigns values to these.
  case sets([String])
  /// The transition keeps an error for the next page, by its code.
  case keepsError(String)
  /// Something is proven from here on.
  case proves(TraceProof)
  /// A proof ends here.
  case loses(TraceProof)
  /// What was never collected on this path is read.
  case reads(String)
  /// A condition asks about the account, and there is none.
  case readsOfNoAccount(String)
  /// An account would have to be bound here, and there is none.
  case lacksAccount
  /// A session would have to be open here, and there is none.
  case lacksSession
  /// What is named here was made of a secret from here on.
  case holdsSecret(String)
  /// What is named here comes from the account from here on, whose owner nobody has proven to be.
  case holdsAccountFact(String)
  /// The engine does what should be bounded, and spends no counter.
  case countsNothing
  /// The path can be gone again.
  case repeats(Repetition)
  /// The client can tell now that there is an account.
  case tellsOfAccount

  /// Where a path is gone again.
  public enum Repetition: String, Hashable, Sendable {
    /// It has come back to its beginning.
    case loop
    /// In the next run.
    case nextRun = "next-run"
    /// In this run, and in the next ones.
    case always
  }
}

/// What a run can prove on its path.
public enum TraceProof: Hashable, Sendable {
  /// The value of an attribute is an address of the client's.
  case address(of: String)
  /// The code that is out was sent to what an attribute holds.
  case code(for: String)
  /// An address of the bound account is the client's.
  case accountAddress
  /// The bound account was created by this run.
  case ownAccount
  /// The bound account's owner has signed in.
  case presence
}
