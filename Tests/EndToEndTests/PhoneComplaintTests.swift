import FlowJSON
import TestSupport
import Testing

/// What people and programs are told of a telephone number that is none.
@Suite struct PhoneComplaintTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    folder.write(
      "club/tenant.yaml", "tenant: club\nattributes:\n  phone: { type: phone, identifier: true, region: US }\n")
    folder.write(
      "club/join.yaml",
      """
      flow: join
      lifetime: 30m
      start: identify
      states:
        identify:
          page: Your number
          fields: { phone: required }
          then:
            submit: done
        done: { end: completed, result: [phone] }

      """)
  }

  @Test(arguments: [
    ("555 12", "phone_too_short", "This number is too short: digits are missing."),
    ("+120255501234567", "phone_too_long", "This number is too long."),
    (
      "+999123456789", "phone_unknown_country",
      "No country has numbers that begin so. Please look at the digits behind the +."
    ),
    (
      "(555) 123-4567", "phone_not_given_out",
      "There is no such number. Please look at its area code and its digits."
    ),
    ("call me", "wrong_form", "Please give the number as + and digits, such as +12025550123."),
  ])
  func `a program is told by a code, and a person by a sentence`(
    _ text: String, _ code: String, _ sentence: String
  ) throws {
    let input = (["phone": .string(text)] as JSON).text
    let words = ["run", "club", "join", "--json", "--storage", "memory", "--input", input]
    let told = try run(Repository.program("usher"), words, folder: folder.path)
    let error = try JSON.parse(String(told.output.prefix { $0 != "\n" }))["error"]
    #expect(error?["details"]?["phone"]?["code"] == .string(code), "\(told)")
    #expect(error?["reasons"]?["phone"] == .string(sentence), "\(told)")
    let typed = try run(
      Repository.program("usher"), ["run", "club", "join", "--storage", "memory"], input: "\(text)\n(202) 555-0123\n",
      folder: folder.path)
    #expect(typed.output.contains("! \(sentence)\n") && typed.output.contains("Phone: +12025550123"), "\(typed)")
  }
}
