import FlowDelivery
import FlowHTTP
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowTokens

/// What a server and its tenants need of the machine.
enum MachineNeeds {
  /// Throws where a library is missing: all of them, by the names of their Debian packages, before a file is made.
  static func demandLibraries() throws(Failure) {
    let missing = [
      ("libmicrohttpd12", HTTPServer.missingLibrary), ("libcjose0", SigningKeys.missingLibrary),
    ].compactMap { name, reason in reason.map { (name, $0) } }
    guard !missing.isEmpty else { return }
    let reasons = missing.map { "\($0): \($1)" }.joined(separator: "; ")
    throw .impossible(
      "libraries are missing: \(reasons); on Debian: apt install \(missing.map(\.0).joined(separator: " "))")
  }

  /// Tells what tenants need and will miss as soon as somebody comes.
  static func tellLacks(of tables: [FlowTable], _ log: ServeLog) {
    let hasDictionary = CommonPasswords().hasDictionary
    for table in tables {
      for function in table.functions {
        guard let lack = FunctionGateway.lack(of: function) else { continue }
        log.write(LogEntry(.warning, "the function \(function.name) \(lack): it will fail", tenant: table.tenant))
      }
      if !table.channels.isEmpty, let lack = TenantChannels.lack {
        log.write(LogEntry(.warning, "messages leave by libcurl, and \(lack): none will", tenant: table.tenant))
      }
      if table.passwords.forbidsCommon, !hasDictionary {
        log.write(
          LogEntry(
            .warning, "few common passwords are known, as there is no dictionary (Debian: cracklib-runtime)",
            tenant: table.tenant))
      }
    }
  }
}
