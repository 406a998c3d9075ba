-- Take a battle under a new epoch, unless somebody else holds it.
-- KEYS: log, epoch, lease   ARGV: owner, ttl in ms   Answer: epoch
if redis.call('EXISTS', KEYS[1]) == 0 then
  return redis.error_reply('UNKNOWN no such battle')
end
local holder = redis.call('GET', KEYS[3])
if holder and holder ~= ARGV[1] then
  return redis.error_reply('HELD ' .. redis.call('PTTL', KEYS[3]) .. ' ' .. holder)
end
-- Raised for the present owner as well: whatever still runs under its earlier lease writes no more.
local epoch = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
return epoch
