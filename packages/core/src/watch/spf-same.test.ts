import { describe, expect, it } from 'vitest'
import { parseSpf } from '../spf/index.ts'
import { dkimWords } from './dkim-words.ts'
import { dmarcWords } from './dmarc-words.ts'
import { isSameSpf } from './spf-same.ts'
import { spfWords as wordsAt } from './spf-words.ts'

const spfWords = (before: readonly string[], after: readonly string[]) => wordsAt(before, after, 'x.example')
const terms = (record: string) => parseSpf(record).terms.map(({ term }) => term)

describe('an SPF record that says the same in other words is rewritten, and no warning', () => {
  it.each([
    ['two ip4 terms swapped', 'ip4:11.22.33.21 ip4:11.22.33.22 -all', 'ip4:11.22.33.22 ip4:11.22.33.21 -all'],
    ['a length of 32 (RFC 7208 section 5.6)', 'ip4:203.0.114.1 -all', 'ip4:203.0.114.1/32 -all'],
    ['the qualifier + (section 4.6.2)', 'ip4:203.0.114.1 a -all', '+ip4:203.0.114.1 +a -all'],
    ['capitals (section 4.6.1)', 'include:spf.example.net -all', 'INCLUDE:SPF.Example.NET -ALL'],
    ['a repeated network', 'ip4:203.0.114.1 -all', 'ip4:203.0.114.1 ip4:203.0.114.1 -all'],
    ['host bits of a network', 'ip4:203.0.114.0/24 -all', 'ip4:203.0.114.77/24 -all'],
    ['its own name at a (section 5.3)', 'a -all', 'a:x.example -all'],
    ['its own name at mx, with a length', 'mx/24 -all', 'mx:X.example./24 -all'],
    ['its own name as a macro', 'a mx -all', 'a:%{d} mx -all'],
    ['a dot at the end of a name (section 7.1)', 'include:a.net a:b.net/24 -all', 'include:a.net. a:b.net./24 -all'],
    ['the same at a redirect', 'mx redirect=a.net', 'mx redirect=a.net.'],
    ['two halves of a network', 'ip4:203.0.114.0/25 ip4:203.0.114.128/25 -all', 'ip4:203.0.114.0/24 -all'],
    ['a network within another', 'ip4:203.0.114.0/24 ip4:203.0.114.9 -all', 'ip4:203.0.114.0/24 -all'],
    ['terms after all (section 5.1)', 'mx -all ip4:203.0.114.1', 'mx -all'],
    ['redirect beside all (section 6.1)', 'mx redirect=example.net -all', 'mx -all'],
    ['the place of a modifier (section 6)', 'exp=e.example.net mx -all', 'mx -all exp=e.example.net'],
    [
      'networks before one include',
      'ip4:203.0.114.1 ip6:2a00::1 include:a.net ~all',
      'ip6:2a00::1 ip4:203.0.114.1 include:a.net ~all',
    ],
    [
      'other qualifiers that do not overlap',
      '?ip4:203.0.114.1 ip4:203.0.114.2 -all',
      'ip4:203.0.114.2 ?ip4:203.0.114.1 -all',
    ],
    ['an exception to a network that all refuses too', 'ip4:203.0.114.1 -ip4:203.0.114.2 -all', 'ip4:203.0.114.1 -all'],
  ])('%s', (_, before, after) => {
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const)
      expect(spfWords([`v=spf1 ${one}`], [`v=spf1 ${other}`])).toEqual({
        verb: 'modified',
        effect: 'neutral',
        description: 'SPF record rewritten, same meaning',
      })
  })
})

describe('the order matters, so that it stays a warning', () => {
  it.each([
    [
      'an exception comes after its network',
      '-ip4:203.0.114.9 ip4:203.0.114.0/24 -all',
      'ip4:203.0.114.0/24 -ip4:203.0.114.9 -all',
    ],
    [
      'softfail and pass overlap',
      '~ip4:203.0.114.0/24 ip4:203.0.114.9 -all',
      'ip4:203.0.114.9 ~ip4:203.0.114.0/24 -all',
    ],
    [
      'an exception moves behind an include',
      '-ip4:203.0.114.9 include:a.net -all',
      'include:a.net -ip4:203.0.114.9 -all',
    ],
    ['an include refuses instead of passing', '-include:a.net include:b.net -all', 'include:b.net -include:a.net -all'],
    [
      'of eleven lookups (section 4.6.4), another is the last one',
      'a:1.net a:2.net a:3.net a:4.net a:5.net a:6.net a:7.net a:8.net a:9.net a:10.net mx -all',
      'mx a:1.net a:2.net a:3.net a:4.net a:5.net a:6.net a:7.net a:8.net a:9.net a:10.net -all',
    ],
  ])('%s', (_, before, after) => {
    expect(spfWords([`v=spf1 ${before}`], [`v=spf1 ${after}`])).toMatchObject({
      effect: 'risk',
      description: 'SPF terms reordered',
    })
  })

  it.each([
    ['two includes', 'include:a.net include:b.net -all', 'include:b.net include:a.net -all'],
    ['the hosts and the mail servers', 'a mx ~all', 'mx a ~all'],
    ['a network and an include', 'ip4:203.0.114.9 include:a.net -all', 'include:a.net ip4:203.0.114.9 -all'],
    ['an exists with a macro', 'exists:%{l}.a.net mx -all', 'mx exists:%{l}.a.net -all'],
    ['two that refuse', '-include:a.net -include:b.net mx -all', '-include:b.net -include:a.net mx -all'],
    [
      'includes before a redirect',
      'include:a.net include:b.net redirect=c.net',
      'include:b.net include:a.net redirect=c.net',
    ],
  ])('but not of terms with one qualifier, of which any match says the same: %s', (_, before, after) => {
    expect(spfWords([`v=spf1 ${before}`], [`v=spf1 ${after}`])).toMatchObject({
      effect: 'neutral',
      description: 'SPF terms reordered, the same servers pass',
    })
  })

  it.each([
    ['a', 'a a -all', 'a -all'],
    ['an include', 'include:a.net mx include:a.net -all', 'include:a.net mx -all'],
    ['one with another qualifier, which never matched', 'mx ~mx -all', 'mx -all'],
    ['its own name', 'a a:x.example -all', 'a -all'],
    ['one of three', 'a mx a a -all', 'a mx a -all'],
  ])(
    'but not of a term that comes again: without it the same servers pass, with fewer lookups: %s',
    (_, before, after) => {
      expect(spfWords([`v=spf1 ${before}`], [`v=spf1 ${after}`])).toMatchObject({
        effect: 'neutral',
        description: 'SPF record rewritten, same meaning',
      })
      expect(spfWords([`v=spf1 ${after}`], [`v=spf1 ${before}`])).toMatchObject({ effect: 'risk' })
    },
  )

  it.each([
    ['the name of another domain', 'a -all', 'a:y.example -all'],
    ['the first of two qualifiers', 'mx ~mx -all', '~mx -all'],
  ])('and stays one for %s', (_, before, after) => {
    expect(spfWords([`v=spf1 ${before}`], [`v=spf1 ${after}`])).toMatchObject({ effect: 'risk' })
  })

  it('an include that is repeated costs a lookup more', () => {
    expect(spfWords(['v=spf1 include:a.net -all'], ['v=spf1 include:a.net include:a.net -all'])).toMatchObject({
      effect: 'risk',
      description: 'SPF terms repeated or reordered',
    })
  })
})

it.each([
  ['exists:%{l}.a.net -all', 'exists:%{L}.a.net -all'],
  ['mx -all exp=a.net', 'mx -all exp=b.net'],
  ['mx -all', 'mx ~all'],
  ['mx redirect=a.net', 'mx redirect=b.net'],
  ['mx a:b.net/24 -all', 'mx a:b.net -all'],
  ['exists:%{l1./}.a.net -all', 'exists:%{l1/}.a.net -all'],
])('%s is not the same as %s', (before, after) => {
  expect(isSameSpf(terms(`v=spf1 ${before}`), terms(`v=spf1 ${after}`))).toBe(false)
})

it.each([
  [
    'the order of its tags (RFC 9989 section 4.7)',
    'v=DMARC1; p=reject; rua=mailto:a@b.net; adkim=s',
    'v=DMARC1; adkim=s; rua=mailto:a@b.net; p=reject',
  ],
  [
    'the order of report addresses',
    'v=DMARC1; p=reject; rua=mailto:a@b.net,mailto:c@d.net',
    'v=DMARC1; p=reject; rua=mailto:c@d.net,mailto:a@b.net',
  ],
  ['a default in words', 'v=DMARC1; p=reject', 'v=DMARC1; p=reject; adkim=r; aspf=r; pct=100'],
  ['capitals of a policy', 'v=DMARC1; p=reject', 'v=DMARC1; p=REJECT'],
  [
    'capitals of the domain of an address',
    'v=DMARC1; p=none; rua=mailto:a@b.net',
    'v=DMARC1; p=none; rua=MAILTO:a@B.NET',
  ],
  ['the policy of subdomains in words', 'v=DMARC1; p=reject', 'v=DMARC1; p=reject; sp=reject'],
])('a DMARC record that differs in %s means the same', (_, before, after) => {
  expect(dmarcWords([before], [after])).toMatchObject({
    effect: 'neutral',
    description: 'DMARC record rewritten, same meaning',
  })
})

it('a DKIM record with its tags in another order means the same (RFC 6376 section 3.2)', () => {
  const key = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
  expect(dkimWords('s1', [`v=DKIM1; k=ed25519; p=${key}`], [`v=DKIM1; p=${key}; k=ed25519`])).toMatchObject({
    effect: 'neutral',
    description: 'DKIM record rewritten at selector s1, same meaning',
  })
})

it('a limit of size at a report address, which RFC 9990 removed, leads the reports to the same mailbox', () => {
  const [was, is] = ['v=DMARC1; p=reject; rua=mailto:a@b.net', 'v=DMARC1; p=reject; rua=mailto:a@b.net!10m']
  expect(dmarcWords([was], [is])).toMatchObject({ effect: 'neutral', description: 'DMARC options changed' })
  expect(dmarcWords([was], [is.replace('a@', 'c@')])).toMatchObject({ effect: 'risk' })
})

describe('an option of a DKIM key that changes nothing for mail', () => {
  const key = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
  const plain = `v=DKIM1; k=ed25519; p=${key}`
  it.each([
    ['h=sha256 (RFC 8301 section 3.1)', `v=DKIM1; h=sha256; k=ed25519; p=${key}`],
    ['h=sha1:sha256', `v=DKIM1; h=sha1:sha256; k=ed25519; p=${key}`],
    ['s=email (RFC 6376 section 3.6.1)', `v=DKIM1; s=email; k=ed25519; p=${key}`],
  ])('is no risk: %s', (_, other) => {
    expect(dkimWords('s1', [plain], [other])).toMatchObject({ effect: 'neutral' })
    expect(dkimWords('s1', [other], [plain])).toMatchObject({ effect: 'neutral' })
  })

  it('is not t=s, by which signatures of subdomains fail', () => {
    const strict = `v=DKIM1; t=s; k=ed25519; p=${key}`
    expect(dkimWords('s1', [plain], [strict])).toMatchObject({ effect: 'risk' })
    expect(dkimWords('s1', [strict], [plain])).toMatchObject({ effect: 'neutral' })
  })
})
