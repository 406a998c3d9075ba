-- Be a document's host no longer.
-- KEYS: document   ARGV: process   Answer: 1 if it was
if redis.call('HGET', KEYS[1], 'h') ~= ARGV[1] then
  return 0
end
return redis.call('HDEL', KEYS[1], 'h')
