public import FlowClient

/// Why a call did not do what it should.
public enum ErrorReason: Hashable, Sendable {
  /// The flow goes on in a browser alone.
  case browserRequired
  /// There is an account of this user name already.
  case userAlreadyExists
  /// There is no account of this user name.
  case userNotFound
  /// The account signs in with codes: it has no password to reset.
  case userDoesNotHavePassword
  /// The user name is empty, or none that the server takes.
  case invalidUsername
  /// The password is wrong, or not good enough to be one.
  case invalidPassword
  /// The password is wrong, of a sign-in that began with it.
  case invalidCredentials
  /// The code is wrong, too old, or was tried too often.
  case invalidCode
  /// Attributes of these names have values that the server does not take.
  case invalidAttributes([String])
  /// The address or number that is to become a strong method is none.
  case invalidContact
  /// The server sends nothing to this address or number.
  case contactBlocked
  /// A new password could not be set.
  case resetFailed
  /// The refresh token is too old: a sign-in is needed.
  case refreshTokenExpired
  /// Nobody is signed in any more.
  case signedOut
  /// Another call on the same state is under way. What it comes to is what counts.
  case stateInUse
  /// The flow has gone on from this state, or has ended. Its newest state is the one to use; where that was lost, the flow is
  /// started again.
  case stateIsPast
  /// The flow has outlived its time: it is started again.
  case expired
  /// There is no answer, as the connection failed or the task was cancelled. The same call on the same state can be made again:
  /// a server that took it before answers it as it did.
  case connection(ConnectionError)
  /// The server has too much to do, or was asked too often. The same can be tried again, in so many seconds where that is known.
  case tryLater(seconds: Int?)
  /// The answer is none of the protocol: somebody between may have given it, such as the page of a hotel's network. The same call
  /// on the same state can be made again.
  case unreadableAnswer
  /// The delegate lacks a method, the named one, that was to be called.
  case callbackMissing(String)
  /// Anything else; the description and the numbers say what.
  case general

  /// Whether the state that was used is the one to go on with.
  var keepsState: Bool {
    switch self {
    case .invalidPassword, .invalidCode, .invalidAttributes, .invalidContact, .contactBlocked, .connection, .tryLater,
      .unreadableAnswer:
      true
    default: false
    }
  }

  /// Whether nothing can be done with the state that was used.
  var endsState: Bool {
    switch self {
    case .browserRequired, .stateInUse, .stateIsPast, .expired, .signedOut: true
    default: false
    }
  }
}
