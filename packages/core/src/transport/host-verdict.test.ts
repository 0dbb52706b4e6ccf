import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddressVerdict, hostVerdict } from './host-verdict.ts'
import { senderVerdicts } from './sender-verdict.ts'
import {
  daneOf,
  factsOf,
  failedOffer,
  fitting,
  goodCertificate,
  noOffer,
  offerFacts,
  policyOf,
  senderFacts,
} from './sender-world.fixture.ts'
import { combinations } from './verdict-table.fixture.ts'

const expired = offerFacts({ certificate: { ...goodCertificate, notAfter: '2026-11-01T00:00:00.000Z' } })

function policyVerdicts(...sessions: Parameters<typeof senderFacts>[0][]): readonly AddressVerdict<'mta-sts'>[] {
  return sessions.map((changes, at) => ({
    address: `192.0.2.${at + 1}`,
    verdict: senderVerdicts(senderFacts({ mtaSts: policyOf('enforce'), ...changes }))['mta-sts'],
  }))
}

describe('the verdict about a host', () => {
  it.each([
    ['is that of its only address', [{}], 'checked: policy-holds', [], []],
    [
      'is delivery where one address takes the mail',
      [{ session: expired }, {}],
      'checked: policy-holds',
      ['192.0.2.1'],
      [],
    ],
    [
      'is refusal where every address refuses, for the first reason',
      [{ session: failedOffer }, { session: expired }],
      'refused: handshake-required',
      ['192.0.2.1', '192.0.2.2'],
      [],
    ],
    [
      'is unknown with one address that is',
      [{}, { session: null }, { session: expired }],
      'unknown: not-asked',
      ['192.0.2.3'],
      ['192.0.2.2'],
    ],
    [
      'is not refusal while an address is unknown',
      [{ session: expired }, { session: null }],
      'unknown: not-asked',
      ['192.0.2.1'],
      ['192.0.2.2'],
    ],
  ] as const)('%s', (_, sessions, said, refusedAt, unknownAt) => {
    const host = hostVerdict(policyVerdicts(...sessions))
    expect([`${host?.does}: ${host?.reason}`, host?.refusedAt, host?.unknownAt]).toEqual([said, refusedAt, unknownAt])
  })

  it('has the weakest protection of its addresses', () => {
    const addresses = [{}, { session: noOffer }].map((changes, at) => ({
      address: `192.0.2.${at}`,
      verdict: senderVerdicts(senderFacts(changes)).opportunistic,
    }))
    expect(hostVerdict(addresses)?.does).toBe('clear')
  })

  it('does not exist without an address', () => {
    expect(hostVerdict([])).toBeNull()
  })

  it('is the same in whatever order the addresses are', () => {
    const addresses = fc.array(fc.constantFrom(...combinations), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(addresses, worlds => {
        const verdicts = worlds.map((world, at) => ({ address: `${at}`, verdict: senderVerdicts(factsOf(world)).dane }))
        expect(hostVerdict(verdicts)?.does).toBe(hostVerdict(verdicts.toReversed())?.does)
      }),
    )
  })
})

it('one host may refuse DANE senders at one address only: the key of the other is not published', () => {
  const [own] = goodCertificate.chain
  if (own === undefined) throw new Error('the certificate has no chain')
  const other = { ...goodCertificate, chain: [{ ...own, spkiSha256: 'dd'.repeat(32) }] }
  const addresses = [goodCertificate, other].map((certificate, at) => ({
    address: `192.0.2.${at}`,
    verdict: senderVerdicts(senderFacts({ session: offerFacts({ certificate }), dane: daneOf([fitting]) })).dane,
  }))
  expect(hostVerdict(addresses)).toEqual({
    does: 'checked',
    reason: 'tlsa-fits',
    source: 'RFC 7672 section 3.1.1',
    refusedAt: ['192.0.2.1'],
    unknownAt: [],
  })
})
