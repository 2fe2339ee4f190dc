// FlowTerminal
