-- For wrk: asks the queries of a log, one after the other, and prints the figures as one line of JSON.
--     wrk -t2 -c64 -d30s -s searches.lua http://127.0.0.1:8080 -- QUERIES.tsv
-- The log has a query a line, as query-log.py writes it: id, TAB, query. Threads begin at different lines.

local threads = 0

function setup(thread)
   thread:set("number", threads)
   threads = threads + 1
end

local function coded(text)
   return (text:gsub("[^%w%-._~]", function(character) return string.format("%%%02X", character:byte()) end))
end

function init(arguments)
   targets = {}
   for line in io.lines(arguments[1]) do
      targets[#targets + 1] = "/api/v1/search?q=" .. coded(line:match("\t(.*)$"))
   end
   position = number * math.floor(#targets / 2)
   others = 0
end

function request()
   position = position % #targets + 1
   return wrk.format("GET", targets[position])
end

function response(status)
   if status ~= 200 then others = others + 1 end
end

function done(summary, latency)
   io.write(string.format(
      '{"requests":%d,"seconds":%f,"failed":%d,"timeouts":%d,"p50":%f,"p95":%f,"p99":%f}\n', summary.requests,
      summary.duration / 1e6, summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write,
      summary.errors.timeout, latency:percentile(50) / 1000, latency:percentile(95) / 1000,
      latency:percentile(99) / 1000))
end
