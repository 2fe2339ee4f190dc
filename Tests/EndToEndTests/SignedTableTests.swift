import FlowJSON
import Glibc
import TestSupport
import Testing

/// Tables made elsewhere, and who vouches for them.
@Suite struct SignedTableTests {
  private let scene: ServingScene
  private var folder: TemporaryFolder { scene.folder }

  init() throws {
    scene = try ServingScene()
    scene.write("club")
    scene.write("shop")
  }

  private func usher(_ words: String...) throws -> ProcessResult {
    try run(Repository.program("usher"), words, folder: folder.path)
  }

  /// Makes a pair of keys and a signed table of each tenant.
  private func sign() throws {
    let made = try usher("keys", "make-signer", "signer")
    #expect(made.status == 0 && made.output == folder.read("signer.pub"), "\(made)")
    mkdir(folder.path + "/tables", 0o755)
    for tenant in ["club", "shop"] { try compile(tenant) }
  }

  private func compile(_ tenant: String, _ more: String...) throws {
    let compiled = try run(
      Repository.program("usher"),
      ["compile", "flows/\(tenant)", "-o", "tables/\(tenant).table", "--sign", "signer"] + more, folder: folder.path)
    try #require(compiled.status == 0, "\(compiled)")
    #expect(compiled.output.contains("  tables/\(tenant).table\nusher-verifier "))
    #expect(compiled.output.hasSuffix("  tables/\(tenant).table.sig\n"))
  }

  private static let required = ["--require-signed", "signer.pub"]

  @Test func `tables are served, and read again as they change`() throws {
    try sign()
    let (server, url) = try scene.serve(["tables"])
    for tenant in ["club", "shop"] { #expect(try scene.join(url, tenant).text("end", "name") == "completed") }
    folder.write("flows/club/join.yaml", ServingScene.plain.replacing("{ end: completed", with: "{ end: joined"))
    try compile("club")
    server.hangUp()
    try scene.log("the flows were read again: changed club")
    #expect(try scene.join(url, "club").text("end", "name") == "joined")
    folder.write("tables/shop.table", "no table")
    server.hangUp()
    try scene.log("`tables/shop.table`: this is no flow table file")
    #expect(try scene.join(url, "shop").text("end", "name") == "completed")
    try scene.end(server)
    // Also by its own name, and beside sources.
    let (next, nextURL) = try scene.serve(["tables/club.table", "flows/shop"])
    #expect(try scene.join(nextURL, "club").text("end", "name") == "joined")
    #expect(try scene.join(nextURL, "shop").text("end", "name") == "completed")
    try scene.end(next)
  }

  @Test func `a tenant that is there twice, as sources and as a table, is refused`() throws {
    try sign()
    let refused = try scene.refused(["tables/club.table", "flows/club"])
    #expect(refused.status == 1 && refused.errors.contains("there are 2 tenants called `club`"), "\(refused)")
  }

  @Test func `commands of a table run in the folder that it lies in`() throws {
    scene.write("club", function: "command: [sh, hook.sh]")
    try sign()
    folder.write("tables/hook.sh", #"cat > /dev/null; echo '{"status":"success"}'"# + "\n")
    let (server, url) = try scene.serve(["tables"], ["--allow-commands"])
    #expect(try scene.join(url, "club").text("end", "name") == "done")
    try scene.end(server)
  }

  @Test func `signed tables are served where signatures are demanded, by any key that is named`() throws {
    try sign()
    let (server, url) = try scene.serve(["tables"], Self.required)
    #expect(try scene.join(url, "club").text("end", "name") == "completed")
    try scene.end(server)
    // The key itself, and a file of several.
    let key = try #require(folder.read("signer.pub"))
    #expect(try usher("keys", "make-signer", "other").status == 0)
    folder.write("both.pub", try #require(folder.read("other.pub")) + key)
    for keys in [key.replacing("\n", with: ""), "both.pub"] {
      let (next, _) = try scene.serve(["tables"], ["--require-signed", keys])
      try scene.end(next)
    }
    let stranger = try scene.refused(["tables"], ["--require-signed", "other.pub"])
    #expect(stranger.status == 1 && stranger.errors.contains("is not what a key of `--require-signed` has signed"))
  }

  @Test(arguments: ["changed", "another's", "unsigned", "sources", "no signature", "of another file"])
  func `what is not signed is not served, at a start and later`(what: String) throws {
    try sign()
    let (server, url) = try scene.serve(["tables"], Self.required)
    switch what {
    case "changed":
      // A whole table of other flows under the signature of the old one.
      folder.write("flows/club/join.yaml", ServingScene.plain.replacing("{ end: completed", with: "{ end: joined"))
      #expect(try usher("compile", "flows/club", "-o", "tables/club.table").status == 0)
    case "another's":
      #expect(try usher("keys", "make-signer", "thief").status == 0)
      #expect(try usher("compile", "flows/club", "-o", "tables/club.table", "--sign", "thief").status == 0)
    case "unsigned": #expect(unlink(folder.path + "/tables/club.table.sig") == 0)
    case "sources":
      #expect(try run("/bin/mv", ["flows/club", "tables/club"], folder: folder.path).status == 0)
      #expect(unlink(folder.path + "/tables/club.table") == 0)
    case "no signature": folder.write("tables/club.table.sig", "usher-signature 00\n")
    default:
      #expect(try run("/bin/cp", ["tables/shop.table.sig", "tables/club.table.sig"], folder: folder.path).status == 0)
    }
    server.hangUp()
    try scene.log("has problems: what was served of it last is served instead")
    #expect(try scene.join(url, "club").text("end", "name") == "completed")
    try scene.end(server)
    let fresh = try scene.refused(["tables"], Self.required + ["--require-fresh"])
    #expect(fresh.status == 1 && fresh.errors.contains("tables/club"), "\(fresh)")
    // What was served last was signed, and is taken from storage.
    let (next, nextURL) = try scene.serve(["tables"], Self.required)
    #expect(try scene.join(nextURL, "club").text("end", "name") == "completed")
    try scene.end(next)
  }

  @Test func `what was served last without a signature is not served where one is demanded`() throws {
    let (server, _) = try scene.serve(["flows"])
    try scene.end(server)
    #expect(try usher("keys", "make-signer", "signer").status == 0)
    let refused = try scene.refused(["flows"], Self.required)
    #expect(refused.status == 1 && refused.errors.contains("`flows/club` is not signed"), "\(refused)")
  }

  @Test func `run takes what serve takes`() throws {
    try sign()
    func start(_ path: String, _ options: [String]) throws -> ProcessResult {
      try run(
        Repository.program("usher"), ["run", path, "join", "--json", "--storage", "memory"] + options,
        folder: folder.path)
    }
    #expect(try start("tables/club.table", Self.required).status == 0)
    #expect(try start("tables/club.table", []).status == 0)
    let sources = try start("flows/club", Self.required)
    #expect(sources.status == 3 && sources.errors.contains("is not signed"))
    #expect(unlink(folder.path + "/tables/club.table.sig") == 0)
    #expect(try start("tables/club.table", Self.required).status == 3)
    #expect(try start("tables/shop.table", ["--require-signed", "absent.pub"]).status == 3)
    #expect(try start("tables/shop.table", ["--require-signed", "signer"]).status == 3)
  }

  @Test func `a signer's key is made once, for its owner alone, and is no public one`() throws {
    try sign()
    var status = stat()
    #expect(stat(folder.path + "/signer", &status) == 0 && status.st_mode & 0o777 == 0o600)
    let before = folder.read("signer")
    #expect(try usher("keys", "make-signer", "signer").status == 3)
    #expect(folder.read("signer") == before)
    #expect(try usher("keys", "make-signer").status == 2)
    #expect(folder.read("db") == nil && folder.read("usher.sqlite") == nil)
    let wrong = try usher("compile", "flows/club", "-o", "x.table", "--sign", "signer.pub")
    #expect(wrong.status == 3 && folder.read("x.table") == nil)
    chmod(folder.path + "/signer", 0o644)
    let loose = try usher("compile", "flows/club", "-o", "x.table", "--sign", "signer")
    #expect(loose.status == 3 && loose.errors.contains("chmod 600"))
  }

  @Test func `another program finds the signature true: Ed25519 over a label and the very bytes`() throws {
    try sign()
    let script = """
      import pathlib
      from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
      def digits(name): return bytes.fromhex(pathlib.Path(name).read_text().split()[1])
      key = Ed25519PublicKey.from_public_bytes(digits("signer.pub"))
      key.verify(digits("tables/club.table.sig"), b"usher table file 1\\n" + pathlib.Path("tables/club.table").read_bytes())
      print("true")
      """
    #expect(try run("/usr/bin/python3", ["-c", script], folder: folder.path).output == "true\n")
  }
}
