import { type DnsEvidence, type Evidence, type Question, wordsIn } from '../check/index.ts'
import type { CertificateDigests, CertificateFacts } from '../relay/index.ts'
import { smtpQuestion } from '../relay/index.ts'
import { assessParts } from './assess.ts'
import type { AssessedPart, TransportContext, TransportPartId } from './part.ts'
import { type TransportFinding, transportRows } from './parts.ts'
import type { TransportSession, TransportValue } from './value.ts'

/** A domain without recommendations, for tests that change one thing. */

export const domain = 'example.com'
export const host = 'mx.example.com'
export const address = '8.26.56.10'
export const policyUrl = 'https://mta-sts.example.com/.well-known/mta-sts.txt'
const testedAt = '2026-11-20T10:00:00.000Z'

const digests: CertificateDigests = {
  subject: 'CN=mx.example.com',
  sha256: 'a1'.repeat(32),
  sha512: 'a2'.repeat(64),
  spkiSha256: 'a3'.repeat(32),
  spkiSha512: 'a4'.repeat(64),
}

export const certificate: CertificateFacts = {
  names: [host],
  issuer: 'Example Authority',
  notBefore: '2026-10-01T00:00:00.000Z',
  notAfter: '2026-12-31T00:00:00.000Z',
  selfSigned: false,
  trusted: true,
  chainProblem: null,
  problem: null,
  sha256: digests.sha256,
  spkiSha256: digests.spkiSha256,
  chain: [digests],
}

/** A session with the domain's only mail host. */
export function session(
  changes: Partial<TransportSession> = {},
  shown: Partial<CertificateFacts> = {},
): TransportSession {
  return {
    host,
    address,
    testedAt,
    contacted: true,
    failure: null,
    greeting: host,
    starttls: 'offered',
    tls: { protocol: 'TLSv1.3', certificate: { ...certificate, ...shown } },
    relay: 'closed',
    undecided: null,
    reason: 'It refused to relay.',
    ehlo: ['SIZE 10485760', 'STARTTLS'],
    offersPass: true,
    ...changes,
  }
}

/** The addresses of the hosts of these sessions, behind signed MX records. */
export function pathOf(sessions: readonly TransportSession[]): NonNullable<TransportValue['path']> {
  const byHost = Map.groupBy(sessions, each => each.host)
  const hosts = [...byHost].map(([name, own]) => ({ host: name, addresses: own.map(each => each.address), more: 0 }))
  return { hosts, nextHop: { by: 'mx', authentic: 'yes', alias: null } }
}

/** The domain's value with some changed facts. */
export function valueOf(changes: Partial<TransportValue> = {}): TransportValue {
  const { sessions = [session()] } = changes
  return {
    path: pathOf(sessions.length === 0 ? [session()] : sessions),
    mail: 'hosts',
    reason: null,
    hosts: [host],
    smtp: 'on',
    sessions: [session()],
    reverse: [{ host, address, record: '10.56.26.8.in-addr.arpa', names: [host], confirmed: true }],
    mtaSts: {
      name: '_mta-sts.example.com',
      texts: ['v=STSv1; id=1'],
      policy: {
        url: policyUrl,
        state: 'fetched',
        text: `version: STSv1\nmode: enforce\nmx: ${host}\nmax_age: 604800\n`,
        whole: true,
        contentType: 'text/plain',
        problem: null,
      },
    },
    tlsRpt: { name: '_smtp._tls.example.com', texts: ['v=TLSRPTv1; rua=mailto:tls@example.com'] },
    dane: [
      {
        host,
        record: `_25._tcp.${host}`,
        tlsa: [
          { usage: 3, selector: 1, matching: 1, data: digests.spkiSha256, digest: null },
          { usage: 3, selector: 1, matching: 1, data: 'b3'.repeat(32), digest: null },
        ],
        authentic: 'yes',
        hostAuthentic: 'yes',
      },
    ],
    dnssec: { zone: domain, ds: 1, keys: 2, authentic: 'yes', validating: true },
    bimi: {
      name: 'default._bimi.example.com',
      texts: ['v=BIMI1; l=https://example.com/l.svg; a=https://example.com/l.pem'],
    },
    caa: [{ name: domain, records: [{ flags: 0, tag: 'issue', value: 'letsencrypt.org' }] }],
    ...changes,
  }
}

/** One piece of evidence for each query of the parts. */
export function contextOf(changes: Partial<TransportContext> = {}): TransportContext {
  const dns: readonly DnsEvidence['question'][] = [
    { name: domain, type: 'MX' },
    { name: '10.56.26.8.in-addr.arpa', type: 'PTR' },
    { name: '_mta-sts.example.com', type: 'TXT' },
    { name: '_smtp._tls.example.com', type: 'TXT' },
    { name: `_25._tcp.${host}`, type: 'TLSA' },
    { name: domain, type: 'DS' },
    { name: domain, type: 'DNSKEY' },
    { name: 'default._bimi.example.com', type: 'TXT' },
    { name: domain, type: 'CAA' },
  ]
  const evidence: Evidence[] = [
    ...dns.map(dnsEvidence),
    {
      id: idOf(smtpQuestion(host, address)),
      kind: 'smtp',
      question: smtpQuestion(host, address),
      outcome: 'session',
      lines: [],
      ms: 1,
      askedAt: 0,
    },
    {
      id: idOf({ name: policyUrl, type: 'HTTP' }),
      kind: 'http',
      question: { name: policyUrl, type: 'HTTP' },
      outcome: 'response',
      status: 200,
      lines: [],
      ms: 1,
      askedAt: 0,
    },
  ]
  return { domain, evidence, nonMail: false, dmarcEnforced: true, ...changes }
}

function idOf({ name, type }: Question): string {
  return `${type} ${name}`
}

function dnsEvidence(question: DnsEvidence['question']): DnsEvidence {
  return {
    id: idOf(question),
    kind: 'dns',
    question,
    outcome: 'records',
    answers: [],
    via: {
      server: '192.0.2.53:53',
      authoritative: false,
      rcode: 'NOERROR',
      ede: [],
      authentic: 'yes',
      cnames: [],
      ttl: 300,
      ms: 1,
      askedAt: 0,
      cached: false,
    },
  }
}

/** One part of the domain's card, with some changed facts. */
export function partOf(
  id: TransportPartId,
  changes: Partial<TransportValue> = {},
  context: Partial<TransportContext> = {},
): AssessedPart<TransportFinding> {
  const part = assessParts(valueOf(changes), contextOf(context)).find(each => each.id === id)
  if (part === undefined) throw new Error(`no part ${id}`)
  return part
}

/** State and findings of a part, the findings as `id` and reason. */
export function toldOf(part: AssessedPart<TransportFinding>): readonly string[] {
  return [part.state, ...part.findings.map(finding => `${finding.id}: ${wordsIn(transportRows, finding).reason}`)]
}
