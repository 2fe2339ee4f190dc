// FlowDelivery
