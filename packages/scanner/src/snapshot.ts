import { createHash } from 'node:crypto'
import { policyBytes } from '@waxseal/core/caps'
import { type Answer, isNegative, type Resolver, type ResourceRecord } from '@waxseal/core/dns'
import { isMtaStsText, parseMtaStsPolicy } from '@waxseal/core/transport'
import {
  addressKinds,
  canonicalValues,
  compareSnapshot,
  type DnsChange,
  type Part,
  policyValue,
  type Snapshot,
  sortedValues,
  type WatchedPart,
  type WatchMemory,
  watchedHosts,
  watchedParts,
  watchedPolicy,
} from '@waxseal/core/watch'
import type { HttpsGet } from './https/index.ts'
import type { DnsSession } from './scan-dns.ts'
import { withEffects } from './snapshot-effects.ts'
import { askDnssec, askName, askServed } from './snapshot-state.ts'

export interface SnapshotOptions {
  /** The domain as A-labels, normalized. */
  name: string
  /** The selectors to watch beside the five of every domain. */
  selectors?: readonly string[]
  /** A session: its budget bounds the queries, and its signal ends them. */
  dns: Pick<DnsSession, 'resolver' | 'authoritative' | 'inTurn' | 'servers'>
  /** How an MTA-STS policy is fetched; absent: it is not watched. */
  https?: HttpsGet | undefined
  now: () => Date
  signal?: AbortSignal
}

export interface Watched {
  /** To be passed to the next check. */
  memory: WatchMemory
  changes: readonly DnsChange[]
  /** What the comparison rests on. */
  snapshot: Snapshot
}

/** How often the zone's own servers are asked about one part: each time another one. */
const confirmations = 3

/** How often more a change of addresses is asked about: three answers in a row are often the same part of a pool of two. */
const addressRounds = 2

/**
 * Asks for all watched records of a domain at once, through the resolver. A failed query is a failed part; it never
 * rejects. The addresses of mail servers follow the MX records and the policy of MTA-STS its record, so it takes as
 * long as two queries in a row.
 */
export async function takeSnapshot({
  name,
  selectors = [],
  dns,
  https,
  now,
  signal,
}: SnapshotOptions): Promise<Snapshot> {
  const takenAt = now().toISOString()
  const ask = async (part: WatchedPart): Promise<Part> => {
    if (part.kind === 'dnssec') return askDnssec(part, dns, signal)
    const asked = await askPart(part, dns.resolver, signal)
    return part.kind === 'name' ? askServed(asked, dns) : asked
  }
  const parts = await Promise.all(
    watchedParts(name, selectors).map(async part => {
      const asked = await ask(part)
      if (part.kind === 'mta-sts' && https !== undefined) {
        return [asked, await askPolicy(watchedPolicy(name), asked, https, signal)]
      }
      if (part.kind !== 'mx') return [asked]
      return [asked, ...(await Promise.all(watchedHosts(asked).map(ask)))]
    }),
  )
  return { version: 1, domain: name, takenAt, parts: parts.flat() }
}

/**
 * Asks the zones' own servers about some parts of a snapshot. A part is confirmed where the servers that answer agree.
 * Of an address set, all addresses they give count, because the servers of a pool may each give another part of it. A
 * part that no server answers, or about which they disagree, stays as it is. Without access to these servers, so does
 * the whole snapshot.
 */
export async function confirmParts(
  snapshot: Snapshot,
  keys: readonly string[],
  { dns: { authoritative, inTurn }, signal }: Pick<SnapshotOptions, 'dns' | 'signal'>,
): Promise<Snapshot> {
  if (authoritative === null) return snapshot
  const askers = inTurn ?? Array.from({ length: confirmations }, () => authoritative)
  const parts = snapshot.parts.map(async part => {
    if (!keys.includes(part.key) || part.state === 'failed' || part.kind === 'dnssec') return part
    const asked = await Promise.all(askers.map(asker => askPart(part, asker, signal)))
    return agreed(
      part,
      asked.filter(({ state }) => state === 'known'),
    )
  })
  return { ...snapshot, parts: await Promise.all(parts) }
}

/**
 * One check of a domain: takes a snapshot, compares it with the memory, and has the zone's own servers confirm what
 * differs before it is a change; a change of addresses several times. Never rejects.
 *
 * @param memory of the last check; null at the first one, which reports nothing
 */
export async function watchDomain(options: SnapshotOptions & { memory: WatchMemory | null }): Promise<Watched> {
  const { memory, dns } = options
  const unconfirmed = dns.authoritative === null ? 'repeat' : 'wait'
  const taken = await takeSnapshot(options)
  const first = compareSnapshot(memory, taken, { unconfirmed })
  if (first.doubtful.length === 0) {
    const changes = await withEffects(first.changes, options.name, dns.resolver, options.signal)
    return { memory: first.memory, changes, snapshot: taken }
  }
  let snapshot = await confirmParts(taken, first.doubtful, options)
  let compared = compareSnapshot(memory, snapshot, { unconfirmed })
  for (let round = 0; round < addressRounds; round++) {
    const keys = compared.changes.map(({ part }) => part)
    const moved = snapshot.parts.filter(({ key, kind }) => keys.includes(key) && addressKinds.has(kind))
    if (moved.length === 0) break
    snapshot = await confirmParts(
      snapshot,
      moved.map(({ key }) => key),
      options,
    )
    compared = compareSnapshot(memory, snapshot, { unconfirmed })
  }
  const changes = await withEffects(compared.changes, options.name, dns.resolver, options.signal)
  return { memory: compared.memory, changes, snapshot }
}

function agreed(part: Part, asked: readonly Part[]): Part {
  const [first] = asked
  if (first === undefined) return part
  const isAddresses = addressKinds.has(part.kind)
  // One answer confirms nothing: one broken server of several would announce that everything is gone.
  if (asked.length < 2) return part
  // Addresses come in parts from a pool: there the resolver's answer counts as one more.
  const isFirst = ({ values }: Part): boolean => values.join('\n') === first.values.join('\n')
  const isAgreed = asked.every(isFirst)
  // No server of a pool gives no address at all, and a resolver that lost its answer says nothing about the others.
  const isClear = first.values.length === 0 || part.values.length === 0
  const { varies: _, own: __, partial: ___, ...rest } = part
  if (isAgreed && (!isAddresses || isFirst(part) || isClear)) return { ...rest, values: first.values, confirmed: true }
  if (!isAddresses) return part
  return {
    ...rest,
    values: sortedValues([...part.values, ...asked.flatMap(({ values }) => values)]),
    confirmed: true,
    varies: true,
    ...(isAgreed && { own: first.values }),
    ...(asked.some(({ values }) => values.length === 0) && { partial: true }),
  }
}

/** Asks for one part. Never rejects. */
async function askPart(part: WatchedPart, resolver: Resolver, signal?: AbortSignal): Promise<Part> {
  const { kind, name } = part
  const query = (type: 'A' | 'AAAA' | 'MX' | 'NS' | 'TXT' | 'CNAME', at = name) => resolver.query(at, type, signal)
  switch (kind) {
    case 'name':
      return askName(part, resolver, signal)
    case 'dnssec':
      return askDnssec(part, { resolver, authoritative: null }, signal)
    case 'mx':
      return partOf(part, [await query('MX')])
    case 'ns':
      return partOf(part, [await query('NS')])
    case 'a':
      return partOf(part, [await query('A')])
    case 'aaaa':
      return partOf(part, [await query('AAAA')])
    case 'spf':
    case 'dmarc':
    case 'mta-sts':
      return partOf(part, [await query('TXT')])
    case 'mx-address':
      return partOf(part, await Promise.all([query('A'), query('AAAA')]))
    case 'www': {
      const [alias, ...addresses] = await Promise.all([query('CNAME'), query('A'), query('AAAA')])
      return partOf(part, isNegative(alias) ? [alias, ...addresses] : [alias])
    }
    case 'dkim': {
      const answer = await query('TXT')
      const asked = partOf(part, [answer])
      return isWithoutKey(asked) ? withoutWildcard(asked, await query('TXT', wildcardOf(name))) : asked
    }
    case 'mta-sts-policy':
      // Not in DNS: see `askPolicy`.
      return { ...part, state: 'failed', values: [], confirmed: false, reason: 'internal' }
    default:
      return kind satisfies never
  }
}

const policyMs = 10_000

/**
 * The policy of MTA-STS by its mode and digest. It comes from the host of the owner, so it needs no confirmation. Senders
 * ask for none without a record; a host that cannot be reached says nothing about it.
 */
async function askPolicy(part: WatchedPart, record: Part, https: HttpsGet, signal?: AbortSignal): Promise<Part> {
  const known = { ...part, state: 'known', values: [], confirmed: true, reason: null } as const
  const failed = { ...part, state: 'failed', values: [], confirmed: false } as const
  if (record.state === 'failed') return { ...failed, reason: record.reason }
  if (!record.values.some(isMtaStsText)) return { ...known, confirmed: record.confirmed }
  const url = `https://${part.name}/.well-known/mta-sts.txt`
  const options = { maxBytes: policyBytes, timeoutMs: policyMs, redirects: 0, ...(signal && { signal }) }
  const { status, body, failure } = await https(url, options)
  if (failure !== null) return { ...failed, reason: failure.reason }
  if (status === 404 || status === 410) return known
  if (status !== 200) return { ...failed, reason: 'servfail' }
  const { mode, errors } = parseMtaStsPolicy(body.toString('latin1'))
  return {
    ...known,
    values: [policyValue(errors.length > 0 ? null : mode, createHash('sha256').update(body).digest('hex'))],
  }
}

/** Known when all its questions were answered. */
function partOf(part: WatchedPart, answers: readonly Answer[]): Part {
  const { key, kind, name } = part
  const failed = answers.find(answer => answer.kind === 'failed')
  if (failed !== undefined) {
    return { key, kind, name, state: 'failed', values: [], confirmed: false, reason: failed.reason }
  }
  const records: ResourceRecord[] = answers.flatMap(answer => (answer.kind === 'records' ? answer.records : []))
  const confirmed = answers.every(({ via }) => via.authoritative)
  return { key, kind, name, state: 'known', values: canonicalValues(kind, records), confirmed, reason: null }
}

/** A record at a selector that no signature can use: revoked, most often by a wildcard for all selectors. */
function isWithoutKey({ values }: Part): boolean {
  return values.length > 0 && values.every(value => value.split('; ').includes('p='))
}

function wildcardOf(name: string): string {
  return `*${name.slice(name.indexOf('._domainkey.'))}`
}

/** A revoked key that a wildcard gives to every selector is no record of this selector. */
function withoutWildcard(part: Part, wildcard: Answer): Part {
  const every = partOf(part, [wildcard])
  if (every.state === 'failed') return every
  const isWildcard = every.values.join('\n') === part.values.join('\n')
  return isWildcard ? { ...part, values: [] } : part
}
