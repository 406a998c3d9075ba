-- Give a heartbeat, and tell all that still count. The store's clock is everybody's.
-- KEYS: heartbeats, contents   ARGV: process, time in ms for which it counts, its content
-- Answer: 1 if the process's own had run out, then name, ms left and content of each process
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
-- Kept for an hour after they ran out: a process that wakes late is told so (the first answer).
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 3600000)
-- Counted first, as mostly there is nothing to clear away.
if redis.call('HLEN', KEYS[2]) > redis.call('ZCARD', KEYS[1]) then
  for _, name in ipairs(redis.call('HKEYS', KEYS[2])) do
    if not redis.call('ZSCORE', KEYS[1], name) then
      redis.call('HDEL', KEYS[2], name)
    end
  end
end
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
local answers = { before and tonumber(before) <= now and 1 or 0 }
for i = 1, #found, 2 do
  answers[#answers + 1] = found[i]
  answers[#answers + 1] = tonumber(found[i + 1]) - now
  -- a process of a release before this one tells nothing
  answers[#answers + 1] = redis.call('HGET', KEYS[2], found[i]) or ''
end
return answers
