import type { Section } from '../check/index.ts'
import { askConsent, discoverDmarc, discoverDmarc7489, findDmarcElsewhere } from '../dmarc/index.ts'
import {
  type Answer,
  brokenZoneOfHost,
  isReachableAddress,
  type RecordingResolver,
  recordingResolver,
  textOf,
  type Zone,
  zoneResolver,
} from '../dns/index.ts'
import type { MxHost } from '../mx/index.ts'
import { selectSpf, spfTree } from '../spf/index.ts'
import { healthyChecks } from './healthy-checks.fixture.ts'
import type { Sections } from './scan.ts'

const orgDomain = (name: string) => name.split('.').slice(-2).join('.')

/** Collects the sections of a scan from a zone in the simplest way, for tests that judge whole scans. */
export async function sectionsOf(zone: Zone, domain = 'example.com'): Promise<Sections> {
  const resolver = zoneResolver(zone, { now: () => 0 })
  const [dns, mx, spf, dmarc] = await Promise.all([
    collectDns(recordingResolver(resolver), domain),
    collectMx(recordingResolver(resolver), domain),
    collectSpf(recordingResolver(resolver), domain),
    collectDmarc(recordingResolver(resolver), domain),
  ])
  return { dns, mx, spf, dmarc, ...healthyChecks() }
}

function ran<T>(value: T, resolver: RecordingResolver): Section<T> {
  return { ran: true, value, evidence: resolver.evidence(), gaps: resolver.gaps(), notes: [] }
}

function failed(answer: Answer, resolver: RecordingResolver): { ran: false } & Section<never> {
  const reason = answer.kind === 'failed' ? answer.reason : 'cancelled'
  return { ran: false, reason, evidence: resolver.evidence() }
}

async function collectDns(resolver: RecordingResolver, domain: string): Promise<Sections['dns']> {
  const [a, aaaa, txt] = await Promise.all([
    resolver.query(domain, 'A'),
    resolver.query(domain, 'AAAA'),
    resolver.query(domain, 'TXT'),
  ])
  if (a.kind === 'failed' && aaaa.kind === 'failed' && txt.kind === 'failed') return failed(a, resolver)
  const value = {
    exists: a.kind !== 'no-such-name',
    ...(a.kind === 'no-such-name' && { denied: 'servers' as const }),
    a: a.kind === 'records' ? a.records.map(({ address }) => address) : [],
    aaaa: aaaa.kind === 'records' ? aaaa.records.map(({ address }) => address) : [],
    txt: txt.kind === 'records' ? txt.records.map(textOf) : [],
    nameservers: [],
    bogus: [a, aaaa, txt].some(({ via }) => via.authentic === 'bogus') ? 'signature expired' : null,
  }
  return ran(value, resolver)
}

async function collectMx(resolver: RecordingResolver, domain: string): Promise<Sections['mx']> {
  const answer = await resolver.query(domain, 'MX')
  if (answer.kind === 'failed') return failed(answer, resolver)
  if (answer.kind !== 'records')
    return ran({ hosts: [], implicit: (await addressesOf(resolver, domain)).addresses }, resolver)
  const hosts = await Promise.all(
    answer.records.map(async ({ preference, exchange }): Promise<MxHost> => {
      const host = { preference, host: exchange, addresses: [], alias: null }
      if (exchange === '.') return { ...host, state: 'null' }
      const { addresses, complete, broken } = await addressesOf(resolver, exchange)
      if (addresses.length === 0) return { ...host, state: complete ? 'unresolvable' : 'unchecked' }
      const state = addresses.some(isReachableAddress) ? 'resolved' : 'private'
      return { ...host, addresses, state, ...(broken === null ? {} : { bogus: broken }) }
    }),
  )
  return ran({ hosts, implicit: null }, resolver)
}

async function addressesOf(resolver: RecordingResolver, name: string) {
  const answers = await Promise.all([resolver.query(name, 'A'), resolver.query(name, 'AAAA')])
  const addresses = answers.flatMap(answer =>
    answer.kind === 'records' ? answer.records.map(({ address }) => address) : [],
  )
  const complete = answers.every(({ kind }) => kind !== 'failed')
  return { addresses, complete, broken: brokenZoneOfHost(name, answers) }
}

async function collectSpf(resolver: RecordingResolver, domain: string): Promise<Sections['spf']> {
  const answer = await resolver.query(domain, 'TXT')
  if (answer.kind === 'failed') return failed(answer, resolver)
  const { records, lookalikes } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const tree = records.length === 1 ? await spfTree(resolver, domain) : null
  return ran({ records, lookalikes, tree }, resolver)
}

async function collectDmarc(resolver: RecordingResolver, domain: string): Promise<Sections['dmarc']> {
  const discovery = await discoverDmarc(resolver, domain, { exists: true })
  const rfc7489 = await discoverDmarc7489(resolver, domain, orgDomain(domain))
  const { reading } = discovery
  if (reading.unchecked) return failed(await resolver.query(`_dmarc.${domain}`, 'TXT'), resolver)
  const external =
    reading.record && reading.location ? await askConsent(resolver, reading.record, reading.location) : []
  const isMissing = reading.record === null && !reading.multiple
  const elsewhere = isMissing
    ? { elsewhere: await findDmarcElsewhere(resolver, domain, orgDomain(domain), discovery.walked) }
    : {}
  return ran({ ...discovery, ...elsewhere, rfc7489, external }, resolver)
}
