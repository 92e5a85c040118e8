-- Debugs a case by nvim-dap, in Neovim without a screen.
--
-- usage: SNIPPET=FILE SUITE=FILE CASE=NAME nvim --headless --clean --cmd 'set rtp+=NVIM-DAP' -l drive.lua
--
-- SNIPPET is the configuration of the documents, SUITE the file of the case. Goes from stop to stop by the commands of
-- nvim-dap, and writes where it stands: a line for each stop, and for each expression.

local patience = 120000
local dap = require("dap")
vim.fn.input = function() return vim.env.CASE end
dofile(vim.env.SNIPPET)
dap.configurations.yaml[1].defects = { "retry-at-23h" }

local function wait(what, is_there)
  if not vim.wait(patience, is_there, 20) then
    io.stderr:write(what .. " never came\n")
    os.exit(1)
  end
end

local stops = 0
dap.listeners.after.event_stopped["drive"] = function() stops = stops + 1 end

-- Does something, waits for the stop that it leads to, and writes the line that is shown, and the frame.
local function stop(what, act)
  local before = stops
  -- The frame of the stop before stays until that of the next one has come.
  if dap.session() then dap.session().current_frame = nil end
  act()
  wait(what, function()
    return stops > before and dap.session() and dap.session().current_frame
  end)
  local line = vim.api.nvim_win_get_cursor(0)[1]
  io.stdout:write(("%s: line %d of %s, %s\n"):format(
    what, line, vim.fn.expand("%:t"), dap.session().current_frame.name))
end

local function value(expression)
  local found
  dap.session():request("evaluate", { expression = expression, context = "repl" }, function(err, body)
    found = err and tostring(err) or body.result
  end)
  wait(expression, function() return found end)
  io.stdout:write(("%s = %s\n"):format(expression, found))
end

vim.cmd.edit(vim.env.SUITE)
vim.fn.search("clearFaults: true")
dap.set_breakpoint()
stop("launched", dap.continue)
stop("next", dap.step_over)
value("clock")
stop("back", dap.step_back)
value("apps.mail.deadline")
stop("continued", dap.continue)
value("clock")
dap.disconnect()
wait("the end", function() return dap.session() == nil end)
io.stdout:write("over\n")
os.exit(0)
