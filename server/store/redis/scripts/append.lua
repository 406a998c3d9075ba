-- Append one version to a journal if the writer's epoch is current, and publish it.
-- KEYS: log, epoch   ARGV: epoch, version, entry, command that publishes or '', channel
local epoch = redis.call('GET', KEYS[2])
if epoch ~= ARGV[1] then
  return redis.error_reply(epoch and ('FENCED ' .. epoch) or 'UNKNOWN no such battle')
end
-- Versions begin at 1 and leave no gap, so the length is the last one: no writer's word is needed.
local length = redis.call('XLEN', KEYS[1])
if length + 1 ~= tonumber(ARGV[2]) then
  return redis.error_reply('CONFLICT ' .. length)
end
redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'e', ARGV[3])
-- pcall: the entry stands already, so a forbidden channel must not make the append look refused.
if ARGV[4] ~= '' then
  redis.pcall(ARGV[4], ARGV[5], ARGV[2] .. ' ' .. ARGV[3])
end
return 1
