/// What the tenants' functions are allowed on a host, which is its operator's to say.
public struct FunctionSettings: Hashable, Sendable {
  /// Whether they may be commands.
  public var commands: CommandRule
  /// Where web hooks may be.
  public var hosts: AllowedHosts
  /// The folder that has a folder of secrets for each tenant; nil: there are no files of secrets.
  public var secrets: String?
  /// Whether a web hook outside of this machine must be signed with a key of at least `SecretKeys.leastSize` bytes.
  public var demandsSecrets: Bool

  /// The settings of a server: no commands, web hooks at public addresses over HTTPS, each signed.
  public init(
    commands: CommandRule = .refused, hosts: AllowedHosts = .public, secrets: String? = nil,
    demandsSecrets: Bool = true
  ) {
    self.commands = commands
    self.hosts = hosts
    self.secrets = secrets
    self.demandsSecrets = demandsSecrets
  }

  /// The settings of whoever writes flows: commands, and web hooks on this machine as well.
  public static let development = FunctionSettings(
    commands: .allowed(), hosts: .publicAndLocal, demandsSecrets: false)
}
