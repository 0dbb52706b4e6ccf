import { describe, it } from 'vitest'
import { expectLinearCost } from '../testing/index.ts'
import type { DnsEvidence } from './evidence.ts'
import { digLine, repeatLine } from './repeat-line.ts'

describe('costs in proportion to its length', () => {
  it('the line that repeats a question', () =>
    expectLinearCost(
      name => {
        const via = { server: name, authoritative: true, authentic: 'yes' }
        const piece = { kind: 'dns', question: { name, type: 'A' }, via } as unknown as DnsEvidence
        const others = (['http', 'smtp'] as const).map(kind => repeatLine({ ...piece, kind } as never))
        return [digLine(piece), repeatLine(piece), ...others]
      },
      { max: 65_535, tokens: ["'", '[1', ']:1', ':1', '::'], heads: ['', '[', 'a ['] },
    ))
})
