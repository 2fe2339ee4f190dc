import FlowDelivery
import Glibc

/// What the tenants' functions may do here, as options say it.
enum FunctionOptions {
  static let hosts = Option(
    "allow-hosts", value: "LIST", "where web hooks may be, such as `*.example.com,http://localhost:9000,10.0.0.0/8`")
  static let secrets = Option(
    "secrets", value: "DIR", "a folder with a folder for each tenant, for `secret: file:NAME`")
  static let commandsAs = Option("commands-as", value: "USER", "run commands as this user; the server must be root's")

  /// Those of `serve`.
  static let serving = [
    Option("allow-commands", nil, "serve tenants whose functions are commands, too, which are for development"),
    commandsAs, hosts, secrets,
  ]

  /// Those of `run`, where commands are allowed.
  static let running = [commandsAs, hosts, secrets]

  /// Those of `check`, which then tells what a server with them would refuse.
  static let checked = [hosts, secrets]

  /// What the options of `check` say.
  static func checking(_ arguments: Arguments) throws(Failure) -> FunctionSettings {
    try settings(FunctionSettings(), arguments)
  }

  /// What the options of `serve` say.
  static func serving(_ arguments: Arguments) throws(Failure) -> FunctionSettings {
    let user = try user(arguments)
    guard arguments.has("allow-commands") || user == nil else {
      throw .usage("`--commands-as` is for the commands that `--allow-commands` allows")
    }
    return try settings(
      FunctionSettings(commands: arguments.has("allow-commands") ? .allowed(as: user) : .refused), arguments)
  }

  /// What the options of `run` say.
  static func running(_ arguments: Arguments) throws(Failure) -> FunctionSettings {
    var settings = FunctionSettings.development
    settings.commands = .allowed(as: try user(arguments))
    return try self.settings(settings, arguments)
  }

  private static func settings(
    _ standard: FunctionSettings, _ arguments: Arguments
  ) throws(Failure) -> FunctionSettings {
    var settings = standard
    if let list = arguments.value("allow-hosts") {
      let (hosts, wrong) = AllowedHosts.reading(list)
      guard let hosts else {
        throw .usage(
          "the option `--allow-hosts` cannot have \(wrong.quoted)",
          help: "it takes hosts, addresses and networks with commas between them, "
            + "such as `*.example.com,http://localhost:9000,10.0.0.0/8`")
      }
      settings.hosts = hosts
    }
    if let folder = arguments.value("secrets") {
      var status = stat()
      guard stat(folder, &status) == 0 else { throw .impossible("the secrets \(folder.quoted): \(reason(errno))") }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .impossible("the secrets \(folder.quoted) are no folder") }
      settings.secrets = resolved(folder) ?? folder
    }
    return settings
  }

  private static func user(_ arguments: Arguments) throws(Failure) -> CommandUser? {
    guard let name = arguments.value("commands-as") else { return nil }
    guard geteuid() == 0 else {
      throw .impossible("`--commands-as` needs to be started as root: nobody else can start a command as another user")
    }
    var (entry, buffer) = (passwd(), [CChar](repeating: 0, count: 65_536))
    var found: UnsafeMutablePointer<passwd>?
    guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      throw .usage("`--commands-as`: there is no user \(name.quoted)")
    }
    guard entry.pw_uid != 0, entry.pw_gid != 0 else {
      throw .usage("`--commands-as`: \(name.quoted) is root, or of its group, whom nothing is kept from")
    }
    let home = entry.pw_dir.map { String(cString: $0) } ?? "/"
    return CommandUser(id: entry.pw_uid, group: entry.pw_gid, home: home)
  }
}
