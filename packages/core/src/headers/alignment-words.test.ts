import { describe, expect, it } from 'vitest'
import type { AlignedIdentity } from './alignment.ts'
import { alignmentSentence, identityWords, joins, named } from './alignment-words.ts'

const identity = (fields: Partial<AlignedIdentity> = {}) =>
  ({ kind: 'spf', domain: 'example.com', result: 'pass', alignment: 'strict', ...fields }) as const
const sentence = (identities: readonly ReturnType<typeof identity>[], aligned: boolean | null) =>
  alignmentSentence({ from_domain: 'example.com', identities, aligned })

describe('the alignment in one sentence', () => {
  it('names what is aligned, three at most', () => {
    expect(sentence([identity(), identity({ alignment: 'none' })], true)).toBe(
      'SPF domain example.com passed and is aligned with example.com.',
    )
    const dkim = identity({ kind: 'dkim', domain: 'mail.example.com', alignment: 'relaxed' })
    expect(sentence([identity(), dkim, dkim, dkim, dkim], true)).toBe(
      'SPF domain example.com and DKIM domain mail.example.com and DKIM domain mail.example.com and 2 more passed and are ' +
        'aligned with example.com.',
    )
  })

  it('says that nothing is aligned, or known', () => {
    expect(sentence([identity({ result: 'fail' })], false)).toBe(
      'The header shows no identity that passed and is aligned with example.com.',
    )
    expect(sentence([], null)).toBe('The receiver reports no SPF and no DKIM result for a message from example.com.')
    expect(alignmentSentence({ from_domain: null, identities: [], aligned: null })).toBe(
      'No domain can be read from From, so nothing can be aligned with it.',
    )
  })
})

it('an identity joins From when it passed and belongs to its organization', () => {
  const all = [
    identity(),
    identity({ alignment: 'relaxed' }),
    identity({ alignment: 'none' }),
    identity({ result: 'fail' }),
  ]
  expect(all.map(joins)).toEqual([true, true, false, false])
  expect(all.map(identityWords)).toEqual([
    'pass, same domain',
    'pass, same organization',
    'pass, another organization',
    'fail, same domain',
  ])
})

it('a long domain and a long result are cut', () => {
  expect(named('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`)
  expect(identityWords(identity({ result: 'x'.repeat(30) }))).toBe(`${'x'.repeat(24)}, same domain`)
})
