import type { Answer, RecordType, Resolver, ResourceRecord, Zone, ZoneEntry } from '@waxseal/core/dns'
import { unasked, zoneResolver } from '@waxseal/core/dns'
import { type TrueChange, trueChange } from './true-changes.ts'

/** How often the Internet of the simulation lies. Shares of all queries. */
export interface Lies {
  timeouts: number
  servfail: number
  /** A resolver says "no such record" where there is one. */
  losses: number
  /** Within an hour after a change, resolvers that still give the older records. */
  stale: number
}

/** What the issue asks for, and two lies more. */
export const usualLies: Lies = { timeouts: 0.05, servfail: 0.01, losses: 0.005, stale: 0.3 }

export interface LyingInternet {
  names: readonly string[]
  /** What happens in it, in order. */
  changes: readonly TrueChange[]
  /** A public resolver and the zones' own servers, at this time. */
  at(now: Date): { resolver: Resolver; authoritative: Resolver }
}

const hourMs = 3_600_000

/**
 * Domains with usual records. Some have mail servers or web servers that answer with another part of a pool each time.
 * Every answer has its records in another order and another TTL. The same seed gives the same answers.
 *
 * @param options.changes the number of true changes, each of another domain, spread over the time
 */
export function lyingInternet(options: {
  seed: number
  domains: number
  changes: number
  start: Date
  hours: number
  lies: Lies
}): LyingInternet {
  const { seed, lies } = options
  const names = Array.from({ length: options.domains }, (_, n) => `d${n}.example`)
  // After the last one there is time for four checks: the first may not get an answer.
  const changing = (options.hours - 26) * hourMs
  const changes = Array.from({ length: options.changes }, (_, n): TrueChange => {
    const at = new Date(options.start.getTime() + ((n + 1) / options.changes) * changing)
    const of = Math.floor(((n + 0.5) / options.changes) * options.domains)
    return { ...trueChange(n, names[of] ?? ''), at }
  })
  const changeOf = new Map(changes.map(change => [change.domain, change]))
  const before = new Map(names.map((name, n) => [name, zoneResolver(zoneOf(name, n))]))
  const after = new Map(
    changes.map(({ domain, apply }) => [domain, zoneResolver(apply(zoneOf(domain, names.indexOf(domain))))]),
  )
  const asked = new Map<string, number>()

  /** A number from 0 up to 1, the next for this question. */
  const chance = (question: string): number => {
    const n = (asked.get(question) ?? 0) + 1
    asked.set(question, n)
    return hash(`${seed} ${question} ${n}`) / 2 ** 32
  }

  const query = async <T extends RecordType>(
    name: string,
    type: T,
    now: Date,
    isResolver: boolean,
  ): Promise<Answer<T>> => {
    const question = `${name} ${type} ${now.getTime()}`
    const fate = chance(question)
    if (fate < lies.timeouts) return unasked('timeout', now.getTime())
    if (fate < lies.timeouts + lies.servfail) return unasked('servfail', now.getTime())
    const domain = name.split('.').slice(-2).join('.')
    const age = now.getTime() - (changeOf.get(domain)?.at.getTime() ?? Number.POSITIVE_INFINITY)
    const isStale = isResolver && age < hourMs && chance(question) < lies.stale
    const zone = age >= 0 && !isStale ? after.get(domain) : before.get(domain)
    const answer = (await zone?.query(name, type)) ?? unasked('unreachable', now.getTime())
    if (answer.kind !== 'records') return answer
    const via = { ...answer.via, authoritative: !isResolver, ttl: Math.floor(chance(question) * 86_400) }
    if (isResolver && chance(question) < lies.losses) return { kind: 'no-data', via }
    const records: readonly ResourceRecord<T>[] = shuffled(answer.records, () => chance(question))
    const isPool = name.startsWith('pool') || (name === domain && poolOf(names.indexOf(domain)))
    const isPart = isPool && (type === 'A' || type === 'AAAA')
    return { ...answer, via, records: isPart ? records.slice(0, 3) : records }
  }
  return {
    names,
    changes,
    at: now => ({
      resolver: { query: (name, type) => query(name, type, now, true) },
      authoritative: { query: (name, type) => query(name, type, now, false) },
    }),
  }
}

/** Every fourth domain has a web server that answers with a part of a pool. */
const poolOf = (n: number): boolean => n % 4 === 3

function zoneOf(name: string, n: number): Zone {
  const key = `v=DKIM1; k=rsa; p=${Buffer.from(`key of ${name}`).toString('base64')}`
  const [second, third] = [Math.floor(n / 250) % 250, n % 250]
  const address = (last: number) => `20.${second}.${third}.${last}`
  const pool = (from: number) => Array.from({ length: 8 }, (_, at) => address(from + at))
  const host = n % 5 === 4 ? `pool.${name}` : `mx2.${name}`
  const web: ZoneEntry = { A: poolOf(n) ? pool(100) : [address(1)] }
  return {
    [name]: {
      ...web,
      MX: [
        [10, `mx1.${name}`],
        [20, host],
      ],
      TXT: [`v=spf1 mx ip4:${address(0)}/28 -all`, `site-verification=${n}`, `other=${n}`],
      NS: [`ns1.${name}`, `ns2.${name}`, `ns3.${name}`],
    },
    [`mx1.${name}`]: { A: [address(10)], AAAA: [`2600:1f18:${n.toString(16)}::10`] },
    [host]: host.startsWith('pool') ? { A: pool(200) } : { A: [address(11)] },
    [`_dmarc.${name}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${name}`] },
    [`google._domainkey.${name}`]: { TXT: [key] },
    [`www.${name}`]: n % 2 === 0 ? { CNAME: [`web.${name}`] } : { A: [address(2)] },
    [`web.${name}`]: { A: [address(3)] },
    [`ns1.${name}`]: { A: [address(20)] },
    [`ns2.${name}`]: { A: [address(21)] },
    [`ns3.${name}`]: { A: [address(22)] },
  }
}

function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  return items
    .map(item => [chance(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
}

/** FNV-1a with a final mix, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
