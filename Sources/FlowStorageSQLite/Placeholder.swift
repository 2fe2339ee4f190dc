// FlowStorageSQLite
