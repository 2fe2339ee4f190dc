// One import is enough: whoever catches an error asks its connection's code, which is of FlowClient.
@_exported public import FlowClient
