-- Prints what a run of wrk has counted as one JSON object.
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '{"microseconds":%d,"requests":%d,"bytes":%d,"failed":%d,"p50":%d,"p99":%d}\n',
    summary.duration, summary.requests, summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
