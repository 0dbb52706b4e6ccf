import { describe, expect, it } from 'vitest'
import { type FoundChange, withFound } from './after-scan.ts'
import { parentIn, wordsBesideParent } from './parent-words.ts'
import { descriptionMax } from './sentence.ts'

const [reject, quarantine, none] = ['v=DMARC1; p=reject', 'v=DMARC1; p=quarantine', 'v=DMARC1; p=none']
const parent = { policy: 'reject', limit: null, location: 'example.com' } as const

/** The note about several changes of the DMARC record of shop.example.com, as checks have worded them. */
function note(
  ...steps: [before: string | null, after: string | null, severity: FoundChange['severity'], words: string][]
) {
  const found = steps.map(([old_value, new_value, severity, change_description], at) => {
    const change: FoundChange = { id: `c${at}`, part: 'dmarc', severity, old_value, new_value, change_description }
    return change
  })
  const at = '2026-11-26T21:30:00.000Z'
  const unseen = withFound([], found, { domain: 'shop.example.com', at, scan: null })
  return unseen.map(({ severity, description }) => `${severity}: ${description}`)
}

describe('the note about several changes of a DMARC record knows the policy of the parent domain', () => {
  it('reject → none → no record: nothing is lost where the parent domain says reject', () => {
    expect(
      note(
        [reject, none, 'critical', 'DMARC policy weakened from reject to none'],
        [none, null, 'info', 'DMARC record with policy none removed, so policy reject of example.com applies'],
      ),
    ).toEqual(['info: DMARC record with policy reject removed, so policy reject of example.com applies'])
  })

  it('no record → none → quarantine is still weaker than what applied', () => {
    expect(
      note(
        [null, none, 'critical', 'DMARC record with policy none added, weaker than policy reject of example.com'],
        [none, quarantine, 'info', 'DMARC policy strengthened from none to quarantine'],
      ),
    ).toEqual(['warning: DMARC record with policy quarantine added, weaker than policy reject of example.com'])
  })

  it('reject → quarantine → no record, and no check could read a parent policy: critical', () => {
    expect(
      note(
        [reject, quarantine, 'warning', 'DMARC policy weakened from reject to quarantine'],
        [quarantine, null, 'critical', 'DMARC record removed, the policy was quarantine'],
      ),
    ).toEqual(['critical: DMARC record removed, the policy was reject'])
  })
})

it.each([
  [[reject], []],
  [[reject], [reject, none]],
  [[], [none]],
  [[], ['v=DMARC1; p=always']],
])('the words of %j → %j name the policy, so that a note finds it again', (before, after) => {
  expect(parentIn(wordsBesideParent(before, after, parent)?.description ?? '')).toEqual(parent)
})

it('a long name of the parent domain is cut, so that the sentence fits and the policy is found again', () => {
  const long = { policy: 'quarantine', limit: 'pct=50', location: `${'a'.repeat(50)}.example` } as const
  for (const after of [[], [quarantine, none]]) {
    const { description = '' } = wordsBesideParent([`${quarantine}; t=y`], after, long) ?? {}
    expect(description.length).toBeLessThanOrEqual(descriptionMax)
    expect(parentIn(description)).toMatchObject({ policy: 'quarantine', limit: 'pct=50' })
  }
})

it('other words name none', () => {
  expect(parentIn('DMARC record removed, the policy was reject')).toBeNull()
})
