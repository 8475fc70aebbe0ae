-- The common load for wrk: a variable in the URL, checks of status and body, one JSON field.
local number = 0
local text = os.getenv("BENCH_TEXT")
failures = 0
last_id = ""

function request()
  number = number + 1
  return wrk.format("GET", "/item?id=" .. number)
end

function response(status, headers, body)
  if status ~= 200 or not string.find(body, text, 1, true) then
    failures = failures + 1
  else
    last_id = string.match(body, '"id":(%d+)')
  end
end
