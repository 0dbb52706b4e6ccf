import { describe, expect, it } from 'vitest'
import { attributes } from '../attributes/index.ts'
import { concepts, forms } from '../reading/lexicon.data.ts'
import { read } from '../reading/read.ts'
import { topics } from './topics.ts'

const now = '2026-11-28T09:00:00.000Z'
const parts = ['policies', 'services', 'addresses', 'ending', 'numbers', 'labels', 'tags', 'terms', 'emails', 'named']
const ids: ReadonlySet<string> = new Set([...Object.keys(concepts), ...Object.keys(forms), ...parts, '*'])
const asked = [...topics, ...attributes]

describe('the vocabulary of questions', () => {
  it('has every concept that something asks for', () => {
    const strange = asked.flatMap(({ id, asks }) =>
      asks.flatMap(ask => ask.split(/[ |]/)).flatMap(word => (ids.has(word) ? [] : [`${id}: ${word}`])),
    )
    expect(strange).toEqual([])
  })

  it('has no concept that nothing asks for', () => {
    // With any question: "only" changes no answer, and after "except" there is none.
    const everywhere = ['only', 'except']
    const used = new Set(asked.flatMap(({ asks, also = '' }) => [...asks, also]).flatMap(text => text.split(/[ |]/)))
    expect(Object.keys(concepts).filter(id => !used.has(id) && !everywhere.includes(id))).toEqual([])
  })

  it('forgives a typo only where the word is not known: "treat" is not "threat"', () => {
    expect([...read('Will you treat my domain well?', now).concepts]).not.toContain('threat')
    expect([...read('is my domain blacklsted', now).concepts]).toContain('blacklist')
  })

  it('takes a policy, an ending, a service, an address and a number for what they are', () => {
    const { policies, ending, services, addresses, numbers } = read(
      'which domains with p=reject and ~all cover 203.0.113.7, use SendGrid and have fewer than 90 points?',
      now,
    )
    expect({ policies, ending, addresses, numbers }).toEqual({
      policies: ['reject'],
      ending: '~',
      addresses: ['203.0.113.7'],
      numbers: [{ op: 'below', value: 90 }],
    })
    expect(services.map(({ id }) => id)).toEqual(['sendgrid'])
  })

  it.each([
    ['since yesterday', '2026-11-27T00:00:00.000Z', false],
    ['in the last two weeks', '2026-11-14T00:00:00.000Z', false],
    ['a month ago', '2026-10-29T00:00:00.000Z', true],
    ['since Tuesday', '2026-11-24T00:00:00.000Z', false],
    ['since November 20', '2026-11-20T00:00:00.000Z', false],
  ])('reads the period "%s"', (words, since, isMoment) => {
    expect(read(`what changed ${words}?`, now).period).toEqual({ since, isMoment })
  })

  it('reads no period in a volume', () => {
    expect(read('how many mails a day can I send', now).period).toBeNull()
  })
})
