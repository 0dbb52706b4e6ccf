import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { txtZoneLine } from './dkim/zone-line.ts'
import { digLine, repeatLine } from './evidence/dig-line.ts'
import type { DnsEvidence } from './report.ts'

describe('costs in proportion to its length', () => {
  it('a record as a line of a zone file', () =>
    expectLinearCost(text => txtZoneLine('a', text), { max: 65_535, tokens: ['\\"', 'ü', '😀', '\ud800'] }))

  it('the line that repeats a question', () =>
    expectLinearCost(
      name => {
        const via = { server: name, authoritative: true, authentic: 'yes' }
        const piece = { kind: 'dns', question: { name, type: 'A' }, via } as unknown as DnsEvidence
        return [
          digLine(piece),
          repeatLine({ ...piece, kind: 'http' } as never),
          repeatLine({ ...piece, kind: 'smtp' } as never),
        ]
      },
      { max: 65_535, tokens: ["'", '[1', ']:1', ':1', '::'], heads: ['', '[', 'a ['] },
    ))
})
