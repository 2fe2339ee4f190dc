import FlowCompiler
import FlowGenerator
import FlowModel
import GeneratedClients
import TestSupport
import Testing

/// What must not compile does not, and says so where it stands.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct MisuseTests {
  private static let folder = "Tests/GeneratedClientTests/Misuse/"
  static let misuses = [
    "event-of-another-page", "unknown-event", "unknown-field", "missing-field", "wrong-type", "unknown-option",
    "forgotten-result", "unknown-application",
  ]
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test(arguments: misuses + ["made-up-state"])
  func `the Swift compiler refuses`(_ name: String) throws {
    let result = try Checking.swift([Repository.root + "/" + Self.folder + name + ".swift"])
    #expect(result.status != 0)
    expectSnapshot(result.errors.joined(separator: "\n") + "\n", at: Self.folder + name + ".swift.expected")
  }

  @Test(arguments: ["MainActor", "nonisolated"])
  func `a client compiles whatever the isolation of its target is by default`(_ isolation: String) throws {
    let clients = ["SignUp.swift", "SignIn.swift"].map { Repository.root + "/Tests/GeneratedClients/" + $0 }
    let result = try Checking.swift(clients, ["-default-isolation", isolation])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: misuses)
  func `tsc refuses`(_ name: String) throws {
    for file in ["Tests/GeneratedClients/sign-up.ts", Self.folder + name + ".ts"] {
      let bytes = try #require(readFile(Repository.root + "/" + file))
      temporary.write(String(file.split(separator: "/").last ?? ""), String(decoding: bytes, as: UTF8.self))
    }
    let result = try Checking.typescript([temporary.path + "/" + name + ".ts"])
    #expect(result.status != 0)
    expectSnapshot(result.errors.joined(separator: "\n") + "\n", at: Self.folder + name + ".ts.expected")
  }

  @Test(arguments: ClientLanguage.allCases)
  func `a page that is removed from the flow breaks the caller at its own line`(_ language: ClientLanguage) throws {
    let ending = language == .swift ? "swift" : "ts"
    let caller = temporary.path + "/caller.\(ending)"
    temporary.write("caller.\(ending)", language == .swift ? Self.swiftCaller : Self.typescriptCaller)
    for name in ["tenant.yaml", "sign-up.yaml", "prove-email.yaml", "collect-attributes.yaml"] {
      let bytes = try #require(readFile(Repository.root + "/flows/native-auth/" + name))
      temporary.write("before/" + name, Self.alone(String(decoding: bytes, as: UTF8.self)))
      temporary.write("after/" + name, Self.alone(String(decoding: bytes, as: UTF8.self), withoutPage: true))
    }
    var errors: [[String]] = []
    for version in ["before", "after"] {
      let table = try Compiler.table(folder: temporary.path + "/" + version)
      let client = language.client(of: try #require(table.flow(named: "sign-up")), in: table)
      temporary.write("sign-up.\(ending)", client)
      let files = language == .swift ? [temporary.path + "/sign-up.swift", caller] : [caller]
      errors.append(try language == .swift ? Checking.swift(files).errors : Checking.typescript(files).errors)
    }
    #expect(errors[0] == [])
    #expect(!errors[1].isEmpty && errors[1].allSatisfy { $0.hasPrefix("caller.\(ending)") }, "\(errors[1])")
    expectSnapshot(
      errors[1].joined(separator: "\n") + "\n", at: Self.folder + "removed-page.\(ending).expected")
  }

  /// The tenant with the one flow, and without the page on which people say who they are.
  private static func alone(_ text: String, withoutPage: Bool = false) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let applications = lines.firstIndex(of: "applications:") {
      lines.removeSubrange(applications...)
      lines += ["applications:", "  ios: { flows: [sign-up] }", ""]
    }
    if withoutPage, let page = lines.firstIndex(of: "  about-you:") {
      let end = lines[page...].firstIndex(of: "") ?? lines.endIndex
      lines.removeSubrange(page..<end)
      lines = lines.map { $0.replacing("submit: about-you", with: "submit: collected") }
    }
    return lines.joined(separator: "\n")
  }

  private static let swiftCaller = """
    import FlowClient

    func finish(_ place: SignUp.CollectAttributesWhereYouLive) async throws -> SignUp.Completed? {
      switch try await place.submit(country: "Norway", city: "Oslo") {
      case .collectAttributesAboutYou(let about):
        guard case .completed(let done) = try await about.submit(age: 36, newsletter: false) else { return nil }
        return done
      case .completed(let done): return done
      case .userAlreadyExists, .refused: return nil
      }
    }

    """

  private static let typescriptCaller = """
    import { CollectAttributesWhereYouLive, Completed } from "./sign-up";

    export async function finish(place: CollectAttributesWhereYouLive): Promise<Completed | undefined> {
      const result = await place.submit({ country: "Norway", city: "Oslo" });
      if (result.kind === "collectAttributesAboutYou") {
        const last = await result.page.submit({ age: 36, newsletter: false });
        return last.kind === "completed" ? last.end : undefined;
      }
      return result.kind === "completed" ? result.end : undefined;
    }

    """
}
