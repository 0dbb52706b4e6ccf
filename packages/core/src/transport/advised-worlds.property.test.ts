import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action } from '../check/index.ts'
import { wordsOf } from '../health/index.ts'
import type { CertificateDigests } from '../relay/index.ts'
import { transportActions } from './actions.data.ts'
import { assessTransport } from './assess.ts'
import {
  address,
  certificate,
  contextOf,
  domain,
  host,
  pathOf,
  policyUrl,
  session,
  valueOf,
} from './healthy.fixture.ts'
import type { TransportFinding } from './parts.ts'
import { senderKinds } from './sender-facts.ts'
import { knownRows, offerFactsOf } from './sender-rows.ts'
import { daneOf, keyRecord } from './sender-world.fixture.ts'
import { offerOf } from './starttls-offer.ts'
import { isUsable } from './tlsa.ts'
import type { TransportSession, TransportValue } from './value.ts'

/*
 * Worlds of one host with up to three addresses. Each advice is followed alone. No sender that delivered to an address, or
 * of which it was unknown, may refuse it afterwards.
 */

const own = firstOf(certificate.chain)
const otherKey = { ...own, spkiSha256: 'd7'.repeat(32), sha256: 'd8'.repeat(32) }

function firstOf(chain: readonly CertificateDigests[]): CertificateDigests {
  const [first] = chain
  if (first === undefined) throw new Error('the certificate has no chain')
  return first
}

const shown = fc.constantFrom(
  {},
  { notAfter: '2026-11-19T00:00:00.000Z' },
  { notAfter: '2026-12-01T00:00:00.000Z' },
  { notBefore: '2026-11-21T00:00:00.000Z' },
  { names: ['mail.example.net'] },
  { namedBy: 'common-name' as const },
  { trusted: false, selfSigned: true, chainProblem: 'it is self-signed' },
  { chain: [otherKey], spkiSha256: otherKey.spkiSha256 },
)
const offers: fc.Arbitrary<Partial<TransportSession>> = fc.constantFrom<Partial<TransportSession>>(
  {},
  {},
  { starttls: 'not-offered', tls: null },
  { starttls: 'not-offered', tls: null, offersPass: false },
  { starttls: 'not-offered', tls: null, ehlo: ['XXXXXXXA'] },
  { starttls: 'failed', tls: null },
  { starttls: 'unknown', tls: null, failure: 'unreachable' },
)
const sessions = fc
  .array(fc.tuple(offers, shown), { minLength: 1, maxLength: 3 })
  .map(drawn =>
    drawn.map(([changes, facts], at) => session({ address: at === 0 ? address : `8.26.56.1${at}`, ...changes }, facts)),
  )
const subsets = fc.subarray([
  keyRecord(3, own.spkiSha256),
  keyRecord(3, otherKey.spkiSha256),
  keyRecord(3, 'ee'.repeat(32)),
  keyRecord(2, own.spkiSha256),
  keyRecord(1, own.spkiSha256),
])
const records = fc.oneof({ arbitrary: subsets, weight: 4 }, fc.constant([keyRecord(1, own.spkiSha256)]))
const authentic = fc.constantFrom('yes', 'no', 'bogus' as const)
const dane = fc
  .tuple(fc.option(records, { nil: null }), authentic, authentic)
  .map(([tlsa, answer, name]) => [daneOf(tlsa, { authentic: answer, hostAuthentic: name })])
const policies = fc
  .record({
    mode: fc.constantFrom('enforce', 'testing', 'none', 'broken'),
    mx: fc.constantFrom(host, '*.example.com', 'other.example.net', '-'),
    state: fc.constantFrom('fetched', 'fetched', 'fetched', 'unavailable', 'unanswered' as const),
    texts: fc.constantFrom(['v=STSv1; id=7'], ['v=STSv1; id=7'], ['v=STSv1;'], []),
  })
  .map(({ mode, mx, state, texts }): TransportValue['mtaSts'] => {
    const text = `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 604800\n`
    const facts = { url: policyUrl, state, text, whole: true, contentType: 'text/plain', problem: null } as const
    return { name: '_mta-sts.example.com', texts, policy: texts[0]?.includes('id') === true ? facts : null }
  })
const worlds = fc
  .record({
    sessions,
    dane,
    mtaSts: policies,
    mx: authentic,
    validating: fc.constantFrom(true, true, false),
    ds: fc.constantFrom(0, 1),
    keys: fc.constantFrom(0, 2),
    zone: fc.constantFrom('yes', 'no' as const),
    reports: fc.boolean(),
  })
  .map(({ mx, validating, ds, keys, zone, reports, ...drawn }): TransportValue => {
    const path = pathOf(drawn.sessions)
    return valueOf({
      ...drawn,
      path: { ...path, nextHop: { ...path.nextHop, authentic: mx } },
      dnssec: { zone: domain, ds, keys, authentic: zone, validating },
      tlsRpt: { name: '_smtp._tls.example.com', texts: reports ? ['v=TLSRPTv1; rua=mailto:tls@example.com'] : [] },
    })
  })

/** An owner who follows an advice about certificates takes a new key, unless it says to keep the key. */
function renewed(value: TransportValue, keepsKey: boolean): TransportValue {
  const key = { ...own, spkiSha256: 'cc'.repeat(32), sha256: 'cd'.repeat(32) }
  const replaced = (each: TransportSession): TransportSession => {
    if (each.tls === null) return each
    const chain = keepsKey ? each.tls.certificate.chain : [key]
    const spkiSha256 = keepsKey ? each.tls.certificate.spkiSha256 : key.spkiSha256
    return { ...each, tls: { ...each.tls, certificate: { ...certificate, chain, spkiSha256, namedBy: 'dns-id' } } }
  }
  return { ...value, sessions: value.sessions.map(replaced) }
}

function isBroken(session: TransportSession): boolean {
  const { state } = offerOf(offerFactsOf(session))
  return state === 'not-offered' || state === 'failing'
}

/** TLS works at the addresses where it did not, with the key of the TLSA records where the advice says so. */
function withTls(value: TransportValue, isPinned: boolean): TransportValue {
  const [record] = (value.dane[0]?.tlsa ?? []).filter(isUsable)
  const spkiSha256 = isPinned && record !== undefined ? record.data : own.spkiSha256
  const offered = session({}, { spkiSha256, chain: [{ ...own, spkiSha256 }] })
  const sessions = value.sessions.map(each => (isBroken(each) ? { ...offered, address: each.address } : each))
  return { ...value, sessions }
}

function signed(value: TransportValue): TransportValue {
  const nextHop = value.path && { ...value.path.nextHop, authentic: 'yes' as const }
  return {
    ...value,
    ...(value.path && nextHop && { path: { ...value.path, nextHop } }),
    dane: value.dane.map(facts => ({ ...facts, authentic: 'yes', hostAuthentic: 'yes' })),
  }
}

function publishedIn(value: TransportValue, action: Action, data: string | null): TransportValue {
  if (action.kind === 'publish' && action.record.type === 'TLSA') return withRecords(value, action.record.value)
  if (action.kind === 'edit' && data !== null) return withRecords(value, data)
  if (action.kind === 'publish' && action.record.name.startsWith('_mta-sts.')) {
    return { ...value, mtaSts: { ...value.mtaSts, texts: [action.record.value] } }
  }
  if (action.kind !== 'serve' || action.text === null) return value
  const policy = {
    url: action.url,
    state: 'fetched',
    text: action.text,
    whole: true,
    contentType: null,
    problem: null,
  } as const
  return { ...value, mtaSts: { ...value.mtaSts, texts: [action.record?.value ?? 'v=STSv1; id=7'], policy } }
}

function withRecords(value: TransportValue, data: string): TransportValue {
  const added = data.split(' / ').map(text => {
    const [usage = '', , , digest = ''] = text.split(' ')
    return keyRecord(Number(usage), digest)
  })
  return { ...value, dane: value.dane.map(facts => ({ ...facts, tlsa: [...(facts.tlsa ?? []), ...added] })) }
}

/** The world once an advice was followed, as it says. */
function followed(value: TransportValue, finding: TransportFinding): TransportValue {
  const { advice } = wordsOf(finding)
  const actionOf = transportActions[finding.id] as (facts: unknown, context: unknown) => Action
  const action = actionOf(finding.facts, { domain, record: null })
  if (/^Renew|^Install/.test(advice)) return renewed(value, /[Kk]eep (?:its|the) key/.test(advice))
  if (/^(?:Turn on STARTTLS|Check the mail log|Let TLS work|Correct TLS)/.test(advice))
    return withTls(value, advice.includes('the key of the records'))
  if (/^(?:Sign |Give your registrar)/.test(advice)) return signed(value)
  const data =
    'data' in finding.facts ? finding.facts.data : 'mend' in finding.facts ? (finding.facts.mend ?? null) : null
  return publishedIn(value, action, data)
}

function expectNoNewRefusal(before: TransportValue, after: TransportValue, advice: string): void {
  const [was, is] = [knownRows(before, domain), knownRows(after, domain)]
  for (const [row, { addresses }] of is.entries()) {
    for (const [at, { verdicts }] of addresses.entries()) {
      for (const kind of senderKinds) {
        if (verdicts[kind].does !== 'refused') continue
        expect(was[row]?.addresses[at]?.verdicts[kind].does, `${kind}, ${verdicts[kind].reason}: ${advice}`).toBe(
          'refused',
        )
      }
    }
  }
}

describe('no advice turns a sender that delivers, or of which it is unknown, into one that refuses', () => {
  it('in a thousand worlds', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(worlds, value => {
        for (const finding of assessTransport(value, contextOf())) {
          seen.add(finding.id)
          expectNoNewRefusal(value, followed(value, finding), `${finding.id}: ${wordsOf(finding).advice}`)
        }
      }),
      { numRuns: 1000 },
    )
    for (const id of ['dane_missing', 'dane_mismatch', 'dane_unsigned', 'dane_unusable', 'mta_sts_testing'] as const) {
      expect(seen).toContain(id)
    }
  })
})
