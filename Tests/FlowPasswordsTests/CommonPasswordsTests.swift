import FlowPasswords
import Testing

@Suite struct CommonPasswordsTests {
  @Test(arguments: [
    "password1", "Password1", "qwerty123", "letmein", "LetMeIn1", "12345678", "11111111", "aaaaaaaa", "abcdefgh",
    "drowssap",
    "iloveyou", "dragon123", "P@ssw0rd", "1234",
  ])
  func `what is guessed first is known`(password: String) {
    #expect(CommonPasswords().contains(password))
  }

  @Test(arguments: [
    "correct horse battery staple", "Gx7pQm2vTz", "vier Tische, kein Stuhl", "8rKz-41Lw", "пять синих окон у реки", "",
    "x9", "\u{0}", "ürgümüş-köy 🦀", String(repeating: "q7Z!m", count: 10_000),
  ])
  func `what is hard to guess is not, however short or long`(password: String) {
    #expect(!CommonPasswords().contains(password))
  }

  @Test func `without a dictionary the commonest are still known`() {
    let passwords = CommonPasswords(dictionary: "/nowhere/dictionary")
    #expect(passwords.contains("Password123"))
    #expect(!passwords.contains("blink182"))
    #expect(CommonPasswords().contains("blink182"))
  }

  @Test func `many may ask at once`() async {
    let passwords = CommonPasswords()
    let known = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask { passwords.contains(index.isMultiple(of: 2) ? "blink182" : "correct horse battery staple") }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(known == 100)
  }
}
