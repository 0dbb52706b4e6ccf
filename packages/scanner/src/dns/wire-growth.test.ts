import { costGrowth } from '@waxseal/core/testing'
import { encode } from 'dns-packet'
import { expect, it } from 'vitest'
import { withOpt } from './testing/loopback-server.ts'
import { decodeMessage } from './wire.ts'

it('60 KB of NULs in an extended error cost in proportion to their length', async () => {
  const plain = encode({ type: 'response', id: 1, questions: [{ type: 'A', name: 'a' }] })
  const growth = await costGrowth(size => {
    const message = withOpt(plain, 0, [{ code: 0, text: `x${'\0'.repeat(size)}x` }])
    return () => decodeMessage(message)
  }, 60_000)
  expect(growth).toBeLessThan(2.3)
})
