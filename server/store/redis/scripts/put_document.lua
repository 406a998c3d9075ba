-- Write a document under its next revision.
-- KEYS: document, ids of its kind, lists ...
-- ARGV: expected revision or '', id, data, for each list 1 if it is in there, else 0
-- Answer: revision
local revision = tonumber(redis.call('HGET', KEYS[1], 'r') or '0')
if ARGV[1] ~= '' and tonumber(ARGV[1]) ~= revision then
  return redis.error_reply('CONFLICT ' .. revision)
end
redis.call('HSET', KEYS[1], 'r', revision + 1, 'd', ARGV[3])
redis.call('SADD', KEYS[2], ARGV[2])
for i = 3, #KEYS do
  redis.call(ARGV[i + 1] == '1' and 'SADD' or 'SREM', KEYS[i], ARGV[2])
end
return revision + 1
