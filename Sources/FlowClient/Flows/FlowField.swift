/// A field of a page as people see it.
public struct FlowField: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The event that collects it.
  public let event: String
  /// The type in the flow, such as `email`, or the name of the secret, such as `code`.
  public let type: String
  /// What people read beside it.
  public let label: String
  /// Whether the event needs it, where it is shown.
  public let isRequired: Bool
  /// Whether what is typed must not be shown.
  public let isSecret: Bool
  /// What people read beside it; nil: nothing.
  public let hint: String?
  /// What people read who need more than the label; nil: nothing.
  public let help: String?
  /// What stands in it before anything is typed; nil: nothing.
  public let placeholder: String?
  /// The options with what people read in place of each.
  public let options: [FieldOption]
  /// All that the server says of it, with limits and conditions.
  public let json: JSON

  /// An option of a field.
  public struct FieldOption: Hashable, Sendable {
    /// The name, which is sent.
    public let name: String
    /// What people read.
    public let label: String
  }

  init?(_ json: JSON) {
    guard let name = json["name"]?.string, let type = json["type"]?.string else { return nil }
    func text(_ key: String) -> String? { json[key]?.string }
    self.name = name
    self.type = type
    event = text("event") ?? "submit"
    label = text("label") ?? name
    isRequired = json["required"] == true
    isSecret = json["secret"] == true || type == "password"
    (hint, help, placeholder) = (text("hint"), text("help"), text("placeholder"))
    options = (json["options"]?.array ?? []).compactMap(\.string).map { option in
      FieldOption(name: option, label: json["optionLabels"]?[option]?.string ?? option)
    }
    self.json = json
  }
}

/// Where a code or a link went, or will go.
public struct FlowMessage: Hashable, Sendable {
  /// The address, masked.
  public let to: String
  /// How it travels: `email`, `sms`, …
  public let channel: String
  /// How many digits the code has; nil for a link, and before it is sent.
  public let codeLength: Int?
  /// In how many seconds another one may be sent; nil before one was sent.
  public let resendAfter: Int?
  /// The event that sends it; nil where it was sent.
  public let event: String?

  init?(_ json: JSON) {
    guard let to = json["to"]?.string, let channel = json["channel"]?.string else { return nil }
    (self.to, self.channel) = (to, channel)
    codeLength = json["length"]?.int.flatMap { Int(exactly: $0) }
    resendAfter = json["resendAfter"]?.int.flatMap { Int(exactly: $0) }
    event = json["event"]?.string
  }
}
