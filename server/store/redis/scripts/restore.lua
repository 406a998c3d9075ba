-- Let the entries that restore_part has kept be the journal, all of them in one step.
-- KEYS: log, meta, part   ARGV: how many entries there are   Answer: 0 where some are lost
local length = redis.call('XLEN', KEYS[1])
if length > 0 then
  redis.call('DEL', KEYS[3])
  return redis.error_reply('CONFLICT ' .. length)
end
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('DEL', KEYS[3])
  return redis.error_reply('UNKNOWN no such battle')
end
if redis.call('XLEN', KEYS[3]) ~= tonumber(ARGV[1]) then
  return 0
end
-- First this, since a key takes what is left of its time with it.
redis.call('PERSIST', KEYS[3])
redis.call('RENAME', KEYS[3], KEYS[1])
return 1
