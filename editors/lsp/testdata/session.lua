-- A session in Neovim 0.7 or later, as a person has it. The settings are those of docs/editors.md, and the puzzle is open.
-- A mistake is typed, seen and mended by its fix, a word is completed, a board renamed here and in a file that uses it, the
-- file formatted, a question asked. What was seen goes into a file, which the test reads.
local seen = {}
local patience = 120000

local function wait(what, enough)
  if not vim.wait(patience, enough, 20) then
    seen.missing = what
    vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
    vim.cmd('cquit 1')
  end
end

local buffer = vim.api.nvim_get_current_buf()
seen.filetype = vim.bo.filetype
local client
wait('the server', function()
  client = vim.tbl_filter(function(c) return vim.lsp.buf_is_attached(buffer, c.id) end, (vim.lsp.get_clients or vim.lsp.get_active_clients)())[1]
  return client and client.initialized and not vim.tbl_isempty(client.server_capabilities or {})
end)
local id = client.id

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, patience)
  return answers and answers[id] and answers[id].result
end

local function diagnostics()
  return vim.tbl_map(function(d)
    return { code = d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code), line = d.lnum, from = d.col, to = d.end_col }
  end, vim.diagnostic.get(buffer))
end

-- A mistake, behind letters that take two code units or two bytes.
vim.api.nvim_buf_set_lines(buffer, 1, 2, true, { 'about "𝟚 × 6"' })
local last = vim.api.nvim_buf_line_count(buffer)
vim.api.nvim_buf_set_lines(buffer, last - 1, last, true, { 'puzzle "𝟚𝟚𝟚" pack tray with pentominos' })
wait('a diagnostic', function() return #vim.diagnostic.get(buffer) > 0 end)
seen.mistake = diagnostics()

-- Its fix.
local d = vim.diagnostic.get(buffer)[1]
local range = { start = { line = d.lnum, character = 0 }, ['end'] = { line = d.lnum, character = 40 } }
local actions = ask('textDocument/codeAction', { textDocument = vim.lsp.util.make_text_document_params(buffer), range = range, context = { diagnostics = {} } })
seen.fix = actions[1].title
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
wait('no diagnostic', function() return #vim.diagnostic.get(buffer) == 0 end)
seen.mended = vim.api.nvim_buf_get_lines(buffer, -2, -1, true)[1]

-- A word, by the function that Ctrl-X Ctrl-O calls.
vim.api.nvim_buf_set_lines(buffer, -1, -1, true, { 'expect 2339 solutions up to sy' })
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buffer), 30 })
local items = ask('textDocument/completion', vim.lsp.util.make_position_params(0, client.offset_encoding))
seen.completion = vim.tbl_map(function(i) return i.label end, items)
for _, i in ipairs(items) do
  if i.label == 'symmetry' then vim.lsp.util.apply_text_edits({ i.textEdit }, buffer, client.offset_encoding) end
end
seen.completed = vim.api.nvim_buf_get_lines(buffer, -2, -1, true)[1]

-- A name, from where it is used.
vim.fn.search('pack tray')
vim.fn.search('tray')
vim.lsp.buf.rename('floor')
wait('the new name', function() return vim.fn.search('pack floor', 'nw') > 0 end)

local hover = ask('textDocument/hover', vim.lsp.util.make_position_params(0, client.offset_encoding))
seen.hover = hover and hover.contents.value
vim.fn.search('pack floor')
hover = ask('textDocument/hover', vim.lsp.util.make_position_params(0, client.offset_encoding))
seen.keyword = hover and hover.contents.value

local edits = ask('textDocument/formatting', { textDocument = vim.lsp.util.make_text_document_params(buffer), options = { tabSize = 2 } })
vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
seen.text = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)

local lenses = ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params(buffer) })
for _, lens in ipairs(lenses) do
  if lens.command.title == 'count' then seen.count = ask('workspace/executeCommand', lens.command) end
end

vim.lsp.codelens.refresh()
wait('what stands above statements', function() return #vim.lsp.codelens.get(buffer) == #lenses end)

vim.cmd('wall')
vim.lsp.stop_client(id)
wait('the end', function() return vim.lsp.get_client_by_id(id) == nil or client.is_stopped() end)
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd('qall!')
