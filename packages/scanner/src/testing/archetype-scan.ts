import { type Archetype, archetypeZone, type BesideDns } from '@waxseal/core/fixtures/archetypes'
import type { ScanResult } from '@waxseal/core/health'
import { type MailHostReport, type RelayProbe, type RelayTarget, smtpQuestion } from '@waxseal/core/relay'
import type { ThreatOpinion, ThreatSource } from '@waxseal/core/threat'
import type { Dial } from '../dial.ts'
import { scan } from '../scan.ts'
import type { OpenedDns } from '../scan-dns.ts'
import { archetypeServers } from './archetype-servers.ts'
import { mailHostCertificates, type RunningHost, startPolicyHost } from './internet/hosts.ts'
import { zoneBlocklists } from './zone-blocklists.ts'
import { resolverOf } from './zone-resolvers.ts'

const now = (): Date => new Date('2026-11-20T10:00:00Z')
const digest = 'ab'.repeat(32)

/** Scans an archetype on the Business plan with the real checks over its zone. A check that breaks throws. */
export async function scanArchetype(archetype: Pick<Archetype, 'domain' | 'zone' | 'beside'>): Promise<ScanResult> {
  const { domain, beside = {} } = archetype
  const zone = archetypeZone(archetype)
  const served = beside.servers === undefined ? null : archetypeServers(domain, zone, beside.servers)
  const resolver = served?.resolver ?? resolverOf(zone)
  const dns: OpenedDns = {
    session: () => ({
      resolver,
      confirming: resolver,
      authoritative: resolver,
      witnesses: [resolver, resolver],
      ...(served !== null && { servers: served.servers }),
      blocklists: zoneBlocklists(zone),
    }),
    stats: {
      questions: 0,
      packets: 0,
      resends: 0,
      tcp: 0,
      ignored: 0,
      postponed: 0,
      inFlight: 0,
      queued: 0,
      openSockets: 0,
    },
    close: async () => {},
  }
  const policy = beside.policy === undefined ? null : await openPolicyHost(domain, beside.policy)
  try {
    return await scan({
      name: domain,
      tier: 'business',
      dns,
      now,
      relay: relayProbe(beside),
      ...(beside.unserved && { unserved: { since: '2026-11-20T08:30:00.000Z', looks: 3 } }),
      threat: () => (beside.threat === undefined ? [] : [engines(beside.threat)]),
      ...(policy !== null && { https: policy.https }),
      onError: (check, cause) => {
        throw new Error(`the ${check} check broke`, { cause })
      },
    })
  } finally {
    await policy?.host.stop()
  }
}

/** Every mail server is there, encrypts and relays as the archetype says. Offers of STARTTLS reach us. */
function relayProbe({ relay, ...beside }: BesideDns): RelayProbe {
  const probe: RelayProbe['probe'] = async target => reportOf(target, relay ?? 'closed', beside)
  return { probe, offers: { probe }, passesOffers: async () => true }
}

function reportOf({ host, address }: RelayTarget, relay: MailHostReport['relay'], beside: BesideDns): MailHostReport {
  const question = smtpQuestion(host, address)
  const at = now()
  return {
    host,
    address,
    testedAt: at.toISOString(),
    contacted: true,
    failure: null,
    greeting: host,
    ...shownOf(host, beside),
    relay,
    undecided: null,
    reason: relay === 'closed' ? 'It refused to relay.' : 'It accepted a recipient of another domain.',
    transcript: {
      id: `SMTP ${question.name}`,
      kind: 'smtp',
      question,
      outcome: 'session',
      lines: [`S: 220 ${host} ESMTP`],
      ms: 12,
      askedAt: at.getTime(),
    },
  }
}

function shownOf(
  host: string,
  { tls: offered, authority }: BesideDns,
): Pick<MailHostReport, 'starttls' | 'tls' | 'ehlo'> {
  switch (offered) {
    case 'none':
      return { starttls: 'not-offered', tls: null, ehlo: ['SIZE 10485760'] }
    case 'failing':
      return { starttls: 'failed', tls: null, ehlo: ['STARTTLS'] }
    case 'expired':
    case undefined: {
      const certificate = { ...certificateOf(host), ...(authority !== undefined && { authority }) }
      const notAfter = offered === 'expired' ? '2026-11-19T00:00:00.000Z' : certificate.notAfter
      const tls = { protocol: 'TLSv1.3', certificate: { ...certificate, notAfter } }
      return { starttls: 'offered', tls, ehlo: ['STARTTLS'] }
    }
    default:
      return offered satisfies never
  }
}

function certificateOf(host: string): NonNullable<MailHostReport['tls']>['certificate'] {
  return {
    names: [host],
    issuer: 'Example Authority',
    notBefore: '2026-10-01T00:00:00.000Z',
    notAfter: '2027-03-01T00:00:00.000Z',
    selfSigned: false,
    trusted: true,
    chainProblem: null,
    problem: null,
    sha256: digest,
    spkiSha256: digest,
    chain: [{ subject: host, sha256: digest, sha512: digest, spkiSha256: digest, spkiSha512: digest }],
  }
}

/** Three engines of one source that agree about the domain. */
function engines(verdict: NonNullable<BesideDns['threat']>): ThreatSource {
  const hits = verdict === 'malicious' ? 3 : 1
  return {
    id: 'virustotal',
    name: 'VirusTotal',
    targets: ['domain'],
    ask: async target => {
      const subject = target.kind === 'address' ? target.address : target.name
      const id = `A ${subject}.reputation.example` as const
      const opinions = [verdict === 'low' ? 'Xcitium' : 'Kaspersky', 'ESET', 'BitDefender'].map(
        (vendor, index): ThreatOpinion => ({
          source: 'virustotal',
          vendor,
          operator: 'VirusTotal',
          basis: 'engine',
          weight: verdict === 'low' ? 'low' : 'high',
          about: target.kind,
          subject,
          sharedBy: null,
          says: index < hits ? 'hit' : 'clean',
          threat: index < hits ? 'phishing' : null,
          reason: index < hits ? `reports ${subject}` : `knows nothing bad of ${subject}`,
          failure: null,
          evidence: [id],
        }),
      )
      const via = zoneVia(now().getTime())
      const question = { name: `${subject}.reputation.example`, type: 'A' } as const
      return {
        opinions,
        evidence: [{ id, kind: 'dns', question, outcome: 'records', answers: ['127.0.0.2'], via }],
      }
    },
  }
}

function zoneVia(askedAt: number) {
  return {
    server: '192.0.2.53:53',
    authoritative: false,
    rcode: 'NOERROR',
    ede: [],
    authentic: 'no' as const,
    cnames: [],
    ttl: 300,
    ms: 1,
    askedAt,
    cached: false,
  }
}

/** A server on the loopback that every HTTPS connection reaches. */
async function openPolicyHost(
  domain: string,
  policy: string,
): Promise<{ host: RunningHost; https: { dial: Dial; ca: string } }> {
  const certificates = mailHostCertificates()
  const served = { host: `mta-sts.${domain}`, address: '203.0.114.80', policy }
  const host = await startPolicyHost(served, certificates.of(served), { address: '127.0.0.1', port: 0 })
  return { host, https: { dial: () => ({ address: '127.0.0.1', port: host.port }), ca: certificates.authority } }
}
