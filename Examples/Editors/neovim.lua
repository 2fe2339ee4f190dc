-- ~/.config/nvim/lsp/usher.lua; `vim.lsp.enable("usher")` in init.lua starts it in folders of tenants.
return {
  cmd = { "usher", "lsp" },
  filetypes = { "yaml" },
  -- Other YAML files are left alone: the server starts where a tenant is.
  root_dir = function(buffer, on_dir)
    local file = vim.api.nvim_buf_get_name(buffer)
    local tenant = vim.fs.find({ "tenant.yaml", "tenant.yml" }, { path = vim.fs.dirname(file), upward = true })[1]
    if tenant then
      on_dir(vim.fs.dirname(tenant))
    end
  end,
  commands = {
    -- The lens "Show graph" opens the picture as Mermaid text; other commands are the server's own.
    ["usher.showGraph"] = function(command, context)
      local client = assert(vim.lsp.get_client_by_id(context.client_id))
      client:request("workspace/executeCommand", command, function(failure, picture)
        if failure then
          vim.notify(failure.message, vim.log.levels.ERROR)
          return
        end
        local buffer = vim.api.nvim_create_buf(true, true)
        vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(picture.text, "\n"))
        vim.bo[buffer].filetype = "mermaid"
        vim.api.nvim_set_current_buf(buffer)
      end)
    end,
  },
}
