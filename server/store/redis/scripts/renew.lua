-- Prolong leases of one process; one that ran out is taken again if nobody else has had the battle.
-- KEYS: epoch and lease of each battle   ARGV: owner, ttl in ms, then the epoch of each
-- Answer: 1 or 0 of each
local answers = {}
for i = 1, #KEYS / 2 do
  local epoch, lease = KEYS[2 * i - 1], KEYS[2 * i]
  local holder = redis.call('GET', lease)
  if holder == ARGV[1] then
    redis.call('PEXPIRE', lease, ARGV[2])
    answers[i] = 1
  elseif not holder and redis.call('GET', epoch) == ARGV[2 + i] then
    redis.call('SET', lease, ARGV[1], 'PX', ARGV[2])
    answers[i] = 1
  else
    answers[i] = 0
  end
end
return answers
