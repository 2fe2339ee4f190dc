import FlowClient
import GeneratedClients

func misuse(_ connection: any Connection) {
  _ = SignUp(over: connection, as: .bank)
}
