import { describe, expect, it } from 'vitest'
import { type IncludeExpansion, includeWitnesses, type Provider, providerOfSpfInclude, providers } from './index.ts'
import { includesOf } from './provider.ts'

const all: readonly Provider[] = providers
const offered = all.flatMap(provider => includesOf(provider).map(include => ({ include, provider })))

/** Why nobody may be told to include a name that expands to this; null when nothing speaks against it. */
function faultOf(include: string, expansion: Pick<IncludeExpansion, 'ip4' | 'ip6' | 'asked' | 'below'> | 'no record') {
  if (expansion === 'no record') return 'no record'
  const own = providerOfSpfInclude(include)?.id
  const others = expansion.below.filter(name => ![undefined, own].includes(providerOfSpfInclude(name)?.id))
  if (others.length > 0) return `other senders: ${others.join(', ')}`
  return expansion.ip4 + expansion.ip6 + expansion.asked + expansion.below.length === 0 ? 'no address' : null
}

describe('an include that we offer', () => {
  it('has a witness with its month, which is not another catalog', () => {
    for (const { include } of offered) {
      const { source, checked } = includeWitnesses[include] ?? {}
      expect([include, source?.length ?? 0]).not.toEqual([include, 0])
      expect(checked).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/)
      expect(source).not.toMatch(/catalog/i)
    }
  })

  it('has a witness that can be looked up, but for three: a page, a domain, a repository or a company’s documentation', () => {
    const named = /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b|documentation|\b[a-z]+\/[a-z]+\b|cloudflare-docs/
    const vague = Object.entries(includeWitnesses).filter(
      ([, { source }]) => !named.test(source.replace(/include:\S+/, '')),
    )
    expect(vague.map(([name]) => name)).toEqual([
      '_spf.atlassian.net',
      '_spf.smtp.mailtrap.live',
      'spf.tmes.trendmicro.eu',
    ])
  })

  it('expanded to addresses of its own service when somebody read it', () => {
    const faults = offered.flatMap(({ include }) => {
      const expansion = includeWitnesses[include]?.expansion
      const fault = expansion ? faultOf(include, expansion) : null
      return fault === null ? [] : [[include, fault]]
    })
    expect(faults).toEqual([])
  })

  it('was read by somebody, but for 47: this number may only fall', () => {
    const unread = Object.values(includeWitnesses).filter(({ expansion }) => expansion === null)
    expect(unread).toHaveLength(47)
  })

  it('is the only reason for a witness', () => {
    const names = new Set(offered.map(({ include }) => include))
    expect(Object.keys(includeWitnesses).filter(name => !names.has(name))).toEqual([])
    expect(Object.keys(includeWitnesses)).toEqual(Object.keys(includeWitnesses).toSorted())
  })
})

const at = (below: readonly string[], ip4 = 0) => ({ ip4, ip6: 0, asked: 0, below })

describe('an include that we do not offer', () => {
  it.each([
    // The five that the builder offered until November 2026.
    ['spf1.stripe.com', at(['_spf.google.com', 'amazonses.com'], 1), 'other senders: _spf.google.com, amazonses.com'],
    ['convertkit.com', at(['_spf.google.com'], 1), 'other senders: _spf.google.com'],
    ['shops.shopify.com', at([]), 'no address'],
    ['spf.intercom.io', 'no record', 'no record'],
    ['spf.smtp2go.net', 'no record', 'no record'],
    // Neighbours that the same rule found: wirewiki.com (websitewelcome.com, secureserver.net), dig of 2024-01-12 on
    // qiita.com (_spf.firebasemail.com), recordings of DNS of 2025 (spf.infomaniak.ch, _netblocks3.google.com in 2013).
    [
      'websitewelcome.com',
      at(['eig.spf.a.cloudfilter.net', 'spf.websitewelcome.com', '_spf.google.com', 'spf.protection.outlook.com'], 17),
      'other senders: _spf.google.com, spf.protection.outlook.com',
    ],
    [
      'secureserver.net',
      at(['spf-0.secureserver.net', 'spf.protection.outlook.com'], 32),
      'other senders: spf.protection.outlook.com',
    ],
    [
      '_spf.firebasemail.com',
      at(['sendgrid.net', '_spf.google.com'], 9),
      'other senders: sendgrid.net, _spf.google.com',
    ],
    [
      'spf.infomaniak.ch',
      at(['relay.mail.infomaniak.ch', 'app.mail.infomaniak.ch', 'newsletter.infomaniak.com', 'amazonses.com'], 14),
      'other senders: amazonses.com',
    ],
    ['_netblocks3.google.com', at([]), 'no address'],
  ] as const)('%s', (include, expansion, fault) => {
    expect(faultOf(include, expansion)).toBe(fault)
    expect(offered.filter(each => each.include === include)).toEqual([])
  })

  it('is still known as the name of its service', () => {
    expect(providerOfSpfInclude('spf1.stripe.com')?.id).toBe('stripe')
    expect(providerOfSpfInclude('convertkit.com')?.id).toBe('kit')
    expect(providerOfSpfInclude('spf-0.secureserver.net')?.id).toBe('godaddy')
    expect(providerOfSpfInclude('spf.intercom.io')?.id).toBe('intercom')
    expect(providerOfSpfInclude('spf.smtp2go.net')?.id).toBe('smtp2go')
  })

  it('leaves the service with a reason, where customers do not each have another name', () => {
    for (const { id, spf } of all) {
      const reasons = [spf.pattern, spf.withoutInclude ?? null].filter(reason => reason !== null)
      expect([id, reasons.length > 0]).toEqual([id, spf.includes.length === 0])
    }
  })
})
