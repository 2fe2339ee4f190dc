import FlowJSON
import FlowModel

/// The schemas of the flow contract that are the same for all tenants.
enum ContractSchemas {
  static let all: JSONObject = [
    "Reply": object(
      "All that a client needs after a step: where the run stands, and how to go on.", required: ["events"],
      [
        "run": [
          "type": "string", "pattern": "^[0-9a-f]{32}$", "description": "The run's id; absent where there is no run.",
        ],
        "flow": ["type": "string"],
        "state": ["type": "string", "description": "The state the run rests in; absent while a code is held."],
        "locale": ["type": "string", "description": "The language of the words for people, as a BCP 47 tag."],
        "direction": ["const": "rtl", "description": "The words run from right to left; absent: from left to right."],
        "page": reference("Page"),
        "events": ["type": "array", "items": ["type": "string"], "description": "The events that may be sent."],
        "expiresAt": [
          "type": "string", "format": "date-time",
          "description": "When the run has outlived its time; absent at its end.",
        ],
        "deadline": [
          "type": "string", "format": "date-time",
          "description":
            "When the page's time-out is followed, or a held code can be sent no more; absent where it waits.",
        ],
        "targets": [
          "type": "array", "items": reference("Target"),
          "description": "Where events send codes to, as far as that is known before they are sent.",
        ],
        "sent": reference("Sent"),
        "held": reference("Held"),
        "error": reference("Error"),
        "end": reference("End"),
        "token": ["type": "string", "description": "The continuation token for the next event."],
      ]),
    "Page": object(
      "What people see and fill in.", required: ["title", "fields"],
      ["title": text, "fields": ["type": "array", "items": reference("Field")], "labels": labels]),
    "Field": object(
      "One field of an event.", required: ["name", "type", "required", "label"],
      [
        "name": text,
        "type": ["enum": oneOf(AttributeType.allCases.map(\.name) + SecretField.allCases.map(\.name))],
        "required": ["type": "boolean"],
        "label": text,
        "event": ["type": "string", "description": "The event it belongs to; absent: submit."],
        "options": ["type": "array", "items": text],
        "optionLabels": [
          "type": "object", "additionalProperties": text,
          "description": "What people read in place of options; only for those that have words of their own.",
        ],
        "minLength": count, "maxLength": count,
        "minimum": ["type": "number"], "maximum": ["type": "number"],
        "secret": ["const": true, "description": "What is typed is not shown, nor ever handed back."],
        "pattern": ["type": "string", "description": "An RE2 expression for the whole text."],
        "hint": ["type": "string", "description": "What people read beside the field."],
        "help": ["type": "string", "description": "What people read who need more than the label."],
        "placeholder": ["type": "string", "description": "What stands in the field before anything is typed."],
        "region": ["type": "string", "description": "By which a telephone number without + is read."],
        "show": reference("FieldRule"),
        "requiredWhen": reference("FieldRule"),
        "optionsWhen": [
          "type": "array", "items": reference("FieldOptions"),
          "description": "The options that are offered: those of the first entry whose `when` holds, or all.",
        ],
        "classes": [
          "type": "integer",
          "description":
            "Of a new password: how many it must have of lower case, upper case, digits and other characters.",
        ],
        "refused": [
          "type": "array", "items": ["enum": .array(PasswordPolicy.Refusal.allCases.map { .string($0.rawValue) })],
          "description":
            .string(
              "Of a new password: what is refused, as others use it, as it contains the identifier, as it was used before, as it "
                + "is the tenant's own word, or as it was published."),
        ],
        "value": ["description": "What the run has already."],
      ]),
    "FieldRule": object(
      "When a field is there, or is needed.", required: ["when"],
      [
        "when": reference("FieldCondition"),
        "cel": ["type": "string", "description": "The same, as its author wrote it."],
      ]),
    "FieldOptions": object(
      "Some of a field's options.", required: ["of"],
      ["when": reference("FieldCondition"), "cel": text, "of": ["type": "array", "items": text]]),
    "FieldCondition": [
      "type": "object",
      "description":
        "`all`, `any`, `not`; `has`: a field is filled in; else `field` stands to `value` or the field `other` as `is` says, is one of `in`, or `contains` a value. What is not filled in makes no comparison true.",
      "properties": [
        "all": ["type": "array", "items": reference("FieldCondition")],
        "any": ["type": "array", "items": reference("FieldCondition")],
        "not": reference("FieldCondition"), "has": text, "field": text, "other": text, "value": [:], "contains": [:],
        "is": ["enum": oneOf(FieldRelation.allCases.map(\.rawValue))], "in": ["type": "array"],
      ],
    ],
    "Blank": [
      "enum": [nil, "", []],
      "description": "No value, for a field that may be left out; `null` takes out what the account has, too.",
    ],
    "Target": object(
      "Where an event sends a code to.", required: ["event", "to", "channel"],
      [
        "event": text, "to": ["type": "string", "description": "The address, masked."],
        "channel": channel,
      ]),
    "Sent": object(
      "Where the last code or link went.", required: ["to", "channel", "resendAfter"],
      [
        "to": ["type": "string", "description": "The address, masked."],
        "channel": channel,
        "length": ["type": "integer", "description": "How many digits the code has; absent for a link."],
        "resendAfter": [
          "type": "integer", "minimum": 0, "description": "In how many seconds another one may be sent.",
        ],
      ]),
    "Held": object(
      "Where a code will go once the event `release` is sent.", required: ["channel"],
      [
        "to": ["type": "string", "description": "The address, masked; absent where there is none."],
        "channel": channel,
      ]),
    "Error": object(
      "What went wrong; a run goes on from the state beside it.", required: ["code", "message", "fields"],
      [
        "code": ["type": "string", "description": "The stable code."],
        "message": ["type": "string", "description": "What people read."],
        "fields": ["type": "array", "items": text, "description": "The fields it is about."],
        "reasons": ["type": "object", "additionalProperties": text, "description": "Why, by field."],
        "details": [
          "type": "object", "additionalProperties": reference("Complaint"),
          "description": "Why, by field, for clients with words of their own.",
        ],
        "retryAfter": [
          "type": "integer", "minimum": 0,
          "description": "In how many seconds what was used up may be tried again, where that is known.",
        ],
      ]),
    "Complaint": object(
      "What is wrong with a value, as a code with its parameters.", required: ["code"],
      [
        "code": [
          "type": "string",
          "description": """
          `wrong_type`, `wrong_form` (`expected`), `phone_too_short`, `phone_too_long`, `phone_without_country`, \
          `phone_unknown_country`, `phone_not_given_out` (`expected`), `pattern_mismatch` (`pattern`), `no_option` (`options`), \
          `repeated_option` (`option`), `too_short`, `too_few`, `too_small` (`min`), `too_long`, `too_many`, `too_large` (`max`), `forbidden_character` or \
          `unknown_field`.
          """,
        ],
        "min": ["type": "number"], "max": ["type": "number"], "expected": text, "option": text, "options": names,
        "pattern": text,
      ]),
    "End": object(
      "How the run is over.", required: ["name"],
      [
        "name": ["type": "string", "description": "completed, failed, or the flow's own name."],
        "grants": ["type": "object", "description": "`sign-in`: a grant that signs the account in once."],
        "result": ["type": "object", "description": "What the flow hands out."],
        "redirect": ["type": "string", "description": "What people read who must go on in a browser."],
      ]),
    "Flows": object(
      "A tenant's flows.", required: ["name", "applications", "flows"],
      ["name": text, "applications": names, "flows": ["type": "array", "items": reference("Flow")]]),
    "Flow": object(
      "A flow.", required: ["name", "summary", "lifetime", "applications", "inputs", "pages", "ends"],
      [
        "name": text, "summary": text,
        "lifetime": ["type": "integer", "description": "How long a run lives, in seconds."],
        "applications": names,
        "inputs": ["type": "array", "items": reference("Field"), "description": "What a run is started with."],
        "pages": [
          "type": "array",
          "items": object(
            "A page.", required: ["state", "title", "events", "fields"],
            [
              "state": text, "title": text, "events": names,
              "fields": ["type": "array", "items": reference("Field")], "labels": labels,
            ]),
        ],
        "ends": names,
      ]),
  ]

  private static let labels: JSON = [
    "type": "object", "additionalProperties": text,
    "description": "What people read in place of the names of events; only for those that have one.",
  ]
  static let text: JSON = ["type": "string"]
  private static let names: JSON = ["type": "array", "items": text]
  private static let channel: JSON = ["enum": oneOf(ChannelKind.allCases.map(\.name))]
  private static func oneOf(_ names: [String]) -> JSON { .array(names.map(JSON.string)) }
  private static let count: JSON = ["type": "integer", "minimum": 0]

  static func reference(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/" + name)] }

  static func object(
    _ description: String, required: [String] = [], _ properties: JSONObject, allOf rules: [JSON] = []
  ) -> JSON {
    var schema: JSONObject = ["type": "object", "description": .string(description)]
    if !required.isEmpty { schema["required"] = .array(required.map(JSON.string)) }
    schema["properties"] = .object(properties)
    schema["additionalProperties"] = false
    if !rules.isEmpty { schema["allOf"] = .array(rules) }
    return .object(schema)
  }
}
