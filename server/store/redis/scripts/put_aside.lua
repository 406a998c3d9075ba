-- Let a journal go and keep meta data and epoch, if the writer's epoch and version are current.
-- KEYS: log, epoch, lease, snapshot   ARGV: epoch, version
local epoch = redis.call('GET', KEYS[2])
if epoch ~= ARGV[1] then
  return redis.error_reply(epoch and ('FENCED ' .. epoch) or 'UNKNOWN no such battle')
end
local length = redis.call('XLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) then
  return redis.error_reply('CONFLICT ' .. length)
end
return redis.call('DEL', KEYS[1], KEYS[3], KEYS[4])
