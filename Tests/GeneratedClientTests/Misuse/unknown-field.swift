import GeneratedClients

func misuse(_ page: SignUp.ProveEmailEnterCode) async throws {
  _ = try await page.submit(code: "12345678", city: "Oslo")
}
