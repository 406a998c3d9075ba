-- Keep the state at a version in place of an older one, if the writer's epoch is current.
-- KEYS: log, epoch, snapshot   ARGV: epoch, version, state
local epoch = redis.call('GET', KEYS[2])
if epoch ~= ARGV[1] then
  return redis.error_reply(epoch and ('FENCED ' .. epoch) or 'UNKNOWN no such battle')
end
local length = redis.call('XLEN', KEYS[1])
if tonumber(ARGV[2]) > length then
  return redis.error_reply('CONFLICT ' .. length)
end
local kept = redis.call('HGET', KEYS[3], 'v')
if kept and tonumber(kept) > tonumber(ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[3], 'v', ARGV[2], 'd', ARGV[3])
local left = redis.call('PTTL', KEYS[1])
if left > 0 then
  redis.call('PEXPIRE', KEYS[3], left)
end
return 1
