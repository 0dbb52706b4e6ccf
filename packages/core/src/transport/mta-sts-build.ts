import type { DnsRecordToPublish } from '../check/index.ts'
import { isMxPattern, type MtaStsMode, type MtaStsPolicy, matchesMxPattern } from './mta-sts.ts'

/** A policy as it should become (RFC 8461 section 3.2), and the id of the record that announces it. */
export interface NextPolicy {
  mode: MtaStsMode
  /** Patterns of MX hosts in lower case. */
  mx: readonly string[]
  /** Seconds. */
  maxAge: number
  /** 1 to 32 letters and digits. */
  id: string
}

/** A week. */
const usualAge = 604_800
const dayLong = 86_400
/** More lines than this are not spelled out. A scan reads 20 MX hosts. */
const linesMax = 25

/**
 * The policy that a domain should serve: the valid lines of its own one, and a line for each MX host that they leave out.
 * Null: it cannot be spelled out, as there is no host, there are too many, or one is no name that a policy can have.
 *
 * @param live the policy of now; null: none
 * @param id the id of the record of now; null: none
 */
export function nextPolicy({
  mode,
  live,
  hosts,
  id,
}: {
  mode: MtaStsMode
  live: Pick<MtaStsPolicy, 'mx' | 'maxAge'> | null
  hosts: readonly string[]
  id: string | null
}): NextPolicy | null {
  const wanted = hosts.map(host => host.toLowerCase())
  const all = (live?.mx ?? []).filter(isMxPattern)
  const kept = all.length + wanted.length <= linesMax ? all : all.filter(each => isUsed(each, wanted))
  const mx = [...new Set([...kept, ...wanted.filter(host => !kept.some(each => matchesMxPattern(each, host)))])]
  if (wanted.length === 0 || mx.length > linesMax || !mx.every(isMxPattern)) return null
  const age = live?.maxAge ?? 0
  return { mode, mx, maxAge: age < dayLong ? usualAge : age, id: id === null ? '1' : idAfter(id) }
}

function isUsed(pattern: string, hosts: readonly string[]): boolean {
  return hosts.some(host => matchesMxPattern(pattern, host))
}

/** The next id of a record (RFC 8461 section 3.1): the number at its end plus one. Senders only see that it is another one. */
export function idAfter(id: string): string {
  const number = id.slice(-32).split(/\D/).at(-1) ?? ''
  const before = id.slice(0, id.length - number.length)
  const next = `${before}${number === '' ? '1' : String(BigInt(number) + 1n).padStart(number.length, '0')}`
  if (next.length <= 32) return next
  return id === '1' ? '2' : '1'
}

/** The whole file (RFC 8461 section 3.2). */
export function policyFile({ mode, mx, maxAge }: Omit<NextPolicy, 'id'>): string {
  return ['version: STSv1', `mode: ${mode}`, ...mx.map(each => `mx: ${each}`), `max_age: ${maxAge}`, ''].join('\r\n')
}

/** The record that announces the policy of a domain. */
export function stsRecord(domain: string, id = '1'): DnsRecordToPublish {
  return { name: `_mta-sts.${domain}`, type: 'TXT', value: `v=STSv1; id=${id}` }
}
