import { describe, expect, it } from 'vitest'
import type { DnsEvidence } from '../check/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessMx } from './assess.ts'
import { hasOwnLetters, hostInALabels } from './own-letters.ts'
import type { MxHost } from './value.ts'

const raw = 'mx.m\\195\\188nchen.example'
const meant = 'mx.xn--mnchen-3ya.example'
const domain = 'example.com'
const answer: DnsEvidence = {
  id: 'MX example.com',
  kind: 'dns',
  question: { name: domain, type: 'MX' },
  outcome: 'records',
  answers: [],
  via: {
    server: '203.0.114.53:53',
    authoritative: false,
    rcode: 'NOERROR',
    ede: [],
    authentic: 'no',
    cnames: [],
    ttl: 300,
    ms: 1,
    askedAt: 0,
    cached: false,
  },
}
const context = { domain, evidence: [answer], gaps: [], nonMail: false }
const refused = (host: string, repair?: string): MxHost => ({
  preference: 10,
  host,
  addresses: [],
  state: 'unresolvable',
  alias: null,
  ...(repair !== undefined && { meant: repair }),
})
const working: MxHost = { ...refused('mx.example.com'), preference: 20, state: 'resolved', addresses: ['203.0.114.25'] }
const said = (...hosts: MxHost[]) => assessMx({ hosts, implicit: null }, context).map(wordsOf)

/** RFC 5890 section 2.3.2.1, RFC 5321 section 4.1.2: DNS has A-labels, and a host name letters, digits and hyphens. */
describe('an exchange in its own letters', () => {
  it.each([
    [raw, meant],
    ['mx.M\\195\\156NCHEN.example', meant],
    ['mail.b\\195\\188cher.example', 'mail.xn--bcher-kva.example'],
    ['mx.\\228\\190\\139\\227\\129\\136.example', 'mx.xn--r8jz45g.example'],
    ['mx.\\226\\152\\131.example', null],
    ['mx.m\\252nchen.example', null],
  ])('%s means %s', (host, expected) => {
    expect([hasOwnLetters(host), hostInALabels(host)]).toEqual([true, expected])
  })

  it.each(['mx.example.com', 'm_x.example.com', 'a\\032b.example.com', 'xn--mnchen-3ya.example'])(
    '%s is none',
    host => {
      expect([hasOwnLetters(host), hostInALabels(host)]).toEqual([false, null])
    },
  )

  it('is repaired where its A-labels resolve', () => {
    expect(said(refused(raw, meant))).toMatchObject([
      {
        points: -35,
        meaning:
          'None of the mail servers (mx.münchen.example) has a host name that senders accept, so no mail arrives. mx.münchen.example has letters outside ASCII and must be written mx.xn--mnchen-3ya.example.',
        advice: `Publish at example.com: MX 10 ${meant}. Type the final dot if your DNS provider asks for full names.`,
      },
    ])
    expect(said(refused(raw, meant), working)).toMatchObject([
      {
        points: -5,
        reason: 'An MX host does not resolve: mx.münchen.example',
        meaning:
          'Mail programs refuse the host name mx.münchen.example. It has letters outside ASCII and must be written mx.xn--mnchen-3ya.example.',
      },
    ])
  })

  it('is never a name to publish', () => {
    const texts = [
      ...said(refused(raw)),
      ...said(refused(raw), working),
      ...said({ ...working, host: 'mx.example.com', alias: raw }),
    ].flatMap(({ meaning, advice }) => [meaning, advice])
    expect(texts).toEqual([
      'None of the mail servers (mx.münchen.example) has a host name that senders accept, so no mail arrives.',
      'Replace mx.münchen.example in the MX records with host names as A-labels that have addresses. If the domain takes no mail, publish the null MX alone: MX 0 .',
      'Mail programs refuse the host name mx.münchen.example. Delivery is delayed when senders try it first, and it cannot take over if another server fails.',
      'Remove mx.münchen.example from the MX records.',
      'mx.example.com is an alias (CNAME) of mx.münchen.example. An MX must not name an alias, and some senders refuse it.',
      `Publish at example.com: MX 20 ${meant}, in place of the MX that names mx.example.com. Or replace the CNAME at mx.example.com with address records.`,
    ])
  })
})
