-- Requests of wrk: one that the arguments give as method, path, bearer token and body.
function init(arguments)
  local headers = {["Content-Type"] = "application/json"}
  if arguments[3] and arguments[3] ~= "" then
    headers["Authorization"] = "Bearer " .. arguments[3]
  end
  wrk.scheme = "http"
  line = wrk.format(arguments[1], arguments[2], headers, arguments[4])
end

function request()
  return line
end

-- One line that is easy to read: requests, microseconds, and every kind of failure.
function done(summary)
  local errors = summary.errors
  io.write(string.format("figures %d %d %d\n", summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
  io.write(string.format("failures: connect %d, read %d, write %d, status %d, timeout %d\n",
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end
