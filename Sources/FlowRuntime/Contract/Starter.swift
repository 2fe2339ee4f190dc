/// Who starts a run, and so what may be started.
public enum Starter: Hashable, Sendable {
  /// A client of a transport that serves others, by the application that it names; nil: it names none. Where the tenant
  /// declares applications, it starts what that one offers, and without a name nothing.
  case client(String?)
  /// Whoever operates the software, such as a developer at their own terminal: any flow, for no application. A transport
  /// that serves others never starts a run so, whatever a request leaves out.
  case `operator`
}
