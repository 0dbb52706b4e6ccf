import { type BlacklistValue, blocklists } from '../blacklist/index.ts'
import type { DnsEvidence, Section } from '../check/index.ts'
import type { DkimKey, DkimValue } from '../dkim/index.ts'
import type { RelayHost, RelayValue } from '../relay/index.ts'
import type { ThreatValue } from '../threat/index.ts'
import type { TransportValue } from '../transport/index.ts'
import type { Sections } from './scan.ts'

type Beside = Omit<Sections, 'dns' | 'mx' | 'spf' | 'dmarc'>

/** An answered query, as evidence of a section without a resolver. */
export function answered(name: string, type: DnsEvidence['question']['type'], answers: string[] = []): DnsEvidence {
  return {
    id: `${type} ${name}`,
    kind: 'dns',
    question: { name, type },
    outcome: answers.length > 0 ? 'records' : 'no-such-name',
    answers,
    via: {
      server: '192.0.2.53:53',
      authoritative: false,
      rcode: answers.length > 0 ? 'NOERROR' : 'NXDOMAIN',
      ede: [],
      authentic: 'no',
      cnames: [],
      ttl: 300,
      ms: 1,
      askedAt: 0,
      cached: false,
    },
  }
}

export function ranOn<T>(value: T, ...evidence: DnsEvidence[]): Section<T> & { ran: true } {
  return { ran: true, value, evidence, gaps: [], notes: [] }
}

export function aKey(bits: number, selector = 's1'): DkimKey {
  return {
    selector,
    hostname: `${selector}._domainkey.example.com`,
    source: 'catalogue',
    cnames: [],
    provider: null,
    record: 'v=DKIM1; k=rsa; p=MIIB',
    state: bits >= 1024 ? 'working' : 'weak',
    keyType: 'rsa',
    keyBits: bits,
    publicKey: 'MIIB',
    revoked: false,
    testing: false,
    errors: [],
    warnings: [],
  }
}

export function dkimOf(value: Partial<DkimValue> = {}): Section<DkimValue> {
  const keys = value.keys ?? [aKey(2048)]
  const all: DkimValue = {
    state: 'found',
    sureBecause: null,
    keys,
    dangling: [],
    unanswered: [],
    missing: [],
    wildcard: null,
    tried: 170,
    unguessable: [],
    ...value,
  }
  return ranOn(all, answered('_domainkey.example.com', 'TXT'), ...keys.map(key => answered(key.hostname, 'TXT', ['p'])))
}

export const noKeySure = () => dkimOf({ state: 'none-sure', sureBecause: 'authenticated', keys: [] })
export const noKeyUnsure = () => dkimOf({ state: 'none-unsure', keys: [] })

/** All lists clean except those given: list id to the label and severity of its listing, and the listed subject. */
export function blacklistOf(
  listed: Readonly<
    Record<string, { severity: 'critical' | 'high' | 'medium' | 'low'; subject: string; owner?: string }>
  > = {},
): Section<BlacklistValue> {
  const rows = blocklists.map(({ id, name, zone, kind, delisting }): BlacklistValue['rows'][number] => {
    const found = listed[id]
    const bare = { list: id, name, zone, kind, trouble: null, reason: null, advice: null, delisting: delisting.url }
    if (found === undefined) return { ...bare, status: 'clean', listings: [] }
    const { subject, severity, owner = null } = found
    const listing = {
      subject,
      owner,
      labels: ['X'],
      meaning: 'it sent spam',
      severity,
      note: false,
      question: `q.${zone}`,
    }
    return { ...bare, status: 'listed', listings: [listing] }
  })
  return ranOn(
    {
      success: true,
      listedCount: Object.keys(listed).length,
      totalChecked: rows.length,
      rows,
      custom: [],
      addresses: [{ address: '93.184.216.35', from: 'mx', host: 'mx1.example.com', owner: null, sends: true }],
      names: ['example.com'],
      notAsked: 0,
      off: [],
    },
    ...rows.map(({ zone, status }) => answered(`q.${zone}`, 'A', status === 'listed' ? ['127.0.0.2'] : [])),
  )
}

export function threatOf(
  says: ThreatValue['opinions'][number]['says'] = 'clean',
  basis: ThreatValue['opinions'][number]['basis'] = 'engine',
): Section<ThreatValue> {
  const opinions = ['Kaspersky', 'ESET', 'BitDefender'].map((vendor): ThreatValue['opinions'][number] => ({
    source: 'virustotal',
    vendor,
    operator: basis === 'engine' ? 'VirusTotal' : vendor,
    basis,
    weight: 'high',
    about: 'domain',
    subject: 'example.com',
    sharedBy: null,
    says,
    threat: says === 'hit' ? 'phishing' : null,
    reason: says === 'hit' ? 'reports example.com' : 'knows nothing bad of example.com',
    failure: null,
    evidence: ['A example.com.reputation.example'],
  }))
  return ranOn({ sources: ['VirusTotal'], opinions }, answered('example.com.reputation.example', 'A'))
}

export function relayOf(relay: RelayHost['relay'] = 'closed'): Section<RelayValue> {
  const host: RelayHost = {
    host: 'mx1.example.com',
    address: '93.184.216.35',
    testedAt: '2026-11-01T00:00:00.000Z',
    contacted: true,
    failure: null,
    greeting: 'mx1.example.com',
    starttls: 'offered',
    tls: null,
    relay,
    undecided: null,
    reason: 'As it said.',
  }
  return {
    ran: true,
    value: { state: 'tested', hosts: [host] },
    evidence: [
      {
        id: 'SMTP mx1.example.com [93.184.216.35]:25',
        kind: 'smtp',
        question: { name: 'mx1.example.com [93.184.216.35]:25', type: 'SMTP' },
        outcome: 'session',
        lines: ['S: 220 mx1.example.com ESMTP', 'C: QUIT'],
        ms: 10,
        askedAt: 0,
      },
    ],
    gaps: [],
    notes: [],
  }
}

const nothing = (name: string) => ({ name, texts: [] })

/** A domain without mail hosts, whose transport has no findings. */
export function transportOf(): Section<TransportValue> {
  return ranOn(
    {
      mail: 'none',
      reason: null,
      hosts: [],
      smtp: 'on',
      sessions: [],
      reverse: [],
      mtaSts: { ...nothing('_mta-sts.example.com'), policy: null },
      tlsRpt: nothing('_smtp._tls.example.com'),
      dane: [],
      dnssec: { zone: 'example.com', ds: 1, keys: 2, authentic: 'yes', validating: true },
      bimi: {
        name: 'default._bimi.example.com',
        texts: ['v=BIMI1; l=https://example.com/logo.svg; a=https://example.com/logo.pem'],
      },
      caa: [{ name: 'example.com', records: [{ flags: 0, tag: 'issue', value: 'letsencrypt.org' }] }],
    },
    answered('example.com', 'DS', ['ds']),
    answered('example.com', 'DNSKEY', ['key']),
    answered('default._bimi.example.com', 'TXT'),
    answered('_mta-sts.example.com', 'TXT'),
    answered('_smtp._tls.example.com', 'TXT'),
    answered('example.com', 'CAA'),
  )
}

/** All their lookups failed. */
export function silentChecks(): Beside {
  const silent = { ran: false, reason: 'timeout', evidence: [] } as const
  return { dkim: silent, blacklist: silent, threat: silent, relay: silent, transport: silent }
}

export function healthyChecks(overrides: Partial<Beside> = {}): Beside {
  return {
    dkim: dkimOf(),
    blacklist: blacklistOf(),
    threat: threatOf(),
    relay: relayOf(),
    transport: transportOf(),
    ...overrides,
  }
}
