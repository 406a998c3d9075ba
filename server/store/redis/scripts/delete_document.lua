-- Remove a document.
-- KEYS: document, ids of its kind, lists ...   ARGV: id   Answer: 1 if there was one, else 0
for i = 2, #KEYS do
  redis.call('SREM', KEYS[i], ARGV[1])
end
return redis.call('DEL', KEYS[1])
