import { findingRows } from '@waxseal/core/health'
import { describe, expect, it } from 'vitest'

/*
 * Words come last: with other words for every finding, whatever is kept of a finding or decided about it is the same. The
 * suites of decisions, history, records and builders run once more, on findings whose every sentence is their id.
 */

const before = Object.values(findingRows).map(({ title }) => title)
for (const [id, row] of Object.entries(findingRows)) {
  Object.assign(row, {
    title: id,
    reason: (subject: string) => `${id} ${subject}`,
    meaning: () => id,
    advice: () => id,
  } satisfies Partial<typeof row>)
}

describe('in other words:', async () => {
  it('every finding is worded differently', () => {
    const titles = Object.values(findingRows).map(({ title }) => title)
    expect(titles).toEqual(Object.keys(findingRows))
    expect(titles.filter(title => before.includes(title))).toEqual([])
  })
  await import('./scans/decisions.test.ts')
  await import('./scans/score-history.test.ts')
  await import('./records/spf.test.ts')
  await import('./records/dmarc.test.ts')
})
