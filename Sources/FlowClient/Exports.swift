// `FlowStep` and what generated clients hand on speak JSON; whoever imports FlowClient can read it.
@_exported public import FlowJSON
