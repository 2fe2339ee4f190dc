import FlowCompiler
import FlowModel
import FlowRuntime
import TestSupport
import Testing

@testable import usher

/// What a server demands of its tenants beyond what the compiler proves of each.
@Suite struct ServingRulesTests {
  private static let app = """

    applications:
      gym: { protocol: app-services, flows: { log-in: log-in } }

    """

  /// A tenant as a server has it, with an application that is found by its name alone.
  private func tenant(_ name: String, signer: TableSigner? = nil, more: String = "") throws -> LastGoodTables.Tenant {
    let logIn = try #require(readFile(Repository.root + "/flows/email-password/log-in.yaml"))
    let folder = try Tenants.folder([
      "tenant.yaml": Tenants.tenant.replacing("contoso", with: name) + Self.app + more,
      "log-in.yaml": String(decoding: logIn, as: UTF8.self),
    ])
    let compilation = Compiler.compile(paths: [folder.path])
    let file = TableFile.write(try #require(compilation.tenants.first?.table, "\(compilation.diagnostics)")).bytes
    return LastGoodTables.Tenant(name: name, folder: name, file: file, signature: signer?.sign(file))
  }

  private func problems(
    _ tenants: [LastGoodTables.Tenant], _ verifiers: [TableVerifier] = [], before: [FlowTable] = []
  ) async -> [String] {
    var signed = SignedTables()
    signed.verifiers = verifiers
    return await ServingRules(signed: signed).problems(of: tenants, before: before).map(\.message)
  }

  @Test func `a table is taken with the signature of a key that is named, of its very bytes`() async throws {
    let signer = try #require(TableSigner.random())
    let stranger = try #require(TableSigner.random())
    let keys = [signer.verifier]
    let good = try tenant("club", signer: signer)
    #expect(await problems([good], keys) == [])
    #expect(await problems([good], [stranger.verifier] + keys) == [])
    let wrong = ["`club` is not what a key of `--require-signed` has signed"]
    #expect(await problems([try tenant("club", signer: stranger)], keys) == wrong)
    // A signature that is good, of another tenant's table or of another version.
    let longer = "links: { base: https://club.example.com/auth }\n"
    for other in [try tenant("shop", signer: signer), try tenant("club", signer: signer, more: longer)] {
      try #require(other.file != good.file)
      var swapped = good
      swapped.signature = other.signature
      #expect(await problems([swapped], keys) == wrong)
    }
    #expect(await problems([try tenant("club")], keys).first?.contains("is not signed") == true)
    #expect(await problems([try tenant("club")]) == [])
  }

  @Test func `an application that is found by its name alone is not two tenants', nor passed on in one go`()
    async throws
  {
    let (club, shop) = (try tenant("club"), try tenant("shop"))
    #expect(await problems([club]) == [])
    #expect(
      await problems([club, shop]) == [
        "the application `gym` is one of several tenants (club, shop), and App Services knows applications by their ids "
          + "alone: rename it in all but one"
      ])
    let before = [try TableFile.read(club.file).table]
    #expect(await problems([club], before: before) == [])
    #expect(
      await problems([shop], before: before).first?.hasPrefix(
        "the application `gym` of `club` would become one of `shop`")
        == true)
  }
}
