import { expect, it } from 'vitest'
import { combinations, sendersOfTable, verdictRows } from './verdict-table.fixture.ts'

it('the table has one row for each of 288 combinations and each kind of sender, and uses every row', () => {
  expect(combinations).toHaveLength(288)
  const used = new Set<number>()
  for (const sender of sendersOfTable) {
    for (const facts of combinations) {
      const rows = verdictRows.flatMap((row, at) => (row.sender === sender && row.matches(facts) ? [at] : []))
      expect(rows, `${sender} ${JSON.stringify(facts)}`).toHaveLength(1)
      for (const at of rows) used.add(at)
    }
  }
  expect(used.size).toBe(verdictRows.length)
})

it.each([
  // 3 × 4 × 6 × 4 combinations: all with TLS (96), and all without (192).
  ['opportunistic', { checked: 0, encrypted: 96, clear: 192, refused: 0 }],
  // Unlisted 72, enforce without TLS 48, enforce with three bad certificates 18.
  ['mta-sts', { checked: 6, encrypted: 48, clear: 96, refused: 138 }],
  // Bogus 48, usable or unusable records without TLS 96, a mismatch 16.
  ['dane', { checked: 16, encrypted: 48, clear: 64, refused: 160 }],
])('of %s senders it has as many cells of each outcome as counted by hand', (sender, expected) => {
  const counts: { [does: string]: number } = { checked: 0, encrypted: 0, clear: 0, refused: 0 }
  for (const { matches, cell } of verdictRows.filter(row => row.sender === sender)) {
    counts[cell.does] = (counts[cell.does] ?? 0) + combinations.filter(matches).length
  }
  expect(counts).toEqual(expected)
})
