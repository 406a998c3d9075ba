-- Give a journal that was put aside its entries again, all of them in one step.
-- KEYS: log, meta   ARGV: the entries of version 1, 2 ...
local length = redis.call('XLEN', KEYS[1])
if length > 0 then
  return redis.error_reply('CONFLICT ' .. length)
end
if redis.call('EXISTS', KEYS[2]) == 0 then
  return redis.error_reply('UNKNOWN no such battle')
end
for version, entry in ipairs(ARGV) do
  redis.call('XADD', KEYS[1], version .. '-0', 'e', entry)
end
return #ARGV
