import FlowRuntime

/// Why a transaction was not carried out.
enum Failure: Error {
  /// Another one was in its way: it is run again.
  case overtaken(String)
  /// The connection is gone, and what was sent on it is undone: it is run again on another one.
  case lost(String)
  /// The connection went while the commit was under way: nobody knows what became of it.
  case unanswered(String)
  /// It cannot be carried out.
  case final(StorageError)

  /// What the server said, by its SQLSTATE (appendix A of PostgreSQL's manual).
  init(state: String?, message: String) {
    guard let state else {
      self = .lost(message)
      return
    }
    switch state.prefix(2) {
    // Statement completion unknown: what was done once must not be done again.
    case "40" where state == "40003": self = .unanswered(message)
    case "40": self = .overtaken(message)
    // A row that was not there a moment ago, or is gone: the identifier, key or table is another transaction's. What else is
    // not allowed of a row is so the next time, too.
    case "23" where ["23503", "23505"].contains(state): self = .overtaken(message)
    // So is a table that another node made while this one made it.
    case "42" where state == "42P07": self = .overtaken(message)
    // The connection, or the server that shuts down, starts or has become a replica.
    case "08",
      "57" where state != "57014":
      self = .lost(message)
    case "25" where state == "25006": self = .lost(message)
    default: self = .final(.unavailable("\(message) (SQLSTATE \(state))"))
    }
  }

  /// What a caller is told where nothing is tried any more.
  var error: StorageError {
    switch self {
    case .overtaken(let reason): .unavailable("others were in the way too often: \(reason)")
    case .lost(let reason): .unavailable("the database cannot be reached: \(reason)")
    case .unanswered(let reason):
      .unavailable("the connection to the database was lost while it committed, which it may have done: \(reason)")
    case .final(let error): error
    }
  }
}
