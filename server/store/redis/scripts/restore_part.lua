-- Keep a part of a journal that is being restored beside where it will stand. Whoever does that may
-- die in between, so what is kept goes by itself when no further part comes; at once where another
-- has restored the journal first.
-- KEYS: part, log, meta   ARGV: how long it is kept in ms, version of the first entry, the entries
local length = redis.call('XLEN', KEYS[2])
if length > 0 then
  redis.call('DEL', KEYS[1])
  return redis.error_reply('CONFLICT ' .. length)
end
if redis.call('EXISTS', KEYS[3]) == 0 then
  redis.call('DEL', KEYS[1])
  return redis.error_reply('UNKNOWN no such battle')
end
local first = tonumber(ARGV[2])
for at = 3, #ARGV do
  redis.call('XADD', KEYS[1], (first + at - 3) .. '-0', 'e', ARGV[at])
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return #ARGV - 2
