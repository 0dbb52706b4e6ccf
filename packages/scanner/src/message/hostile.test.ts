import { parseHeader } from '@waxseal/core/headers'
import { costGrowth } from '@waxseal/core/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { organizationalDomain } from '../domain-name.ts'
import { hostileHeaders } from './hostile.fixture.ts'
import { readHeader } from './read-header.ts'

const read = (raw: Uint8Array) => parseHeader(readHeader(raw), organizationalDomain)

/** Microseconds of this thread for a header of `bytes`: work that is faster cannot hurt, however its cost grows. */
const fast = 40_000
const bytes = 1_000_000

describe('a hostile header costs in proportion to its size', () => {
  it.each(Object.entries(hostileHeaders))('%s', async (_what, write) => {
    const whole = Buffer.from(write(bytes))
    const before = process.threadCpuUsage().user
    read(whole)
    if (process.threadCpuUsage().user - before < fast) return
    const growth = await costGrowth(size => {
      const raw = Buffer.from(write(size))
      return () => read(raw).path.length
    }, bytes)
    expect(growth).toBeLessThan(5)
  })
})

describe('whatever was pasted', () => {
  it('is read without an error', () => {
    const line = fc.constantFrom(
      'Received: from a by b; ',
      'Subject: =?utf-8?b?4pyT?= =?x?q?=',
      'From: "',
      ' folded',
      'no field',
      '',
      '\r',
      '\n\n',
      'DKIM-Signature: v=1; d=',
      'Authentication-Results: ',
      'constructor: x',
      '__proto__: x',
    )
    const text = fc.array(line, { maxLength: 30 }).map(lines => Buffer.from(lines.join('\n')))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 2_000 }), text), raw => {
        const { path, header } = read(raw)
        expect(path.length).toBeLessThanOrEqual(header.fields.length)
        for (const value of Object.values(header.shown)) expect(value?.includes('\0') ?? false).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
