import { createHash } from 'node:crypto'
import {
  type Answer,
  type BrokenZone,
  dnssecFault,
  type ExtendedError,
  isNegative,
  labels,
  type RecordData,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  type Signal,
} from '@waxseal/core/dns'
import { encodeName } from './name.ts'
import { TYPE_NUMBERS } from './rdata.ts'

/**
 * The maximum number of names that are asked for a zone. A zone that is broken as a whole takes two or three for all its
 * names; this bounds zones in which single records are.
 */
const searchesMax = 60
/** The deepest zone cut that is looked for, in labels: deeper names belong to the zone found above them. */
const depthMax = 10

/**
 * A resolver that finds out, for an answer that does not validate, which zone is broken and why (`via.broken`): the
 * topmost zone whose SOA record does not validate, and what its parent's DS records, its keys and its signatures say.
 * It asks nothing more while answers validate. An answer whose zone cannot be found stays as it is.
 *
 * @param resolver sends a repeated query once, and answers with CD=1 what does not validate
 */
export function diagnosingResolver(
  resolver: Resolver,
  { now = () => new Date() }: { now?: () => Date } = {},
): Resolver {
  const wholes = new Map<string, Promise<BrokenZone>>()
  const searched = new Set<string>()

  async function diagnose(name: string, type: RecordType, answer: Answer, signal?: Signal): Promise<BrokenZone | null> {
    const culprit = await firstBroken(name, answer, signal)
    const known = tops(culprit).find(each => wholes.has(each))
    if (known !== undefined) return (await wholes.get(known)) ?? null
    const found = await zoneOf(culprit, signal)
    if (found === null) return null
    if (found.soa !== null) {
      const { zone, soa } = found
      const whole =
        wholes.get(zone) ?? faultOf(zone, { name: zone, types: ['DNSKEY', 'SOA'], ede: soa.via.ede }, signal)
      wholes.set(zone, whole)
      return await whole
    }
    const types = culprit !== finalName(name, answer) ? (['CNAME'] as const) : answer.kind === 'records' ? [type] : []
    return { ...(await faultOf(found.zone, { name: culprit, types, ede: answer.via.ede }, signal)), whole: false }
  }

  /** The first name of the alias chain whose own record does not validate; the last name when all aliases do. */
  async function firstBroken(name: string, answer: Answer, signal?: Signal): Promise<string> {
    const chain = [name, ...answer.via.cnames]
    const aliases = await Promise.all(chain.slice(0, -1).map(each => resolver.query(each, 'CNAME', signal)))
    const at = aliases.findIndex(({ via }) => via.authentic === 'bogus')
    return chain[at < 0 ? chain.length - 1 : at] ?? name
  }

  /**
   * The topmost zone on the way to a name whose SOA record does not validate, with that answer; where all of them do,
   * the zone that the name is in. null: it could not be found out.
   */
  async function zoneOf(name: string, signal?: Signal): Promise<{ zone: string; soa: Answer<'SOA'> | null } | null> {
    let zone: string | null = null
    for (const candidate of tops(name)) {
      if (!searched.has(candidate) && searched.size >= searchesMax) return null
      searched.add(candidate)
      const soa = await resolver.query(candidate, 'SOA', signal)
      if (soa.kind === 'failed') return null
      if (isNegative(soa) || soa.via.cnames.length > 0) continue
      zone = candidate
      if (soa.via.authentic === 'bogus') return { zone, soa }
    }
    return zone === null ? null : { zone, soa: null }
  }

  async function faultOf(
    zone: string,
    refused: { name: string; types: readonly RecordType[]; ede: readonly ExtendedError[] },
    signal?: Signal,
  ): Promise<BrokenZone> {
    const [ds, keys, signatures] = await Promise.all([
      resolver.query(zone, 'DS', signal),
      resolver.query(zone, 'DNSKEY', signal),
      resolver.query(refused.name, 'RRSIG', signal),
    ])
    const fault = dnssecFault({
      ds: recordsOf(ds),
      keys: recordsOf(keys),
      signatures: recordsOf(signatures),
      types: refused.types.map(type => TYPE_NUMBERS[type]),
      errors: refused.ede,
      fits: (record, key) => hasDigest(zone, record, key),
      now: now().getTime() / 1000,
    })
    return { zone, whole: true, fault }
  }

  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const answer = await resolver.query(name, type, signal)
      if (answer.via.authentic !== 'bogus' || answer.kind === 'failed') return answer
      const broken = await diagnose(name, type, answer, signal)
      return broken === null ? answer : { ...answer, via: { ...answer.via, broken } }
    },
  }
}

function finalName(name: string, { via }: Answer): string {
  return via.cnames.at(-1) ?? name
}

/** The names above a name from the top-level domain down, and the name itself. */
function tops(name: string): string[] {
  const all = labels(name)
  return all.slice(-depthMax).map((_, at, kept) => kept.slice(kept.length - 1 - at).join('.'))
}

/** null: it could not be asked. */
function recordsOf<T extends RecordType>(answer: Answer<T>): readonly ResourceRecord<T>[] | null {
  if (answer.kind === 'failed') return null
  return answer.kind === 'records' ? answer.records : []
}

/** The digest types of DS records that resolvers use (RFC 8624 section 3.3). */
const digests: { readonly [type: number]: string } = { 1: 'sha1', 2: 'sha256', 4: 'sha384' }

/** RFC 4034 section 5.1.4: the digest of the owner name and the key's data. */
function hasDigest(zone: string, ds: RecordData['DS'], key: RecordData['DNSKEY']): boolean | null {
  const algorithm = digests[ds.digestType]
  if (algorithm === undefined) return null
  const data = Buffer.concat([
    Buffer.of(key.flags >> 8, key.flags & 0xff, key.protocol, key.algorithm),
    Buffer.from(key.key, 'hex'),
  ])
  return createHash(algorithm).update(encodeName(zone)).update(data).digest('hex') === ds.digest
}
