import { it } from 'vitest'
import { expectLinearCost } from '../testing/index.ts'
import { canonicalValues } from './canonical.ts'
import { compareSnapshot } from './compare.ts'
import { valuesOfEvidence } from './evidence-values.ts'
import { noon, partOf, snapshotAt } from './watched.fixture.ts'

const max = 65_536

it.each([
  ['spf', 'v=spf1 ', ['include:', 'ip4:', ' ']],
  ['dmarc', 'v=DMARC1; p=none; ', ['rua=', 'mailto:', ';']],
  ['dkim', 'v=DKIM1; p=', ['p=', ';', 'MIGf']],
] as const)(
  'a %s record of any text is compared in linear time',
  async (kind, head, tokens) => {
    const key = kind === 'dkim' ? 'dkim google' : kind
    const { memory } = compareSnapshot(null, snapshotAt(noon, partOf(key, `${head}x`)))
    await expectLinearCost(
      text => {
        const [value = ''] = canonicalValues(kind, [{ type: 'TXT', name: 'example.com', ttl: 60, strings: [text] }])
        return compareSnapshot(memory, snapshotAt(noon + 1, partOf(key, value)))
      },
      { max, heads: [head], tokens },
    )
  },
  120_000,
)

it('the recorded answer of a scan is read in linear time', async () => {
  await expectLinearCost(text => valuesOfEvidence('spf', { answers: [`example.com 60 TXT "${text}`] }), {
    max,
    heads: ['v=spf1 '],
    tokens: ['" "', '\\"', '\\200', 'a'],
  })
}, 120_000)
