/// The user that commands run as, in place of the server's own.
public struct CommandUser: Hashable, Sendable {
  /// The user's id.
  public let id: UInt32
  /// The id of the user's own group. A command is in no other.
  public let group: UInt32
  /// The user's folder, which is the command's `HOME`.
  public let home: String

  /// A user. Only a process of root's can start a command as somebody else.
  public init(id: UInt32, group: UInt32, home: String) {
    self.id = id
    self.group = group
    self.home = home
  }
}

/// Whether a tenant's functions may be local commands.
public enum CommandRule: Hashable, Sendable {
  /// They may not: a command can do on the machine whatever its user can.
  case refused
  /// They may, as the user of this process, or as another one.
  case allowed(as: CommandUser? = nil)
}
