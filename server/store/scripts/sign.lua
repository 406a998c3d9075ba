-- Give a sign of life, and tell all that still count. The store's clock is everybody's.
-- KEYS: signs   ARGV: process, time in ms for which it counts
-- Answer: 1 if the process's own had run out, then name and ms left of each process
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 3600000)
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
local answers = { before and tonumber(before) <= now and 1 or 0 }
for i = 1, #found, 2 do
  answers[i + 1] = found[i]
  answers[i + 2] = tonumber(found[i + 1]) - now
end
return answers
