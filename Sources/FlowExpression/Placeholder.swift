// FlowExpression
