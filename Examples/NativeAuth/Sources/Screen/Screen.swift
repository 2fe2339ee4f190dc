public import NativeAuth

/// A text field, which a person fills in at the terminal.
@MainActor
public final class TextField {
  /// What stands in it; nil: nothing.
  public var text: String?
}

/// A text that is shown: each that is set is a line of the output.
@MainActor
public final class TextView {
  /// The newest text.
  public var text = "" { didSet { print(text) } }
}

/// What the tutorials' view controllers have: fields, a text, and the app of the library. A program is its subclass, and
/// conforms to the delegates as the tutorials do.
@MainActor
open class Screen {
  /// The app.
  public let nativeAuth: MSALNativeAuthPublicClientApplication
  /// The person's address.
  public let emailTextField = TextField()
  /// The person's password.
  public let passwordTextField = TextField()
  /// What the person is told.
  public let resultTextView = TextView()
  private let codes: any CodeSource
  private let isInProcess: Bool
  private var waiting: CheckedContinuation<Void, Never>?

  /// A screen over a server.
  public required init(_ server: ServerChoice) {
    nativeAuth = server.application
    codes = server.codes
    isInProcess = server.isInProcess
  }

  /// Makes an account where the server is in this program, which knows nobody when it begins.
  public func haveAccount(_ email: String, password: String) async {
    guard isInProcess else { return }
    let parameters = SignUpParameters(username: email)
    parameters.password = password
    parameters.attributes = ["country": "United States", "city": "Redmond"]
    guard case .codeRequired(let state, _)? = try? await nativeAuth.signUp(parameters),
      case .completed? = try? await state.submitCode(codes.newest(to: email))
    else { fail("there is no account to begin with") }
  }

  /// Reads a line that the person types after a question; nil at the end of the input.
  public func ask(_ question: String) -> String? {
    print(question, terminator: ": ")
    let line = readLine()
    print(line ?? "")
    return line
  }

  /// The code that the person has got: typed, or, where the line is empty, taken from the outbox.
  public func askForCode() -> String {
    let typed = ask("Code") ?? ""
    return typed.isEmpty ? codes.newest(to: emailTextField.text ?? "") : typed
  }

  /// The program comes to its end.
  public func finish() {
    waiting?.resume()
    waiting = nil
  }

  /// Presses a button and waits for the end.
  public func run(_ press: @MainActor () -> Void) async {
    await withCheckedContinuation { continuation in
      waiting = continuation
      press()
    }
  }

  /// Runs a program with the arguments of the command line: `URL` or `--in-process FOLDER`, and `--outbox FILE`.
  public static func launch(_ clientId: String, _ press: @MainActor (Self) async -> Void) async {
    let screen = Self(await ServerChoice(CommandLine.arguments, clientId: clientId))
    await press(screen)
  }
}
