import FlowJSON

/// The part of SARIF 2.1.0 that we write, transcribed from the standard (OASIS, sections 3.13 to 3.57): for each object
/// the properties it may have, with their types, and which it must have. Nothing else is let pass.
enum SARIFShape {
  indirect enum Value: Sendable {
    case text
    /// At least so much.
    case number(Int64)
    case flag
    case one([String])
    case object(String)
    case list(Value, unique: Bool = false)
    case map(Value)
    /// A URI reference: ASCII without blanks, percent signs only before two hexadecimal digits.
    case uri
  }

  typealias Properties = [String: Value]

  /// Objects by name; a property whose name ends with `!` must be there.
  static let objects: [String: Properties] = [
    "sarifLog": ["$schema": .uri, "version!": .one(["2.1.0"]), "runs!": .list(.object("run"))],
    "run": [
      "tool!": .object("tool"), "invocations": .list(.object("invocation")),
      "originalUriBaseIds": .map(.object("artifactLocation")),
      "columnKind": .one(["utf16CodeUnits", "unicodeCodePoints"]),
      "results": .list(.object("result")),
    ],
    "tool": ["driver!": .object("toolComponent")],
    "toolComponent": ["name!": .text, "version": .text, "rules": .list(.object("reportingDescriptor"), unique: true)],
    "reportingDescriptor": [
      "id!": .text, "shortDescription": .object("multiformatMessageString"),
      "fullDescription": .object("multiformatMessageString"), "help": .object("multiformatMessageString"),
      "defaultConfiguration": .object("reportingConfiguration"),
    ],
    "reportingConfiguration": ["level": .one(["none", "note", "warning", "error"])],
    "multiformatMessageString": ["text!": .text, "markdown": .text],
    "invocation": [
      "executionSuccessful!": .flag, "toolExecutionNotifications": .list(.object("notification")),
    ],
    "notification": [
      "descriptor": .object("reportingDescriptorReference"), "level": .one(["none", "note", "warning", "error"]),
      "message!": .object("message"), "locations": .list(.object("location")),
    ],
    "reportingDescriptorReference": ["id": .text],
    "result": [
      "ruleId": .text, "ruleIndex": .number(-1), "level": .one(["none", "note", "warning", "error"]),
      "message!": .object("message"), "locations": .list(.object("location")),
      "relatedLocations": .list(.object("location"), unique: true), "partialFingerprints": .map(.text),
      "codeFlows": .list(.object("codeFlow")), "fixes": .list(.object("fix"), unique: true),
    ],
    "codeFlow": ["message": .object("message"), "threadFlows!": .list(.object("threadFlow"))],
    "threadFlow": [
      "id": .text, "message": .object("message"), "locations!": .list(.object("threadFlowLocation")),
    ],
    "threadFlowLocation": [
      "location": .object("location"), "nestingLevel": .number(0), "executionOrder": .number(-1),
      "importance": .one(["important", "essential", "unimportant"]),
    ],
    "message": ["text!": .text],
    "location": ["id": .number(-1), "physicalLocation": .object("physicalLocation"), "message": .object("message")],
    "physicalLocation": ["artifactLocation!": .object("artifactLocation"), "region": .object("region")],
    "artifactLocation": ["uri": .uri, "uriBaseId": .text, "description": .object("message")],
    "region": ["startLine": .number(1), "startColumn": .number(1), "endLine": .number(1), "endColumn": .number(1)],
    "fix": ["description": .object("message"), "artifactChanges!": .list(.object("artifactChange"), unique: true)],
    "artifactChange": [
      "artifactLocation!": .object("artifactLocation"), "replacements!": .list(.object("replacement")),
    ],
    "replacement": ["deletedRegion!": .object("region"), "insertedContent": .object("artifactContent")],
    "artifactContent": ["text": .text],
  ]

  /// What does not fit, each with its path.
  static func problems(_ value: JSON) -> [String] { problems(value, .object("sarifLog"), "") }

  private static func problems(_ value: JSON, _ shape: Value, _ path: String) -> [String] {
    switch (shape, value) {
    case (.text, .string), (.flag, .bool): return []
    case (.number(let least), .int(let number)): return number >= least ? [] : ["\(path): \(number)"]
    case (.one(let words), .string(let word)): return words.contains(word) ? [] : ["\(path): \(word)"]
    case (.uri, .string(let text)): return isURI(Array(text.utf8)) ? [] : ["\(path): \(text)"]
    case (.list(let element, let unique), .array(let elements)):
      let repeated = unique && Set(elements).count < elements.count ? ["\(path): not unique"] : []
      return repeated + elements.enumerated().flatMap { problems($1, element, "\(path)[\($0)]") }
    case (.map(let element), .object(let object)):
      return object.members.flatMap { problems($0.value, element, "\(path).\($0.name)") }
    case (.object(let name), .object(let object)):
      guard let properties = objects[name] else { return ["\(path): no \(name)"] }
      var found: [String] = []
      for property in properties.keys.sorted()
      where property.hasSuffix("!") && object[String(property.dropLast())] == nil {
        found.append("\(path).\(property) is missing")
      }
      for member in object.members {
        if let property = properties[member.name] ?? properties[member.name + "!"] {
          found += problems(member.value, property, "\(path).\(member.name)")
        } else {
          found.append("\(path).\(member.name) is not known")
        }
      }
      return found
    default: return ["\(path): \(value.kind)"]
    }
  }

  private static func isURI(_ bytes: [UInt8]) -> Bool {
    for (index, byte) in bytes.enumerated() {
      guard byte > 0x20, byte < 0x7F, !Array("\"<>\\^`{|}".utf8).contains(byte) else { return false }
      if byte == UInt8(ascii: "%") {
        let digits = bytes[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return false }
      }
    }
    return true
  }
}
