-- Write nothing new, so that a WAIT can vouch for all that was read before.
-- KEYS: epoch
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('INCRBY', KEYS[1], 0)
end
return 1
