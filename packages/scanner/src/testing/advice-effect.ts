/**
 * What happens when a person does what an advice says. Nothing here uses the code that makes the advice: the reading of
 * broken records is a lenient one of its own.
 */
import type { DnsRecordToPublish } from '@waxseal/core/check'
import { type DmarcReading, discoverDmarc, discoverDmarc7489 } from '@waxseal/core/dmarc'
import { isSubdomain, normalName, textOf, type Zone, type ZoneEntry, zonesOf } from '@waxseal/core/dns'
import { type Archetype, archetypeZone } from '@waxseal/core/fixtures/archetypes'
import { organizationalDomain } from '../domain-name.ts'
import { spfFaults } from './advice-effect-spf.ts'
import { resolverOf } from './zone-resolvers.ts'

/** A domain and its DNS. */
export type Subject = Pick<Archetype, 'domain' | 'zone' | 'beside'>

/**
 * The subject after someone has done what an advice says.
 *
 * @param host the mail server that the advice is about: its MX record is replaced
 */
export function withAdvice(subject: Subject, record: DnsRecordToPublish, host: string | null = null): Subject {
  return { ...subject, zone: withPublished(subject.zone, record, host) }
}

/** The zone after the record has taken the place of the one at hand. */
function withPublished(zone: Zone, { name, type, value }: DnsRecordToPublish, host: string | null = null): Zone {
  const { CNAME: _, ...entry } = zone[name] ?? {}
  if (type === 'CNAME') return zonesOf(zone, { [name]: { CNAME: [value] } })
  if (type === 'MX') return zonesOf(zone, { [name]: { ...entry, MX: mxAfter(entry, value, host) } })
  const isSpf = value.startsWith('v=spf1')
  const kept = (entry.TXT ?? []).filter(text => {
    const whole = typeof text === 'string' ? text : text.join('')
    return isSpf ? !/spf/i.test(whole) : !/dmarc/i.test(whole) && !name.includes('_dmarc')
  })
  return zonesOf(zone, { [name]: { ...entry, TXT: [...kept, value] } })
}

/** `0 .` replaces all; another one that of the host, and one whose name only adds the domain once more. */
function mxAfter({ MX = [] }: ZoneEntry, value: string, about: string | null): NonNullable<ZoneEntry['MX']> {
  const [preference, host = ''] = value.split(' ')
  const published = [Number(preference), host] as const
  if (host === '.') return [published]
  return [...MX.filter(([, each]) => each !== about && each !== host && !each.startsWith(`${host}.`)), published]
}

interface Strength {
  /** 0 none or no policy, 1 quarantine, 2 reject. */
  policy: number
  testing: boolean
}

const ranks = { none: 0, quarantine: 1, reject: 2 } as const

function strengthOf({ policy, testing }: DmarcReading): Strength {
  return { policy: policy === null ? 0 : ranks[policy], testing }
}

/** What receivers apply to a domain and to names below it. */
async function dmarcStrengths(zone: Zone, domain: string): Promise<ReadonlyMap<string, Strength>> {
  const resolver = resolverOf(zone)
  const below = `advice-below.${domain}`
  const readings = await Promise.all([
    discoverDmarc(resolver, domain, { exists: true }).then(({ reading }) => ['the domain', reading] as const),
    discoverDmarc(resolver, below, { exists: true }).then(({ reading }) => ['a subdomain', reading] as const),
    discoverDmarc(resolver, below, { exists: false }).then(({ reading }) => ['a missing name', reading] as const),
    discoverDmarc7489(resolver, domain, organizationalDomain(domain)).then(
      reading => ['the domain by RFC 7489', reading] as const,
    ),
  ])
  return new Map(readings.map(([of, reading]) => [of, strengthOf(reading)]))
}

/** The texts at hand that anyone would take for a DMARC record of this domain, wherever they were put. */
async function dmarcTexts(zone: Zone, domain: string): Promise<readonly string[]> {
  const resolver = resolverOf(zone)
  const names = [`_dmarc.${domain}`, domain, `_dmarc.${domain}.${domain}`, `_dmarc._dmarc.${domain}`]
  const answers = await Promise.all(names.map(name => resolver.query(name, 'TXT')))
  const texts = answers.map(answer => (answer.kind === 'records' ? answer.records.map(textOf) : []))
  return (texts.find(each => each.some(text => /dmarc1?/i.test(text))) ?? []).filter(text => /dmarc1?/i.test(text))
}

const ranksByLetter: Readonly<Record<string, number>> = { n: 0, q: 1, r: 2 }
const tagPatterns = {
  p: /(?:^|[^a-z]|none|quarantine|reject|=[yrs]|yes|strict|\.com)p {0,3}[=:] {0,3}([a-z])/i,
  sp: /(?:^|[^a-z]|none|quarantine|reject|=[yrs]|yes|strict|\.com)sp {0,3}[=:] {0,3}([a-z])/i,
  np: /(?:^|[^a-z]|none|quarantine|reject|=[yrs]|yes|strict|\.com)np {0,3}[=:] {0,3}([a-z])/i,
} as const

/** The policy that a tag asks for, by its first letter: what a typo left of it. */
function lenientRank(text: string, tag: keyof typeof tagPatterns): number | null {
  const letter = tagPatterns[tag].exec(text)?.[1]?.toLowerCase() ?? ''
  return ranksByLetter[letter] ?? null
}

/** The report addresses in a text, however it is written. */
function addressesIn(text: string): readonly string[] {
  return text
    .split(/[\s,;!"]/)
    .filter(part => part.includes('@'))
    .map(part => part.slice(Math.max(part.lastIndexOf(':'), part.lastIndexOf('=')) + 1))
    .filter(address => /^[ -~]+$/.test(address))
}

async function takesMail(zone: Zone, address: string): Promise<boolean> {
  const domain = normalName(address.slice(address.lastIndexOf('@') + 1))
  if (domain === null) return false
  const answer = await resolverOf(zone).query(domain, 'MX')
  return answer.kind === 'records' && answer.records.every(({ exchange }) => exchange !== '.')
}

/** Where publishing the record asks receivers for less than before, or than the records at hand meant. */
async function dmarcFaults(zone: Zone, domain: string, record: DnsRecordToPublish): Promise<readonly string[]> {
  const after = withPublished(zone, record)
  const owner = record.name.replace(/^_dmarc\./, '')
  const faults: string[] = []
  const texts = await dmarcTexts(zone, owner)
  const mayTest = texts.some(text => /pct|t *=/i.test(text))
  for (const name of new Set([domain, owner])) {
    const [was, is] = await Promise.all([dmarcStrengths(zone, name), dmarcStrengths(after, name)])
    for (const [of, { policy, testing }] of is) {
      const before = was.get(of) ?? { policy: 0, testing: false }
      if (policy < before.policy) faults.push(`lowers the policy of ${of} ${name}`)
      if (testing && !mayTest && !before.testing && before.policy > 0) faults.push(`begins to test at ${of} ${name}`)
    }
  }
  if (!record.value.startsWith('v=DMARC1') || !record.name.startsWith('_dmarc.')) return faults
  const meant = (read: (text: string) => number | null): number => Math.min(...texts.map(text => read(text) ?? 0))
  if (texts.length === 0) return faults
  for (const [tag, read] of Object.entries(lenient)) {
    if ((read(record.value) ?? 0) < meant(read)) faults.push(`${tag} is weaker than the record at hand means`)
  }
  const [only, ...others] = texts
  if (only === undefined || others.length > 0) return faults
  // Where nothing is sent, nothing is aligned.
  const sends = !zone[owner]?.TXT?.includes('v=spf1 -all')
  for (const tag of ['adkim', 'aspf']) {
    // Receivers read neither adkim=strict nor a tag that is given twice.
    const isOne = only.split(/dmarc1/i).length === 2 && only.toLowerCase().split(tag).length === 2
    const spaced = only.toLowerCase().replaceAll(' =', '=').replaceAll('= ', '=')
    const at = spaced.indexOf(`${tag}=s`)
    const wasStrict = isOne && at >= 0 && !/[a-z]/.test(spaced.charAt(at + tag.length + 2))
    if (sends && wasStrict && !record.value.includes(`${tag}=s`)) faults.push(`${tag} is relaxed`)
  }
  for (const address of addressesIn(only)) {
    const isLost = !record.value.includes(address) && (await takesMail(zone, address))
    if (isLost) faults.push(`no reports to ${address} any more`)
  }
  return faults
}

/** Whether a text of an advice tells people to publish less than the one record at hand means. */
export async function advisesLess({ domain, zone }: Subject, advice: string): Promise<boolean> {
  const [only, ...others] = await dmarcTexts(zone, domain)
  return (
    /(?:^|[^sn])p=none/.test(advice) && only !== undefined && others.length === 0 && (lenientRank(only, 'p') ?? 0) > 0
  )
}

const p = (text: string): number | null => lenientRank(text, 'p')
const sp = (text: string): number | null => lenientRank(text, 'sp') ?? p(text)
const lenient: Readonly<Record<string, (text: string) => number | null>> = {
  p,
  sp,
  np: text => lenientRank(text, 'np') ?? sp(text),
}

/** Everything wrong with a record that an advice spells out, before it is scanned again. */
export async function adviceFaults(subject: Subject, record: DnsRecordToPublish): Promise<readonly string[]> {
  const zone = archetypeZone(subject)
  const name = normalName(record.name)
  if (name === null) return [`${record.name} is no name`]
  if (/[^ -~]/.test(record.value)) return ['the value is not printable ASCII']
  // Only the consent to reports is published elsewhere, by those who get them.
  const isElsewhere = !isSubdomain(name, organizationalDomain(subject.domain)) && !name.includes('._report._dmarc.')
  if (isElsewhere) return [`${name} is in a zone of someone else`]
  return [
    ...(await dmarcFaults(zone, subject.domain, record)),
    ...(await spfFaults(zone, withPublished(zone, record), subject.domain, record)),
  ]
}

/** A record that an advice spells out, and the mail server that the advice is about. */
export interface AdvisedRecord {
  record: DnsRecordToPublish
  host: string | null
}

/** Publishes the records of several advices one after another: the outcome, and what is wrong with any step. */
export async function afterAll(
  subject: Subject,
  advised: readonly AdvisedRecord[],
): Promise<{ subject: Subject; faults: readonly string[] }> {
  const faults: string[] = []
  let now = subject
  for (const { record, host } of advised) {
    faults.push(...(await adviceFaults(now, record)).map(fault => `${record.name} ${record.value}, in turn: ${fault}`))
    now = withAdvice(now, record, host)
  }
  return { subject: now, faults }
}
