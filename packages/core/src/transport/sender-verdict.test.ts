import { describe, expect, it } from 'vitest'
import type { OfferFacts, SenderFacts, SenderKind } from './sender-facts.ts'
import { senderVerdicts } from './sender-verdict.ts'
import {
  allTold,
  daneOf,
  factsOf,
  fitting,
  goodCertificate,
  noOffer,
  offerFacts,
  policyOf,
  senderFacts,
  told,
  withPolicy,
} from './sender-world.fixture.ts'
import { combinations, sendersOfTable, verdictRows } from './verdict-table.fixture.ts'

describe('the verdicts are those of the table', () => {
  it.each(sendersOfTable)('in all 288 combinations for %s senders', kind => {
    for (const combination of combinations) {
      const cells = verdictRows.flatMap(({ sender, matches, cell }) =>
        sender === kind && matches(combination) ? [cell] : [],
      )
      expect([senderVerdicts(factsOf(combination))[kind]], JSON.stringify(combination)).toEqual(cells)
    }
  })
})

describe('whether STARTTLS is offered is unknown, and so is what every sender does', () => {
  const unknown: Partial<OfferFacts> = { starttls: 'unknown', certificate: null, ehlo: [] }
  it.each<[string, OfferFacts | null, string]>([
    ['of an address that no one asked', null, 'not-asked'],
    ['of a server that is left out by rule', offerFacts({ ...unknown, contacted: false }), 'not-asked'],
    ['where a limit of ours stopped the test', offerFacts({ ...unknown, failure: 'rate-limited' }), 'not-asked'],
    ['where port 25 is closed from here', offerFacts({ ...unknown, failure: 'unreachable' }), 'no-connection'],
    ['of a server that is silent', offerFacts({ ...unknown, failure: 'timeout' }), 'no-connection'],
    ['of a server that rejects us', offerFacts({ ...unknown, failure: 'refused' }), 'no-session'],
    ['of a server that refuses EHLO', offerFacts(unknown), 'no-session'],
    ['where a firewall wrote over the offer', { ...noOffer, ehlo: ['SIZE 1', 'XXXXXXXA'] }, 'starttls-masked'],
    ['where no server of another operator offers it to us', { ...noOffer, offersPass: false }, 'starttls-unseen'],
    ['where an offer was not followed by a handshake', offerFacts({ certificate: null }), 'certificate-unseen'],
  ])('%s', (_, session, reason) => {
    const facts = { session, dane: daneOf([fitting]), mtaSts: policyOf('enforce') }
    expect(allTold(facts)).toEqual(sendersOfTable.map(kind => `${kind} unknown: ${reason}`))
  })

  it('but what is refused before STARTTLS is refused all the same', () => {
    const facts = {
      session: null,
      dane: daneOf([fitting], { authentic: 'bogus' }),
      mtaSts: policyOf('enforce', 'x.example'),
    }
    expect(allTold(facts)).toEqual([
      'opportunistic unknown: not-asked',
      'mta-sts refused: host-unlisted',
      'dane refused: dnssec-bogus',
    ])
  })

  it('a keyword with X in it masks nothing', () => {
    const session = { ...noOffer, ehlo: ['XCLIENT NAME', 'XEXCH50', 'XXXXXXXXXX'] }
    expect(told('opportunistic', { session })).toBe('clear: tls-not-offered')
  })
})

describe('DNSSEC that is broken on the way to the host', () => {
  it.each<[string, Partial<SenderFacts>]>([
    ['at the addresses of the host', { dane: daneOf([fitting], { hostAuthentic: 'bogus' }) }],
    ['at the alias that is the host', { dane: daneOf([], { hostAuthentic: 'no', aliasAuthentic: 'bogus' }) }],
    ['at the MX records', { nextHop: { by: 'mx', authentic: 'bogus', alias: null } }],
  ])(
    '%s stops DANE senders, and of the others those that validate (RFC 7672 section 2.2, RFC 4035 section 5.5)',
    (_, facts) => {
      expect(allTold({ ...facts, mtaSts: policyOf('enforce') })).toEqual([
        'opportunistic unknown: resolver-decides',
        'mta-sts unknown: resolver-decides',
        'dane refused: dnssec-bogus',
      ])
      const expired = offerFacts({ certificate: { ...goodCertificate, notAfter: '2026-11-01T00:00:00.000Z' } })
      expect(told('mta-sts', { ...facts, session: expired, mtaSts: policyOf('enforce') })).toBe(
        'refused: certificate-dates',
      )
    },
  )
})

describe('a reason that the table does not have rests on', () => {
  const masked = { ...noOffer, ehlo: ['XXXXXXXA'] }
  const unavailable = withPolicy({ state: 'unavailable', text: '' })
  it.each<[SenderKind, Partial<SenderFacts>, string | null]>([
    ['opportunistic', { session: masked }, 'RFC 3207 section 6'],
    ['dane', { session: { ...noOffer, offersPass: false } }, 'RFC 3207 section 6'],
    ['opportunistic', { dane: daneOf([], { hostAuthentic: 'bogus' }) }, 'RFC 4035 section 5.5'],
    ['mta-sts', { mtaSts: unavailable }, 'RFC 8461 section 3.3'],
    ['mta-sts', { mtaSts: withPolicy({ text: '' }) }, 'RFC 8461 section 3.2'],
    ['mta-sts', { mtaSts: policyOf('none') }, 'RFC 8461 section 5'],
    ['mta-sts', { session: null }, null],
    ['dane', { validating: false, dane: daneOf([], { hostAuthentic: 'no' }) }, null],
  ])('for %s senders its own section, or on none where it is about what we could see', (kind, facts, source) => {
    expect(senderVerdicts(senderFacts(facts))[kind].source).toBe(source)
  })
})
