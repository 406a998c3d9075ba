-- Become a document's host where it has none, or in a named one's place.
-- KEYS: document   ARGV: process or '', whose place to take or '', claim   Answer: the host, or ''
if redis.call('HEXISTS', KEYS[1], 'r') == 0 then
  return ''
end
local host = redis.call('HGET', KEYS[1], 'h') or ''
if ARGV[1] == '' or (host ~= '' and host ~= ARGV[1] and host ~= ARGV[2]) then
  return host
end
local before = host == ARGV[1] and tonumber(redis.call('HGET', KEYS[1], 'c') or -1) or -1
-- A newer claim alone is noted: an unhost that is still on its way, under the older one, does nothing.
if tonumber(ARGV[3]) > before then
  redis.call('HSET', KEYS[1], 'h', ARGV[1], 'c', ARGV[3])
end
return ARGV[1]
