import GeneratedClients

func misuse(_ page: SignUp.CollectAttributesWhereYouLive) async throws {
  switch try await page.submit(country: "Norway", city: "Oslo") {
  case .collectAttributesAboutYou, .completed: break
  }
}
