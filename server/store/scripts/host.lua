-- Become a document's host where it has none, or in a named one's place.
-- KEYS: document   ARGV: process or '', whose place to take or ''   Answer: the host, or ''
if redis.call('HEXISTS', KEYS[1], 'r') == 0 then
  return ''
end
local host = redis.call('HGET', KEYS[1], 'h') or ''
if ARGV[1] ~= '' and (host == '' or host == ARGV[2]) then
  redis.call('HSET', KEYS[1], 'h', ARGV[1])
  return ARGV[1]
end
return host
