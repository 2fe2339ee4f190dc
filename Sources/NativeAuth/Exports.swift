// An app is made with a connection: whoever imports NativeAuth has them.
@_exported public import FlowClient
