import GeneratedClients

func misuse(_ page: SignUp.CollectAttributesAboutYou) async throws {
  _ = try await page.submit(age: "36", newsletter: false)
}
