// A server of your own that runs compiled flows. There is no compiler and no YAML in here: `usher compile` made the
// table's file before, on the developer's machine or in CI.
//
//     usher compile flows/native-auth -o native-auth.table
//     embed-example native-auth.table

import FlowDelivery
import FlowJSON
import FlowModel
import FlowPasswords
import FlowRuntime
import Foundation

/// How codes leave: this host prints its mail, and remembers the last code in place of the person who would read it.
actor Mailbox: Channel {
  private(set) var lastCode = ""

  nonisolated func accepts(_ kind: ChannelKind, to address: String) -> Bool { kind == .email }

  func deliver(_ message: Message) async throws(DeliveryError) {
    if case .code(let code, _) = message.content { lastCode = code }
    print("mail to \(message.to): \(message.words.text)")
  }
}

guard CommandLine.arguments.count == 2, let key = ServerKey.random() else { exit(2) }
let mailbox = Mailbox()

// `try await SQLiteStorage(path:)` in place of memory keeps runs and accounts. Then keep the key as well: it opens them.
let engine = Engine(
  storage: MemoryStorage(),
  ports: EnginePorts(
    key: key, channel: mailbox, functions: FunctionGateway(folder: "."), dictionary: CommonPasswords()))
do {
  try await engine.install(file: [UInt8](Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))))
} catch {
  print("\(CommandLine.arguments[1]): \(error)")
  exit(1)
}

// From here on it is what a client sends. Each reply holds the token that the next event needs.
var reply = await engine.start(
  flow: "sign-up", tenant: "native-auth", by: .client("ios"), input: ["email": "ada@example.com", "country": "Norway"])
print(reply.json.text)
await engine.deliverMessages()

let answers: [JSONObject] = [
  ["code": .string(await mailbox.lastCode)], ["city": "Oslo"], ["age": 36, "newsletter": false],
]
for answer in answers {
  reply = await engine.send(ClientEvent("submit", input: answer, token: reply.token))
  print(reply.json.text)
}
exit(reply.end?.name == "completed" ? 0 : 1)
