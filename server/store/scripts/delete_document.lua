-- Remove a document.
-- KEYS: document, ids of its kind   ARGV: id   Answer: 1 if there was one, else 0
redis.call('SREM', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[1])
