import { describe, expect, it } from 'vitest'
import { wordsIn } from '../check/index.ts'
import type { CertificateFacts } from '../relay/index.ts'
import { type CaaAnswer, readCaa } from './caa.ts'
import { caaAuthorities } from './caa-authorities.data.ts'
import { forbiddenRenewals, renewalNames } from './caa-renewal.ts'
import { domain, host, partOf, session, valueOf } from './healthy.fixture.ts'
import { transportRows } from './parts.ts'
import type { TransportValue } from './value.ts'

const issue = (value: string, tag = 'issue', flags = 0) => ({ flags, tag, value })
const at = (name: string, ...records: ReturnType<typeof issue>[]): CaaAnswer => ({ name, records })
const shown = (more: Partial<CertificateFacts> = {}) => [session({}, { authority: "Let's Encrypt", ...more })]
const bare: readonly CaaAnswer[] = [at(host)]
const other = [at(domain, issue('ca.example.net'))]

/** The forbidden renewals, each as one text. */
function found(changes: Partial<TransportValue>, name = domain): string[] {
  const value = valueOf({ sessions: shown(), caaBelow: bare, ...changes })
  return forbiddenRenewals(value, name).map(
    ({ authority, location, tag, ...each }) => `${each.host}: ${authority.name}, ${tag} at ${location}`,
  )
}

describe('the next renewal of a certificate fails', () => {
  it.each<[when: string, changes: Partial<TransportValue>]>([
    ['where the domain allows only another authority', { caa: other }],
    ['where it allows none', { caa: [at(domain, issue(';'))] }],
    [
      'whatever wildcard names may have',
      { caa: [at(domain, issue('ca.example.net'), issue('letsencrypt.org', 'issuewild'))] },
    ],
    [
      'where an address for reports is broken, which forbids nothing',
      { caa: [at(domain, issue('ca.example.net'), issue('x', 'iodef'))] },
    ],
  ])('%s', (_, changes) => {
    expect(found(changes)).toEqual([`${host}: Let’s Encrypt, issue at ${domain}`])
  })

  it('where the host has records of its own that leave the authority out', () => {
    const caaBelow = [at(host, issue('ca.example.net'))]
    expect(found({ caa: [at(domain, issue('letsencrypt.org'))], caaBelow })).toEqual([
      `${host}: Let’s Encrypt, issue at ${host}`,
    ])
  })

  it('for a wildcard name, by issuewild at the name above the host', () => {
    const sessions = shown({ names: ['*.example.com'] })
    const wild = issue('ca.example.net', 'issuewild')
    const caa = [at(domain, issue('letsencrypt.org'), wild)]
    expect(found({ sessions, caa })).toEqual([`${host}: Let’s Encrypt, issuewild at ${domain}`])
    expect(found({ sessions, caa: other })).toEqual([`${host}: Let’s Encrypt, issue at ${domain}`])
    expect(
      found({ sessions, caa: [at(domain, issue('ca.example.net'), issue('letsencrypt.org', 'issuewild'))] }),
    ).toEqual([])
  })

  it('once for an authority, with the certificate that ends first', () => {
    const names = [host, 'mx2.example.com']
    const second = session(
      { host: 'mx2.example.com', address: '8.26.56.11' },
      { authority: "Let's Encrypt", names, notAfter: '2026-12-01T00:00:00.000Z' },
    )
    const changes = {
      hosts: names,
      sessions: [...shown(), second],
      caaBelow: [...bare, at('mx2.example.com')],
      caa: other,
    }
    expect(found(changes)).toEqual([`mx2.example.com: Let’s Encrypt, issue at ${domain}`])
  })
})

describe('nothing is said of a renewal', () => {
  it.each<[when: string, changes: Partial<TransportValue>]>([
    ['that the records allow', { caa: [at(domain, issue('letsencrypt.org; validationmethods=dns-01'))] }],
    ['that no record restricts', { caa: [at(domain, issue('ca.example.net', 'issuemail'))] }],
    ['where there is no record', { caa: [at(domain), at('com')] }],
    [
      'by an authority whose identifiers we do not know',
      { caa: other, sessions: shown({ authority: 'Example Authority' }) },
    ],
    ['by an authority that is not named', { caa: other, sessions: [session()] }],
    ['by an authority that only claims the name', { caa: other, sessions: shown({ trusted: false }) }],
    ['while the records of the host are not known', { caa: other, caaBelow: [] }],
    ['while the lookup of the records failed', { caa: [{ name: domain, records: null }] }],
    [
      'beside a critical property, which is another finding',
      { caa: [at(domain, issue('ca.example.net'), issue('x', 'tbs', 128))] },
    ],
    ['beside a broken value, which is another finding', { caa: [at(domain, issue('https://letsencrypt.org'))] }],
  ])('%s', (_, changes) => {
    expect(found(changes)).toEqual([])
  })

  it('of a host elsewhere, whose owner publishes the records', () => {
    expect(found({ caa: [at('example.net', issue('ca.example.net'))] }, 'example.net')).toEqual([])
  })
})

describe('the names to look up', () => {
  it('are those between an own host and the domain, and none where the authority is allowed or not known', () => {
    const deep = 'mx.a.example.com'
    const sessions = [session({ host: deep }, { authority: "Let's Encrypt", names: [deep] })]
    const value = { hosts: [deep], sessions, caa: other }
    expect(renewalNames(value, domain)).toEqual([deep, 'a.example.com'])
    expect(renewalNames({ ...value, caa: [at(domain, issue('letsencrypt.org'))] }, domain)).toEqual([])
    expect(renewalNames({ ...value, sessions: [session({ host: deep })] }, domain)).toEqual([])
  })
})

it('is advised with the record that allows it, or another authority', () => {
  const part = partOf('caa', { sessions: shown(), caa: other, caaBelow: bare })
  const [finding] = part.findings
  if (finding === undefined) throw new Error('no finding')
  expect([part.state, finding.id]).toEqual(['recommendation', 'caa_renewal'])
  const { meaning, advice } = wordsIn(transportRows, finding)
  expect([meaning, advice]).toEqual([
    'The CAA records at example.com do not allow Let’s Encrypt. It cannot renew the certificate of mx.example.com, which ends on 2026-12-31.',
    'Publish beside the records at example.com: CAA 0 issue "letsencrypt.org". Or change mx.example.com to an authority that they allow.',
  ])
})

it('every authority of the data has identifiers that CAA records can have, a source and its month', () => {
  for (const { identifiers, source, seen } of caaAuthorities) {
    const { issuers, problems } = readCaa([at(domain, ...identifiers.map(name => issue(name)))])
    expect([issuers, problems]).toEqual([identifiers, []])
    expect(source).toMatch(/^https:/)
    expect(seen).toMatch(/^20\d\d-\d\d$/)
  }
})
