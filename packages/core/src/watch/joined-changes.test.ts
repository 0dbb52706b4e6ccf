import { describe, expect, it } from 'vitest'
import { type FoundChange, type UnseenChange, withFound } from './after-scan.ts'

const after = '2026-11-26T21:30:00.000Z'
const [reject, none] = ['v=DMARC1; p=reject', 'v=DMARC1; p=none']

/** What several changes of one part say together. */
function together(part: string, ...steps: [before: unknown, after: unknown, severity: string, words: string][]) {
  const found = steps.map(([old_value, new_value, severity, change_description], at) => ({
    id: `c${at}`,
    part,
    severity,
    old_value,
    new_value,
    change_description,
  })) as unknown as FoundChange[]
  const of = { domain: 'shop.example', at: after, scan: null }
  const one = withFound([], found, of)
  // The same in one check or in several.
  expect(found.reduce<readonly UnseenChange[]>((unseen, change) => withFound(unseen, [change], of), [])).toEqual(one)
  return one.map(({ severity, description }) => `${severity}: ${description}`)
}

describe('several changes of one part before a scan say what became of the value that the scan shows', () => {
  const quarantine = 'v=DMARC1; p=quarantine'
  const toNone = [reject, none, 'critical', 'DMARC policy weakened from reject to none'] as const
  const fromNone = [none, quarantine, 'info', 'DMARC policy strengthened from none to quarantine'] as const

  it('reject → none → quarantine is weaker, though its last step is stricter', () => {
    const words = ['warning: DMARC policy weakened from reject to quarantine']
    expect(together('dmarc', [...toNone], [...fromNone])).toEqual(words)
  })

  it('quarantine → none → reject is stricter, though its first step was critical', () => {
    const first = [quarantine, none, 'critical', 'DMARC policy weakened from quarantine to none'] as const
    const last = [none, reject, 'info', 'DMARC policy strengthened from none to reject'] as const
    expect(together('dmarc', [...first], [...last])).toEqual([
      'info: DMARC policy strengthened from quarantine to reject',
    ])
  })

  it.each([
    [
      'mx',
      ['10 a.example'],
      null,
      ['20 b.example'],
      'critical: All mail servers replaced: now b.example (priority 20)',
    ],
    [
      'ns',
      ['ns1.a.example'],
      ['ns1.a.example', 'ns2.b.example'],
      ['ns2.b.example'],
      'critical: All name servers replaced: now ns2.b.example',
    ],
    ['spf', 'v=spf1 mx -all', null, 'v=spf1 mx ~all', 'warning: SPF ending softened from -all to ~all'],
    ['dkim k1', 'v=DKIM1; p=', null, 'v=DKIM1; p=x', 'warning: DKIM record changed at selector k1, still invalid'],
    [
      'mta-sts-policy',
      'mode=enforce; sha256=1',
      'mode=none; sha256=2',
      'mode=testing; sha256=3',
      'warning: MTA-STS policy weakened from enforce to testing',
    ],
  ])('so does %s', (part, first, middle, last, words) => {
    expect(together(part, [first, middle, 'critical', 'removed'], [middle, last, 'info', 'added'])).toEqual([words])
  })

  const [plain, deep, explained] = [
    'v=spf1 mx -all',
    'v=spf1 mx include:a.example -all',
    'v=spf1 mx include:a.example ~all',
  ]
  const broke = [plain, deep, 'critical', 'SPF now ends in permerror: include:a.example (no SPF record)'] as const

  it('a permerror below the record stays until a check saw it mended', () => {
    const softer = [deep, explained, 'warning', 'SPF ending softened from -all to ~all'] as const
    expect(together('spf', [...broke], [...softer])).toEqual([`critical: ${broke[3]}`])
    const repaired = [
      deep,
      explained,
      'warning',
      'SPF no longer ends in permerror, and ending softened from -all to ~all',
    ] as const
    expect(together('spf', [...broke], [...repaired])).toEqual([
      'warning: SPF ending softened from -all to ~all and now includes a.example',
    ])
    const first = [explained, plain, 'warning', 'SPF no longer includes a.example'] as const
    const open = [plain, deep, 'critical', 'SPF now allows every server to send: include:a.example → +all'] as const
    expect(together('spf', [...first], [...open])).toEqual([`critical: ${open[3]}`])
  })
})
