-- Which journals are kept without limit. One call for many of them: a client that asks for each by
-- itself takes some hundred times as long as the store.
-- KEYS: log and meta of each battle
-- Answer: of each 0 where it goes some day, 1 where it does not, 2 where it was told to stay
local answers = {}
for i = 1, #KEYS / 2 do
  if redis.call('PTTL', KEYS[2 * i - 1]) ~= -1 then
    answers[i] = 0
  else
    answers[i] = 1 + redis.call('HEXISTS', KEYS[2 * i], 'over')
  end
end
return answers
