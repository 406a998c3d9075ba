-- Give a lease up, if it is still the current one.
-- KEYS: epoch, lease   ARGV: owner, epoch
if redis.call('GET', KEYS[2]) == ARGV[1] and redis.call('GET', KEYS[1]) == ARGV[2] then
  return redis.call('DEL', KEYS[2])
end
return 0
