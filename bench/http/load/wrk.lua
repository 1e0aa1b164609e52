-- Sends the requests of a file in turn: a line each, with method, path and body between tabs.
-- Arguments: the file; a token, where one is needed.

local requests = {}
local sent = 0

function init(arguments)
  local headers = { Host = "127.0.0.1" }
  if arguments[2] then headers["Authorization"] = "Bearer " .. arguments[2] end
  local with_body = { ["Content-Type"] = "application/json" }
  for name, value in pairs(headers) do with_body[name] = value end
  for line in io.lines(arguments[1]) do
    local method, path, body = line:match("^(%u+)\t([^\t]+)\t(.*)$")
    local has_body = body ~= ""
    requests[#requests + 1] = wrk.format(method, path, has_body and with_body or headers, has_body and body or nil)
  end
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"seconds":%.6f,"answers":%d,"bytes":%d,"failures":%d,"p50":%.4f,"p99":%.4f}\n',
    summary.duration / 1e6, summary.requests, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3
  ))
end
