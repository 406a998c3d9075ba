-- Add to a battle's meta data, if the writer's epoch is current.
-- KEYS: log, epoch, meta   ARGV: epoch, then name and value of each datum
local epoch = redis.call('GET', KEYS[2])
if epoch ~= ARGV[1] then
  return redis.error_reply(epoch and ('FENCED ' .. epoch) or 'UNKNOWN no such battle')
end
for i = 2, #ARGV, 2 do
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
end
local left = redis.call('PTTL', KEYS[1])
if left > 0 then
  redis.call('PEXPIRE', KEYS[3], left)
end
return 1
