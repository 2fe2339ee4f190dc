import FlowJSON
import FlowModel
import FlowRuntime

/// The attributes that a client sent: a JSON object in one form field, whose values are texts.
struct WireAttributes {
  private let values: JSONObject

  /// Reads the form field; nil stands for none.
  init(_ text: String?) throws(WireError) {
    guard let text else {
      values = [:]
      return
    }
    guard case .object(let object)? = try? JSON.parse(text, maxDepth: 4) else { throw .parameter("attributes") }
    values = JSONObject(members: object.members.map { (Self.plain($0.name), $0.value) })
  }

  /// Custom attributes are called `extension_{app id}_{name}` on the wire.
  private static func plain(_ name: String) -> String {
    let parts = name.split(separator: "_", maxSplits: 2)
    return parts.count == 3 && parts[0] == "extension" ? String(parts[2]) : name
  }

  /// The names of all that were sent.
  var names: Set<String> { Set(values.members.map(\.name)) }

  /// Those that some fields take, in the types of the fields. What no field takes is left out, as the service ignores it.
  func input(for fields: [FieldView]) -> JSONObject {
    var input: JSONObject = [:]
    for field in fields {
      guard let type = field.type, let value = values[field.name] else { continue }
      input[field.name] = Self.value(value, as: type)
    }
    return input
  }

  /// A text as a value of a type; where it is none, it stays a text, and the field's own rule says what is wrong.
  private static func value(_ json: JSON, as type: AttributeType) -> JSON {
    guard case .string(let text) = json else { return json }
    switch type {
    case .integer: return Int64(text).map(JSON.int) ?? json
    case .number: return Double(text).flatMap { $0.isFinite ? .double($0) : nil } ?? json
    case .boolean: return ["true": true, "false": false][text.lowercased()].map(JSON.bool) ?? json
    case .list:
      let elements = text.split(separator: ",").map { $0.drop { $0 == " " } }
      return .array(elements.map { .string(String($0)) })
    default: return json
    }
  }
}

extension EventView {
  /// The attributes that are still to be given on a run's page, as the wire describes them: never none. `missing` are
  /// those that were found missing; nil where none were looked for.
  func requiredAttributes(at page: PageView?, _ missing: [String]? = nil) -> [JSON] {
    // As they stand with what the run has: a field that is not shown is asked for by nobody.
    var answers = page.map { FieldAnswers($0) }
    let shown = fields.compactMap { field in answers == nil ? field : answers?.field(field) }
    let open = shown.filter { missing?.contains($0.name) ?? (page?.value(of: $0) == nil) }
    return (open.isEmpty ? shown.isEmpty ? fields : shown : open).map { field in
      var field = field
      if missing?.contains(field.name) == true { field.isRequired = true }
      return field.wire
    }
  }
}

extension FieldView {
  fileprivate var wire: JSON {
    var object: JSONObject = [
      "name": .string(name), "type": .string(type?.name ?? "string"), "required": .bool(isRequired),
    ]
    object["options"] = expression.map { ["regex": .string($0)] }
    return .object(object)
  }

  /// What a value's text must match, for clients that check while a person types.
  private var expression: String? {
    if let pattern = attribute?.pattern { return "^(?:\(pattern))$" }
    let choice = options.map(Self.escaped).joined(separator: "|")
    switch type {
    case .choice: return "^(?:\(choice))$"
    case .list where !options.isEmpty: return "^(?:\(choice))(?:,(?:\(choice)))*$"
    case .integer: return "^-?[0-9]+$"
    case .number: return "^-?[0-9]+(?:\\.[0-9]+)?$"
    case .boolean: return "^(?:true|false)$"
    case .date: return "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    case .phone: return attribute?.region.isEmpty == false ? "^[+0-9 ()./-]{3,64}$" : "^\\+[0-9 ()./-]{3,64}$"
    default: return nil
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\^$.|?*+()[]{}/-".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
  }
}
