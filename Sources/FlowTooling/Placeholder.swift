// FlowTooling
