import FlowClient
import FlowJSON
