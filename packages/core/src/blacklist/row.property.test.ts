import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Answer, type FailureReason, unasked } from '../dns/index.ts'
import { type Blocklist, blocklists, decodeAnswer, judgeSelfTest, type ListAnswer, rowOf } from './index.ts'

const { via } = unasked('cancelled', 0)
const octet = fc.integer({ min: 0, max: 255 })
const reply = fc.oneof(
  { weight: 4, arbitrary: octet.map(d => `127.0.0.${d}`) },
  octet.map(d => `127.0.1.${d}`),
  octet.map(d => `127.255.255.${d}`),
  fc.ipV4(),
  fc.string(),
)
const reasons: readonly FailureReason[] = ['timeout', 'servfail', 'refused', 'lame', 'malformed', 'over-budget']
const anyAnswer: fc.Arbitrary<Answer<'A'>> = fc.oneof(
  fc.constant<Answer<'A'>>({ kind: 'no-such-name', via }),
  fc.constant<Answer<'A'>>({ kind: 'no-data', via }),
  fc.constantFrom(...reasons).map((reason): Answer<'A'> => ({ kind: 'failed', reason, via })),
  fc.array(reply, { minLength: 1, maxLength: 4 }).map(
    (addresses): Answer<'A'> => ({
      kind: 'records',
      via,
      records: addresses.map(address => ({ type: 'A', name: 'x.example', ttl: 60, address })),
    }),
  ),
)
const anyList = fc.constantFrom<Blocklist>(...blocklists)
const anyAsked: fc.Arbitrary<ListAnswer> = fc.record({
  subject: fc.record({
    address: fc.ipV4(),
    owner: fc.constantFrom(null, 'Example Mail'),
    sends: fc.constantFrom(null, true, false),
  }),
  question: fc.domain(),
  answer: anyAnswer,
})

/** The meaning of a single answer, as text. */
function kindOf(list: Blocklist, answer: Answer<'A'>): string {
  if (answer.kind === 'failed') return 'failed'
  return decodeAnswer(list, answer.kind === 'records' ? answer.records.map(({ address }) => address) : []).kind
}

it('for any answers, a row is listed or clean only with proof', () => {
  fc.assert(
    fc.property(
      anyList,
      fc.array(anyAnswer, { minLength: 1, maxLength: 2 }),
      anyAnswer,
      fc.array(anyAsked, { minLength: 1, maxLength: 4 }),
      (list, listed, clean, asked) => {
        const quarantine = judgeSelfTest(list, listed, clean)
        const row = rowOf(list, asked, { quarantine, applies: true, known: true })
        const kinds = asked.map(({ answer }) => kindOf(list, answer))
        if (quarantine !== null) expect(row.status).toBe('error')
        if (row.status === 'listed') expect(kinds).toContain('listed')
        if (row.status === 'clean') expect(kinds.every(kind => kind === 'clean' || kind === 'listed')).toBe(true)
        if (row.status === 'error') {
          expect(row.listings).toEqual([])
          expect(row.reason).toMatch(/^[A-Z0-9].*\.$/s)
        } else expect([row.trouble, row.reason, row.advice]).toEqual([null, null, null])
        if (row.status === 'clean') expect(row.listings.every(({ note }) => note)).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

it('a list is healthy only when an entry that must be listed is, and the other is not', () => {
  fc.assert(
    fc.property(anyList, fc.array(anyAnswer, { minLength: 1, maxLength: 2 }), anyAnswer, (list, listed, clean) => {
      if (judgeSelfTest(list, listed, clean) !== null) return
      expect(listed.some(({ kind }) => kind === 'records')).toBe(true)
      expect(kindOf(list, clean)).toBe('clean')
    }),
    { numRuns: 2000 },
  )
})
