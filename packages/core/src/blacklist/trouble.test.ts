import { expect, it } from 'vitest'
import { type Answer, unasked } from '../dns/index.ts'
import { type Blocklist, blocklists, judgeSelfTest, type ListAnswer, rowOf } from './index.ts'

const lists: readonly Blocklist[] = blocklists
const skipped: Answer<'A'> = unasked('over-budget', 0)
const listOf = (wanted: string): Blocklist => {
  const found = lists.find(({ id }) => id === wanted)
  if (found === undefined) throw new Error(`no list ${wanted}`)
  return found
}

const reasonsOf = (each: Blocklist) => judgeSelfTest(each, [skipped], skipped)?.reason

// Eight scans at once: the rate of Spam Eating Monkey is for the whole installation, and no limit of one scan.
it('a list with a published rate was left out because of that, and any other because of the limit of the scan', () => {
  const rated = lists.filter(({ rate }) => rate !== null)
  expect(rated.map(({ id }) => id)).toContain('sem-black')
  expect(rated.map(reasonsOf)).toEqual(
    rated.map(() => 'This installation reached the query rate that the list allows.'),
  )
  expect(reasonsOf(listOf('spamcop'))).toBe('The scan reached its lookup limit.')
})

it('also where only some lookups were left out', () => {
  const asked: ListAnswer = {
    subject: 'example.com',
    question: 'example.com.uribl.spameatingmonkey.net',
    answer: skipped,
  }
  const row = rowOf(listOf('sem-uri'), [asked, asked], { quarantine: null, applies: true, known: true })
  expect(row.reason).toBe('All 2 lookups failed. This installation reached the query rate that the list allows.')
})
