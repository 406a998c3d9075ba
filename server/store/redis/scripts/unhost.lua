-- Be a document's host no longer.
-- KEYS: document   ARGV: process, claim   Answer: how many fields went
if redis.call('HGET', KEYS[1], 'h') ~= ARGV[1] then
  return 0
end
if tonumber(redis.call('HGET', KEYS[1], 'c') or 0) > tonumber(ARGV[2]) then
  return 0
end
return redis.call('HDEL', KEYS[1], 'h', 'c')
