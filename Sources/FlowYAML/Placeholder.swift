// FlowYAML
