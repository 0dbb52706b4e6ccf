import { describe, expect, it } from 'vitest'
import { beyond, places } from './places.data.ts'
import { beyondAnswer, linkOfPlace, type PlaceReader, placeAnswer, readOnlyAnswer } from './places.ts'

const owner: PlaceReader = { role: 'owner', tier: 'business', billing: 'stripe' }
const wordsOf = (answer: ReturnType<typeof placeAnswer>) =>
  answer.flatMap(block => ('text' in block ? [block.text] : [])).join(' ')

describe('where a thing is done', () => {
  it('is said with what to press', () => {
    expect(wordsOf(placeAnswer('delete-domain', owner))).toBe(
      'To delete a domain: open Domains, then the menu More of the domain, and press Delete. Its scans are deleted with it.',
    )
    expect(linkOfPlace('invite')).toEqual({ screen: 'account', section: 'workspace', label: 'Workspace' })
    expect(linkOfPlace('history')).toEqual({ screen: 'dnsHistory', section: null, label: 'DNS Change History' })
  })

  it('is said with who may do it and which plan has it, where that is missing', () => {
    expect(wordsOf(placeAnswer('create-key', { role: 'viewer', tier: 'pro', billing: 'stripe' }))).toBe(
      'To create an API key: open Account and press Create API key. The key is shown this once. Your role is Viewer: only owners and administrators can do this. It is not part of your Pro plan: Business has it.',
    )
    expect(wordsOf(placeAnswer('export', { role: 'viewer', tier: 'free', billing: 'off' }))).toMatch(
      /It is not part of your Starter plan\.$/,
    )
  })

  it('is what the analyst says when it is asked to do it', () => {
    expect(wordsOf(readOnlyAnswer('scan', owner))).toMatch(
      /^I only read and change nothing\. To scan a domain now: open/,
    )
    expect(wordsOf(readOnlyAnswer('audit-log', owner))).toMatch(/^To see who did what: open Account/)
  })

  it('is one place for each phrase', () => {
    const phrases = Object.entries(places).flatMap(([id, { phrases: all }]) => all.map(phrase => ({ id, phrase })))
    const twice = [...Map.groupBy(phrases, ({ phrase }) => phrase)].filter(([, all]) => all.length > 1)
    expect(twice).toEqual([])
    expect(phrases.filter(({ phrase }) => phrase !== phrase.toLowerCase())).toEqual([])
  })
})

it('what is beyond the product is said with the nearest thing it has', () => {
  expect(wordsOf(beyondAnswer('publish', owner))).toMatch(
    /^Waxseal cannot change your DNS\. .* To build an SPF record:/,
  )
  for (const { says } of Object.values(beyond)) expect(says).toMatch(/^(Waxseal|I) .*\.$/)
})
