import { displayRecord } from '../dns/index.ts'
import type { DmarcFault } from './faults.ts'
import type { LooseTag } from './loose.ts'
import { typos } from './nearest-word.ts'
import type { DmarcTags } from './record.ts'
import { type DmarcPolicy, dmarcPolicies, isWeaker } from './value.ts'

type Request = 'p' | 'sp' | 'np'

/** The policies that a text gives for each tag. */
export interface GivenPolicies {
  requests: Record<Request, DmarcPolicy[]>
  /** Tags with a value that cannot be read. */
  unclear: ReadonlySet<string>
  /** Unknown tags with a policy. */
  strays: readonly { name: string; policy: DmarcPolicy }[]
}

/** The strongest of some policies; none without any. */
export function strongest(policies: readonly DmarcPolicy[]): DmarcPolicy {
  return dmarcPolicies.findLast(policy => policies.includes(policy)) ?? 'none'
}

/** Reads the policies of a text as they were meant. Adds what is wrong with them to `faults`. */
export function givenPolicies(
  loose: readonly LooseTag[],
  words: readonly string[],
  faults: DmarcFault[],
): GivenPolicies {
  const requests: GivenPolicies['requests'] = { p: [], sp: [], np: [] }
  const unclear = new Set<string>()
  const strays: { name: string; policy: DmarcPolicy }[] = []
  const seen = new Set<string>()
  const perhapsNp: DmarcPolicy[] = []
  for (const { name, value, copy } of loose) {
    const policy = policyFrom(value)
    if (name !== 'p' && name !== 'sp' && name !== 'np') {
      if (policy !== null && !known.includes(name)) strays.push({ name, policy })
      continue
    }
    if (value === '') faults.push({ code: 'tag_empty', tag: name })
    else if (policy !== value.toLowerCase()) {
      faults.push({ code: 'value', tag: name, found: shown(value), meant: policy })
    }
    // A second p after p and sp may be an np that lost its first letter.
    if (name === 'p' && policy !== null && seen.has(`p ${copy}`) && seen.has(`sp ${copy}`)) perhapsNp.push(policy)
    seen.add(`${name} ${copy}`)
    if (policy !== null) requests[name].push(policy)
    else unclear.add(name)
  }
  // A guess never makes names that do not exist less protected than sp or p does.
  const atLeast = strongest([...requests.p, ...requests.sp])
  requests.np.push(...perhapsNp.filter(policy => !isWeaker(policy, atLeast)))
  for (const tag of ['p', 'sp', 'np'] as const) {
    if (new Set(requests[tag]).size > 1) faults.push({ code: 'duplicate', tag })
    // A readable value given beside an unreadable one is not certainly the meaning.
    if (unclear.has(tag) && !requests[tag].includes('reject')) requests[tag] = []
  }
  if (requests.p.length === 0 && !unclear.has('p')) {
    const stray = strays.shift()
    const word = words.find(word => policyFrom(word) !== null)
    if (stray !== undefined) {
      faults.push({ code: 'tag_name', found: shown(stray.name), meant: 'p' })
      requests.p.push(stray.policy)
    } else if (word !== undefined) {
      const policy = strongest(words.flatMap(word => policyFrom(word) ?? []))
      faults.push({ code: 'equals', found: shown(word), meant: `p=${policy}` })
      requests.p.push(policy)
    }
  }
  return { requests, unclear, strays }
}

/** Tags that are not misspelled policy tags. */
const known: readonly string[] = ['psd', 't', 'adkim', 'aspf', 'fo', 'rua', 'ruf', 'pct', 'rf', 'ri', 'spf', 'dkim']

/**
 * The policies that were meant; null when that is unclear. Without `p` a record with a report address asks for none (RFC
 * 9989 section 4.10.1).
 */
export function meantPolicies(
  { requests, unclear, strays }: GivenPolicies,
  hasReports: boolean,
  faults: DmarcFault[],
): Pick<DmarcTags, Request> | null {
  const given = requestOf(requests.p)
  if (given === null && !unclear.has('p')) faults.push({ code: 'policy_missing' })
  if (given === null && (unclear.has('p') || !hasReports)) return null
  const p = given ?? 'none'
  if (!strays.every(stray => placed(stray, p, requests, faults))) return null
  // Without an unreadable tag another one applies: certainly no less than what was meant only when that is reject.
  const isUnreadable = (['sp', 'np'] as const).some(
    tag => unclear.has(tag) && requests[tag].length === 0 && withoutTag(tag, p, requests) !== 'reject',
  )
  return isUnreadable ? null : { p, sp: requestOf(requests.sp), np: requestOf(requests.np) }
}

function requestOf(policies: readonly DmarcPolicy[]): DmarcPolicy | null {
  return policies.length === 0 ? null : strongest(policies)
}

/** The policy that applies to the mail of a tag where the tag is absent. */
function withoutTag(tag: 'sp' | 'np', p: DmarcPolicy, requests: GivenPolicies['requests']): DmarcPolicy {
  return tag === 'sp' ? p : (requestOf(requests.sp) ?? p)
}

/**
 * Takes a misspelled tag with a policy as `sp` or `np`, where that strengthens the record. False: it may mean more than
 * what the record then says.
 */
function placed(
  { name, policy }: { name: string; policy: DmarcPolicy },
  p: DmarcPolicy,
  requests: GivenPolicies['requests'],
  faults: DmarcFault[],
): boolean {
  const [tag, another] = (['sp', 'np'] as const).filter(each => typos(name, each) <= 1)
  const isOne = tag !== undefined && another === undefined
  faults.push({ code: 'tag_name', found: shown(name), meant: isOne ? tag : null })
  if (!isOne) return !(['sp', 'np'] as const).some(each => isWeaker(withoutTag(each, p, requests), policy))
  if (isWeaker(withoutTag(tag, p, requests), policy)) requests[tag].push(policy)
  return true
}

const misspelled = { none: 1, quarantine: 3, reject: 2 } as const satisfies Record<DmarcPolicy, number>

/** Other words for the policy that asks for nothing. */
const meaningNone: readonly string[] = ['no', 'off', 'nothing', 'monitor', 'monitoring', 'monitoronly']

/** The policy that a value means, with typing errors; null when that is unclear. */
function policyFrom(value: string): DmarcPolicy | null {
  const word = value.toLowerCase().replace(/[^a-z]/g, '')
  if (meaningNone.includes(word)) return 'none'
  if (word.length < 3) return null
  const near = dmarcPolicies.filter(policy => policy.startsWith(word) || typos(word, policy) <= misspelled[policy])
  return near.length === 1 ? (near[0] ?? null) : null
}

function shown(text: string): string {
  return displayRecord(text, 40)
}
