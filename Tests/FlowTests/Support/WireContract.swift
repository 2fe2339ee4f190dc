import FlowJSON
import Testing

/// What every reply of the JSON-lines contract must be.
enum WireContract {
  static func check(_ reply: JSON) {
    check(
      reply, "a reply", ["events"],
      [
        "run", "flow", "state", "locale", "page", "sent", "held", "error", "end", "token", "targets", "expiresAt",
        "deadline",
      ])
    if let page = reply["page"] {
      check(page, "a page", ["title", "fields"], [])
      for field in page["fields"]?.array ?? [] {
        check(
          field, "a field", ["name", "type", "required", "label"],
          [
            "event", "hint", "options", "minLength", "maxLength", "minimum", "maximum", "pattern", "value", "classes",
            "refused",
          ])
        let isSecret = ["password", "code", "token", "tokenId", "grant"].contains(field["name"]?.string)
        #expect(!isSecret || field["value"] == nil, "a secret comes back")
      }
      #expect(reply["events"]?.array?.isEmpty == false)
    }
    for target in reply["targets"]?.array ?? [] {
      check(target, "a target", ["event", "to", "channel"], [])
      #expect(target["to"]?.string?.contains("*") == true)
    }
    if let sent = reply["sent"] { check(sent, "sent", ["to", "channel", "resendAfter"], ["length"]) }
    if let held = reply["held"] { check(held, "held", ["channel"], ["to"]) }
    if let error = reply["error"] {
      check(error, "an error", ["code", "message", "fields"], ["reasons", "details", "retryAfter"])
    }
    if let end = reply["end"] { check(end, "an end", ["name"], ["grants", "result", "redirect"]) }
    if reply["run"] != nil {
      #expect((reply["state"]?.string == nil) == (reply["held"] != nil))
      #expect(reply["token"]?.string?.isEmpty == false)
      #expect((reply["page"] == nil) == (reply["end"] != nil || reply["held"] != nil))
    } else {
      #expect(reply["error"] != nil, "no run and no error")
    }
  }

  private static func check(_ value: JSON, _ what: String, _ needed: Set<String>, _ allowed: Set<String>) {
    guard case .object(let object) = value else {
      Issue.record("\(what) is \(value.kind)")
      return
    }
    let names = Set(object.members.map(\.name))
    #expect(names.isSuperset(of: needed), "\(what) lacks \(needed.subtracting(names))")
    #expect(names.isSubset(of: needed.union(allowed)), "\(what) has \(names.subtracting(needed).subtracting(allowed))")
  }
}
