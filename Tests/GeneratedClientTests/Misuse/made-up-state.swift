import FlowClient
import GeneratedClients

func misuse(_ step: FlowStep) throws {
  _ = try SignUp.CollectAttributesAboutYou(step)
}
