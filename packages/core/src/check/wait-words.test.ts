import { expect, it } from 'vitest'
import { cachesExpire } from './wait-words.ts'

it.each([
  [14_400, 'Allow up to 4 hours for caches to expire (TTL 14400).'],
  [3_600, 'Allow up to 1 hour for caches to expire (TTL 3600).'],
  [3_601, 'Allow up to 2 hours for caches to expire (TTL 3601).'],
  [86_400, 'Allow up to 24 hours for caches to expire (TTL 86400).'],
  [604_800, 'Allow up to 7 days for caches to expire (TTL 604800).'],
  [300, 'Allow up to 5 minutes for caches to expire (TTL 300).'],
  [30, 'Allow up to 30 seconds for caches to expire (TTL 30).'],
  [1, 'Allow up to 1 second for caches to expire (TTL 1).'],
  [null, 'Allow time for caches to expire: up to the TTL of the previous record.'],
])('tells how long caches keep a record with the TTL %s', (ttl, words) => {
  expect(cachesExpire(ttl)).toBe(words)
})
