import { describe, expect, it } from 'vitest'
import { recordsOfAction } from '../check/index.ts'
import { actionOf, wordsOf } from '../health/index.ts'
import { wordFaults } from '../testing/index.ts'
import { findingIds, findingOf, recordsInProse, recordsOf, textsOf } from './answers.fixture.ts'
import { explainFinding } from './explain-finding.ts'

const explained = (id: (typeof findingIds)[number]) =>
  explainFinding(findingOf(id), { score: 50, title: findingOf(id).reason })

const outcome = (parts: Parameters<typeof findingOf>[1]) =>
  textsOf(explainFinding(findingOf('dmarc_missing', parts), { score: 50, title: null })).at(-1)

const steps = (first: number | null, both: number | null) =>
  outcome({ score_after: first, remains: { id: 'dmarc_missing', title: 'The same', score_after: both } })

describe('the explanation of a finding', () => {
  it.each(findingIds)('%s names the cause, the effect, the fix, and the exact record where there is one', id => {
    const { reason, meaning, advice, action } = findingOf(id)
    const answer = explained(id)
    const said = textsOf(answer).join(' ')
    expect(said).toContain(reason)
    expect(said).toContain(meaning)

    const made = recordsOfAction(action)
    if (action.kind === 'serve' && action.text !== null) {
      expect(said).toContain(action.url)
      expect(answer).toContainEqual({ kind: 'file', lines: action.text.trimEnd().split('\r\n') })
      if (action.exists) expect(said).toContain(advice)
    } else {
      const sentences = advice.split(/(?<=\.) (?=[A-Z])/)
      for (const sentence of sentences)
        if (made.every(({ value }) => !sentence.includes(value))) expect(said).toContain(sentence)
    }
    expect(recordsOf(answer)).toEqual(made.map(({ name, type, value }) => `${name} ${type} ${value}`))
    // What a block shows letter by letter is in no sentence, where a line break could change it.
    expect(recordsInProse(answer)).toEqual([])
  })

  it.each(findingIds)('%s is in plain words', id => {
    const { meaning, advice } = findingOf(id)
    for (const text of textsOf(explained(id))) {
      // The facts of some findings have words of the tests in them.
      if (!meaning.includes(text) && !advice.includes(text)) expect(wordFaults(text)).toEqual([])
      expect(text).not.toMatch(/undefined|null\b(?! MX)|\[object|::|: :|  |\.\.(?!\.)|\.:/)
    }
  })

  it('takes the record out of the middle of a sentence, and keeps both ends', () => {
    const alias = { host: 'mail.example.com', target: 'mx1.example.com', domain: 'example.com', preference: 10 }
    const { advice } = wordsOf({ id: 'mx_cname', facts: alias })
    const action = actionOf({ id: 'mx_cname', facts: alias }, 'example.com')
    const answer = explainFinding(findingOf('mx_cname', { advice, action }), { score: 50, title: null })
    expect(answer).toMatchObject([
      { text: expect.stringContaining('is an alias') },
      { text: 'Publish at example.com, in place of the MX that names mail.example.com:' },
      { record: { value: '10 mx1.example.com' } },
      { text: expect.stringContaining('Keep the other MX records.') },
      { text: expect.stringMatching(/^Or replace the CNAME/) },
      { text: 'Only the next scan can show the new score.' },
    ])
  })

  it('says which score the fix leads to, where that is known', () => {
    expect(outcome({ score_after: 70 })).toBe('This alone raises the score from 50 to 70.')
    expect(outcome({ score_after: 50 })).toBe('The score rises once the other findings of this kind are fixed too.')
    expect(outcome({ score_after: null })).toBe('Only the next scan can show the new score.')
  })

  it('says what each step leads to where a fix takes two', () => {
    expect(steps(53, 58)).toBe(
      'This is the first of two steps. It raises the score from 50 to 53, and this finding stays. After the second step the score is 58.',
    )
    expect(steps(50, 55)).toBe(
      'This is the first of two steps. It does not change the score yet. After the second step the score is 55.',
    )
    expect(steps(53, null)).toMatch(/this finding stays\. Only a later scan can show the score after both\.$/)
  })

  it('says which finding takes the place of the fixed one, and the score after that', () => {
    const then = { id: 'dmarc_none', title: 'DMARC only monitors' }
    expect(outcome({ score_after: 70, remains: { ...then, score_after: 85 } })).toBe(
      'This alone raises the score from 50 to 70. The next scan then shows the next step: DMARC only monitors. After that one the score is 85.',
    )
    expect(outcome({ score_after: 70, remains: { ...then, score_after: null } })).toMatch(/: DMARC only monitors\.$/)
  })

  it('says which scan a finding is known from', () => {
    const since = findingOf('dmarc_missing', { since: '2026-11-02T09:00:00.000Z' })
    expect(textsOf(explainFinding(since, { score: 50, title: null })).at(-1)).toBe(
      'This is known from the scan of Nov 2, 2026.',
    )
  })
})
