import FlowModel

/// Text from outside as a terminal may show it.
func safe(_ text: String) -> String { text.escapingDeceptive() }
