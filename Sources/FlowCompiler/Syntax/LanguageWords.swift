import FlowModel
import FlowYAML

/// The keys of the language, for problems of YAML that are told in its words.
let languageWords = YAMLWords(
  keys: Set(
    attributeKeys + [
      "to", "when", "error", "set", "fields", "then", "with", "page", "do", "choose", "call", "end", "grants", "result",
      "redirect", "url", "command", "timeout", "environment", "attempts", "flows", "protocol", "scopes", "user-data",
      "digits", "lifetime", "resend-after", "per-identifier", "base", "host", "port", "tls", "user", "password",
      "from", "reply-to", "connections", "per-second", "required", "remember", "forbid", "classes", "invitations",
    ] + effectCatalogue.flatMap(\.parameters).map(\.name)),
  mappings: ["with", "then", "fields", "events", "set", "input", "passwords", "codes", "links", "notices"])

/// The parameters of effects that take a list of attributes.
let listParameters = Set(
  effectCatalogue.flatMap(\.parameters).filter { [.attributes, .written].contains($0.kind) }.map(\.name))
