-- Let everything of a battle go after a time, or keep it without limit, also of one that was put
-- aside. Its lease ends by itself. That a journal was told to stay is noted, see endless.
-- KEYS: log, epoch, meta, snapshot   ARGV: time in ms, or ''
if redis.call('EXISTS', KEYS[1], KEYS[3]) == 0 then
  return redis.error_reply('UNKNOWN no such battle')
end
if ARGV[1] == '' and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[3], 'over', '1')
end
for _, key in ipairs(KEYS) do
  if ARGV[1] == '' then
    redis.call('PERSIST', key)
  else
    redis.call('PEXPIRE', key, ARGV[1])
  end
end
return 1
