import FlowCompiler
import FlowExpression
import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource

/// Why a case cannot go on: what it asks for is not there.
struct Unplayable: Error {
  let message: String
  /// Where, if not at the step.
  let span: SourceSpan?

  init(_ message: String, at span: SourceSpan? = nil) { (self.message, self.span) = (message, span) }
}

/// What stands in the places of a case: read from what came, never written down.
extension CaseStage {
  /// A value as JSON, as an attribute takes it; nil: a secret or something else that is a text.
  func json(_ value: CaseValue, for attribute: AttributeDefinition?) throws -> JSON {
    try json(value, for: attribute?.type, isText: attribute == nil)
  }

  func json(_ value: CaseValue, for type: AttributeType?, isText: Bool) throws -> JSON {
    switch value {
    case .text(let text): return .string(try self.text(text))
    case .list(let values): return .array(try values.map { try json($0, for: nil, isText: false) })
    case .map(let members):
      return .object(JSONObject(members: try members.map { ($0.name, try json($0.value, for: nil, isText: false)) }))
    case .null: return .null
    case .bool, .int, .double:
      if isText { return .string(value.writtenText) }
      return Value(value, for: type ?? .any).map { JSON($0) } ?? .null
    }
  }

  /// A value as a text.
  func text(_ value: CaseValue) throws -> String {
    if case .text(let text) = value { return try self.text(text) }
    return value.writtenText
  }

  /// A text with its places filled.
  func text(_ text: CaseText) throws -> String {
    if let plain = text.plain { return plain }
    return try text.parts.map { part in
      switch part {
      case .text(let text): text
      case .place(let place): try fill(place)
      }
    }.joined()
  }

  private func fill(_ place: CaseText.Place) throws -> String {
    switch place {
    case .repeated(let text, let count): return String(repeating: text, count: count)
    case .message(let channel, let number, let part, let address):
      return try read(part, of: message(channel, number, address))
    case .end(let member):
      let values = ends.reversed().lazy.compactMap { end in
        member == "grant" ? end.grants?["sign-in"] : end.result?[member]
      }
      guard let value = values.first else { throw Unplayable("no end has given `\(member)` yet") }
      return value.string ?? value.text
    case .asked(let function, let member):
      guard let request = asked.last(where: { $0.function == function })?.request else {
        throw Unplayable("the function `\(function)` was not asked yet")
      }
      guard let value = request[member] else { throw Unplayable("`\(function)` was not told `\(member)`") }
      return value.string ?? value.text
    case .account: throw Unplayable("an account cannot be read here")
    }
  }

  /// A flow that grants a sign-in, of those that the case's application offers where one does.
  private var grantingFlow: Int32 {
    let granting = table.flows.indices.filter { table.flows[$0].ends.contains(where: \.grantsSignIn) }.map(Int32.init)
    let offered = table.applications.first { $0.name == application }?.flows ?? []
    return granting.first(where: offered.contains) ?? granting.first ?? 0
  }

  /// The newest message, or the one of a number, to anybody or to an address.
  private func message(_ channel: ChannelKind, _ number: Int?, _ address: String?) throws -> Message {
    let sent = messages.filter { message in
      message.channel == channel && (address.map { message.to.lowercased() == $0.lowercased() } ?? true)
    }
    let whom = address.map { " to `\($0)`" } ?? ""
    let kind = channel == .email ? "mail" : "text message"
    guard let number else {
      guard let last = sent.last else { throw Unplayable("there was no \(kind)\(whom) yet") }
      return last
    }
    guard sent.indices.contains(number - 1) else {
      throw Unplayable("there is no \(kind)\(whom) number \(number): there were \(sent.count)")
    }
    return sent[number - 1]
  }

  private func read(_ part: CaseText.MessagePart, of message: Message) throws -> String {
    switch (part, message.content) {
    case (.text, _): return message.words.text
    case (.subject, _): return message.words.subject
    case (.code, .code(let code, _)): return code
    case (.link, .link(_, _, let url, _)), (.link, .invitation(_, _, let url, _)): return url
    case (.token, .link(let token, _, _, _)), (.token, .invitation(let token, _, _, _)): return token
    case (.tokenId, .link(_, let id, _, _)), (.tokenId, .invitation(_, let id, _, _)): return id
    default: throw Unplayable("the message \"\(message.words.subject)\" has no \(part.rawValue)")
    }
  }

  /// Texts that read a given account need the engine for a grant: they are made before the others are filled.
  func filled(_ value: CaseValue) async throws -> CaseValue {
    switch value {
    case .text(let text): return .text(try await filled(text))
    case .list(let values):
      var filled: [CaseValue] = []
      for value in values { filled.append(try await self.filled(value)) }
      return .list(filled)
    default: return value
    }
  }

  func filled(_ text: CaseText) async throws -> CaseText {
    guard text.places.contains(where: { if case .account = $0 { true } else { false } }) else { return text }
    var filled = ""
    for part in text.parts {
      switch part {
      case .text(let text): filled += text
      case .place(.account(let label, let member)): filled += try await read(member, ofAccount: label)
      case .place(let place): filled += try fill(place)
      }
    }
    return CaseText(filled)
  }

  private func read(_ member: String, ofAccount label: String) async throws -> String {
    guard let account = accounts[label] else { throw Unplayable("there is no account `\(label)` yet") }
    switch member {
    case "id": return account.id
    case "password":
      guard let password = account.password else { throw Unplayable("`\(label)` was given no password") }
      return password
    case "grant":
      guard let grant = try await engine.grant(for: account.id, from: grantingFlow, tenant: table.tenant) else {
        throw Unplayable("the account `\(label)` is gone")
      }
      return grant
    default:
      let record = try await storage.transact { [table] in try $0.account(account.id, tenant: table.tenant) }
      guard let value = record?.content?[member] else { throw Unplayable("`\(label)` holds no `\(member)`") }
      return value.string ?? value.text
    }
  }
}

extension CaseValue {
  /// What stands in the file.
  fileprivate var writtenText: String {
    switch self {
    case .bool(_, let written), .int(_, let written), .double(_, let written): written
    case .text(let text): text.source
    case .null, .list, .map: ""
    }
  }
}
