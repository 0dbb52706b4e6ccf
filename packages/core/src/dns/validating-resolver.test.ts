import { expect, it } from 'vitest'
import { validatingResolver, zoneResolver } from './index.ts'

it('answers SERVFAIL for what does not validate, and keeps everything else', async () => {
  const zone = { 'a.example': { A: ['192.0.2.1'] }, 'b.example': { A: ['192.0.2.1'], authentic: 'bogus' } } as const
  const resolver = validatingResolver(zoneResolver(zone))
  expect(await resolver.query('a.example', 'A')).toMatchObject({ kind: 'records' })
  expect(await resolver.query('c.example', 'A')).toMatchObject({ kind: 'no-such-name' })
  expect(await resolver.query('b.example', 'A')).toMatchObject({
    kind: 'failed',
    reason: 'servfail',
    via: { rcode: 'SERVFAIL', authentic: 'bogus' },
  })
})
