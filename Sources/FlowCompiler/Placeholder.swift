// FlowCompiler
