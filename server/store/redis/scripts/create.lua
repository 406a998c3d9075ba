-- Begin a journal: meta data, epoch, lease, version 1.
-- KEYS: log, epoch, lease, meta
-- ARGV: owner, ttl in ms, entry, command that publishes or '', channel, then name and value of
-- each meta datum   Answer: epoch
local length = redis.call('XLEN', KEYS[1])
if length > 0 then
  return redis.error_reply('CONFLICT ' .. length)
end
-- First a command that a full store refuses: later ones of a script that has written are let
-- through. The log comes last, so that whatever fails before leaves no journal, only remains that
-- the next attempt overwrites.
local epoch = redis.call('INCR', KEYS[2])
redis.call('DEL', KEYS[4])
for i = 6, #ARGV, 2 do
  redis.call('HSET', KEYS[4], ARGV[i], ARGV[i + 1])
end
redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
redis.call('XADD', KEYS[1], '1-0', 'e', ARGV[3])
if ARGV[4] ~= '' then
  redis.pcall(ARGV[4], ARGV[5], '1 ' .. ARGV[3])
end
return epoch
