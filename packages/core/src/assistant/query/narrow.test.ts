import { expect, it } from 'vitest'
import { domainsNarrowed, narrowedIn } from './narrow.ts'

const domains = [
  { name: 'a.example', tags: ['client', 'own mail server'] },
  { name: 'shop.example', tags: ['client'] },
  { name: 'parked.example', tags: [] },
]
const left = (text: string): readonly string[] | null => {
  const found = narrowedIn(text, domains)
  return found === null ? null : domainsNarrowed(domains, found).map(({ name }) => name)
}

it.each([
  ['which domains tagged client have DKIM', ['a.example', 'shop.example']],
  ['which are tagged as "client" and have no DKIM', ['a.example', 'shop.example']],
  ['the client-tagged ones: do they have DMARC', ['a.example', 'shop.example']],
  ['do the client domains have DMARC', ['a.example', 'shop.example']],
  ['with the own mail server tag: any without MX', ['a.example']],
  ['domains without the tag client', ['parked.example']],
  ['domains not tagged client that have no DMARC', ['parked.example']],
  ['all domains except the ones tagged own mail server', ['shop.example', 'parked.example']],
  ['everything but the client tagged: lowest score', ['parked.example']],
])('a tag chooses the domains that have it, or leaves them out: %s', (text, names) => {
  expect(left(text)).toEqual(names)
})

it.each([
  ['do all have DKIM except parked?', ['a.example', 'shop.example']],
  ['is any domain listed besides a.example and shop.example', ['parked.example']],
  ['all but shop have MTA-STS, right', ['a.example', 'parked.example']],
  ['which have no DMARC, not counting a.example, or parked.example', ['shop.example']],
])('domains that are named after such a word are left out: %s', (text, names) => {
  expect(left(text)).toEqual(names)
})

it.each([
  'which domains have DKIM',
  'is our client happy with the report',
  'everything except reject',
  'which domains are tagged nothing',
  `tagged ${'x'.repeat(1_900)}`,
])('other questions choose no domains: %s', text => {
  expect(narrowedIn(text, domains)).toBeNull()
})

it('what is asked of the chosen domains stays', () => {
  expect(narrowedIn('which domains tagged client have no DKIM?', domains)?.rest).toBe('which domains have no DKIM?')
  expect(narrowedIn('do all except parked have DKIM', domains)?.rest).toBe('do all have DKIM')
})
