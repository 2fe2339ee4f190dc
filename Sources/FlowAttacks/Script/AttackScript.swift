public import FlowJSON
public import FlowModel

/// An attack as a file that `usher run --replay` performs: JSON lines, a header and then a line for each thing that the
/// attacker does.
///
/// ```
/// {"usher-attack":1,"code":"U401","tenant":"contoso","flow":"reset","claim":"…","goal":"set-password","rounds":1,"world":{…}}
/// {"start":{},"expect":"identify"}
/// {"event":"submit","input":{"email":"victim@example.com"},"expect":"new-password"}
/// ```
///
/// A value `{"mailbox":"code"}` is what the newest message to the attacker says: `code`, `token`, `tokenId`; `grant` is a
/// grant of the attacker's own account. `{"wait":600}` lets so many seconds pass. `functions` are the answers of the
/// tenant's functions in that step, in the order in which they are asked; the others answer `success`.
public struct AttackScript: Hashable, Sendable {
  /// The version of the format.
  static let version: Int64 = 1

  /// The code of the rule that found it.
  public var code: String
  /// The tenant's name.
  public var tenant: String
  /// The flow.
  public var flow: String
  /// What the attacker gains, as the rule says.
  public var claim: String
  /// The state at which the harm is done.
  public var goal: String
  /// The attribute of the victim's account whose change is the harm; nil where the harm is another.
  public var harmed: String?
  /// Whether the harm is that an account does it which may not.
  public var isRefused = false
  /// How often all of it is done, each time in a run of its own: more than once where what is claimed is that there is no
  /// bound.
  public var rounds: Int
  /// Who is there.
  public var world: AttackWorld
  /// What is done, in order.
  public var lines: [AttackLine]
}

/// One thing that the attacker does.
public struct AttackLine: Hashable, Sendable {
  /// What it is.
  public enum Move: Hashable, Sendable {
    /// Starts a run with parameters.
    case start(JSONObject)
    /// Sends an event with fields.
    case event(String, JSONObject)
    /// Waits so many seconds.
    case wait(Int)
  }

  /// What is done.
  public var move: Move
  /// What functions answer in this step, in the order in which they are asked.
  public var functions: [FunctionCall.Outcome] = []
  /// The state at which the run should rest then.
  public var expect: String
}

/// Why a text is no script.
public struct AttackScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is wrong with it, in one sentence without a full stop.
  public let message: String
  /// Both.
  public var description: String { "line \(line): \(message)" }
}

extension AttackScript {
  /// The script as the lines of a file.
  public var text: String {
    var header: JSONObject = [
      "usher-attack": .int(Self.version), "code": .string(code), "tenant": .string(tenant), "flow": .string(flow),
      "claim": .string(claim), "goal": .string(goal), "rounds": .int(Int64(rounds)), "world": world.json,
    ]
    if let harmed { header["harmed"] = .string(harmed) }
    if isRefused { header["refused"] = true }
    return ([.object(header)] + lines.map(\.json)).map { $0.text + "\n" }.joined()
  }

  /// Reads the lines of a file.
  public init(parsing text: String) throws(AttackScriptError) {
    var values: [(line: Int, value: JSON)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy(\.isWhitespace) {
      do {
        values.append((index + 1, try JSON.parse(String(line))))
      } catch {
        throw AttackScriptError(line: index + 1, message: "this is no JSON: \(error)")
      }
    }
    guard let (number, header) = values.first else { throw AttackScriptError(line: 1, message: "the file is empty") }
    guard let version = header["usher-attack"]?.int else {
      throw AttackScriptError(line: number, message: "this is no attack: `usher check --attacks DIR` writes them")
    }
    guard version == Self.version else {
      throw AttackScriptError(line: number, message: "this is version \(version), and \(Self.version) is known")
    }
    guard let code = header["code"]?.string, let tenant = header["tenant"]?.string, let flow = header["flow"]?.string,
      let claim = header["claim"]?.string, let goal = header["goal"]?.string, let rounds = header["rounds"]?.int,
      (1...10_000).contains(rounds), let world = header["world"].flatMap(AttackWorld.init)
    else { throw AttackScriptError(line: number, message: "the header is not complete") }
    self.init(
      code: code, tenant: tenant, flow: flow, claim: claim, goal: goal, harmed: header["harmed"]?.string,
      isRefused: header["refused"] == true, rounds: Int(rounds), world: world, lines: [])
    for (number, value) in values.dropFirst() {
      guard let line = AttackLine(value) else {
        throw AttackScriptError(line: number, message: "a line has `start`, `event` or `wait`, and `expect`")
      }
      lines.append(line)
    }
    guard case .start? = lines.first?.move else {
      throw AttackScriptError(line: number, message: "an attack begins with `start`")
    }
  }
}

extension AttackLine {
  fileprivate var json: JSON {
    var object: JSONObject
    switch move {
    case .start(let input): object = ["start": .object(input)]
    case .event(let event, let input): object = ["event": .string(event), "input": .object(input)]
    case .wait(let seconds): object = ["wait": .int(Int64(seconds))]
    }
    if !functions.isEmpty { object["functions"] = .array(functions.map { .string($0.rawValue) }) }
    object["expect"] = .string(expect)
    return .object(object)
  }

  fileprivate init?(_ json: JSON) {
    guard let expect = json["expect"]?.string else { return nil }
    self.expect = expect
    if let functions = json["functions"] {
      guard let names = functions.strings else { return nil }
      self.functions = names.compactMap(FunctionCall.Outcome.init(rawValue:))
      guard self.functions.count == names.count else { return nil }
    }
    if case .object(let input)? = json["start"] {
      move = .start(input)
    } else if let event = json["event"]?.string {
      guard case .object(let input) = json["input"] ?? .object([:]) else { return nil }
      move = .event(event, input)
    } else if let seconds = json["wait"]?.int, (0...31_622_400).contains(seconds) {
      move = .wait(Int(seconds))
    } else {
      return nil
    }
  }
}
