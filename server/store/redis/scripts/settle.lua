-- Does exactly this entry stand at this version? If nothing stands there, raise the epoch, so that
-- an append still under way is refused when it arrives. Either way something is written, for a WAIT
-- vouches only for what came before the last write of its connection.
-- KEYS: log, epoch, lease   ARGV: epoch, owner, version, entry   Answer: {1 or 0, epoch}
local epoch = redis.call('GET', KEYS[2])
if not epoch then
  return redis.error_reply('UNKNOWN no such battle')
end
-- An epoch above ours while our own lease holds is one that a settle of ours raised unheard.
if epoch ~= ARGV[1] and redis.call('GET', KEYS[3]) ~= ARGV[2] then
  return redis.error_reply('FENCED ' .. epoch)
end
local id = ARGV[3] .. '-0'
local found = redis.call('XRANGE', KEYS[1], id, id)[1]
if found then
  redis.call('INCRBY', KEYS[2], 0)
  return { found[2][2] == ARGV[4] and 1 or 0, tonumber(epoch) }
end
return { 0, redis.call('INCR', KEYS[2]) }
