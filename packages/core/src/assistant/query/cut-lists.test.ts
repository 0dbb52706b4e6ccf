import { describe, expect, it } from 'vitest'
import { accountFactsFixture, accountGroupsFixture } from '../account-facts.fixture.ts'
import type { AccountGroups } from '../account-facts.ts'
import { domainWith, factsWith, scanFactsOf, textsOf } from '../answers.fixture.ts'
import { reply } from '../reply.ts'
import { namedMax, scansMax } from './answer-notes.ts'

const scan = await scanFactsOf({ dmarc: null })
const many = Array.from({ length: 300 }, (_, at) => domainWith(`d${at}.example`, 50 + (at % 50)))
const scans = many.slice(0, scansMax).map(({ name }) => ({ ...scan, domain: name }))
const { domains, changes } = accountGroupsFixture
const [watched] = domains.domains.items
const [change] = changes.dns.items
if (watched === undefined || change === undefined) throw new Error('the fixture has no domain and no change')

/** A workspace of 300 domains, of which 200 were read. */
const cut: Partial<AccountGroups> = {
  domains: {
    ...domains,
    domains: { items: many.slice(0, 200).map(({ name }) => ({ ...watched, name })), total: 300 },
  },
  changes: {
    ...changes,
    dns: {
      items: Array.from({ length: 100 }, () => ({ ...change, domain: 'd1.example' })),
      total: 1_000,
      isMore: true,
    },
  },
}

function said(message: string): string {
  const facts = factsWith({ scope: 'business', domains: many, scans, account: accountFactsFixture(cut) })
  return textsOf(reply(message, facts, { origin: 'no-model', earlier: ['x'] })).join('\n')
}

describe('what a bound cuts is said', () => {
  it.each([
    'Which domains have no DMARC?',
    'Which of our domains can be spoofed?',
    'Which domains have no DMARC and are below 90 points?',
    'What can wait?',
  ])('of an answer from the scans of all domains: %s', message => {
    expect(said(message)).toContain(`This is from the scans of ${scansMax} of your 300 domains.`)
  })

  it('and not of an answer that needs no scans', () => {
    expect(said('Which domains have less than 60 points?')).not.toContain('This is from the scans')
  })

  it.each(['How often is DNS monitored?', 'When were our domains added?', 'Which domains are scanned daily?'])(
    'of the list of domains: %s',
    message => {
      expect(said(message)).toContain('I read only 200 domains, in alphabetical order; others are not counted here.')
    },
  )

  it.each(['Which SPF records changed this month?', 'Which of d5.example and d6.example broke first?'])(
    'of changes of DNS: %s',
    message => {
      expect(said(message)).toContain('I read only 100 DNS changes, the newest; others are not counted here.')
    },
  )

  it('of domains that a question names', () => {
    const names = many.slice(0, 10).map(({ name }) => name)
    expect(said(`What is the DMARC record of ${names.join(', ')}?`)).toContain(
      `I read at most ${namedMax} domains that a question names. Left out: d8.example and d9.example.`,
    )
    const text = said(`Compare ${names.slice(0, 7).join(', ')}`)
    expect(text).toContain('I compare at most 6 domains. Left out: d6.example.')
    expect(text).not.toContain('Not scanned yet')
  })
})
