import GeneratedClients

func misuse(_ page: SignUp.ProveEmailEnterCode) async throws {
  _ = try await page.submit(country: "Norway", city: "Oslo")
}
