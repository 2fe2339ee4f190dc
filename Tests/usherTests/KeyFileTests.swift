import FlowJSON
import Glibc
import TestSupport
import Testing

/// The key of a database is made once, with the database.
@Suite struct KeyFileTests {
  private func folder() throws -> TemporaryFolder {
    try Tenants.folder(["a/tenant.yaml": Tenants.tenant, "a/sign-up.yaml": Tenants.flow])
  }

  @Test(arguments: [
    ["run", "a", "--json"], ["serve", "a", "--listen", "127.0.0.1:0", "--outbox", "m"], ["keys", "rotate"],
  ])
  func `a database that has lost its key is left as it is`(words: [String]) throws {
    let folder = try folder()
    #expect(try usher("run", "a", "--json", input: "", in: folder).status == 0)
    let database = try #require(readFile(folder.path + "/usher.sqlite"))
    #expect(rename(folder.path + "/usher.sqlite.key", folder.path + "/kept") == 0)
    let result = try run(Repository.program("usher"), words, input: "", folder: folder.path)
    #expect(result.status == 3)
    #expect(result.errors.contains("key") && result.errors.contains("usher.sqlite.key"), "\(result.errors)")
    #expect(access(folder.path + "/usher.sqlite.key", F_OK) != 0)
    #expect(readFile(folder.path + "/usher.sqlite") == database)
    #expect(try usher("run", "a", "--json", "--key", "kept", input: "", in: folder).status == 0)
  }
}
