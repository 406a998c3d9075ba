-- Begin a journal: meta data, version 1, epoch and lease.
-- KEYS: log, epoch, lease, meta, feed
-- ARGV: owner, ttl in ms, entry, then name and value of each meta datum
local length = redis.call('XLEN', KEYS[1])
if length > 0 then
  return redis.error_reply('CONFLICT ' .. length)
end
-- First the step that may be refused for want of memory; leftovers below are overwritten whole.
redis.call('XADD', KEYS[1], '1-0', 'e', ARGV[3])
redis.call('DEL', KEYS[4])
for i = 4, #ARGV, 2 do
  redis.call('HSET', KEYS[4], ARGV[i], ARGV[i + 1])
end
local epoch = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
redis.pcall('PUBLISH', KEYS[5], '1 ' .. ARGV[3])
return epoch
