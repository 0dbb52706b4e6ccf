/**
 * What happens when a person does what an advice says. Nothing here uses the code that makes the advice: the reading of
 * broken records is a lenient one of its own.
 */
import type { DnsRecordToPublish } from '@waxseal/core/check'
import { type DmarcReading, discoverDmarc, discoverDmarc7489 } from '@waxseal/core/dmarc'
import { isSubdomain, normalName, textOf, type Zone, type ZoneEntry, zoneResolver } from '@waxseal/core/dns'
import { type Archetype, archetypeZone } from '@waxseal/core/fixtures/archetypes'
import {
  type AddressSet,
  addressesWith,
  difference,
  intersection,
  isEmpty,
  noAddress,
  spfVerdicts,
  union,
} from '@waxseal/core/spf'
import { organizationalDomain } from '../domain-name.ts'

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
  if (type === 'CNAME') return { ...zone, [name]: { CNAME: [value] } }
  if (type === 'MX') return { ...zone, [name]: { ...entry, MX: mxAfter(entry, value, host) } }
  const isSpf = value.startsWith('v=spf1')
  const kept = (entry.TXT ?? []).filter(text => {
    const whole = typeof text === 'string' ? text : text.join('')
    return isSpf ? !/spf/i.test(whole) : !/dmarc/i.test(whole) && !name.includes('_dmarc')
  })
  return { ...zone, [name]: { ...entry, TXT: [...kept, value] } }
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
  const resolver = zoneResolver(zone)
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
  const resolver = zoneResolver(zone)
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
  const answer = await zoneResolver(zone).query(domain, 'MX')
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
    // Receivers do not read adkim=strict, nor a value with a second record in it.
    const isOne = only.split(/dmarc1/i).length === 2
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

/** The addresses that may pass: certainly, or for some message. */
async function mayPass(zone: Zone, domain: string): Promise<AddressSet> {
  const verdicts = await spfVerdicts(zoneResolver(zone), domain)
  const depending = verdicts.verdicts.filter(({ result, rule }) => result === 'depends' && rule.includes(': pass'))
  return union(addressesWith(verdicts, 'pass'), ...depending.map(({ set }) => set))
}

/** Where publishing the record lets a server pass SPF that neither passed nor was meant to. */
async function spfFaults(zone: Zone, domain: string, record: DnsRecordToPublish): Promise<readonly string[]> {
  const after = withPublished(zone, record)
  const [was, is] = await Promise.all([mayPass(zone, domain), mayPass(after, domain)])
  if (isEmpty(difference(is, was))) return []
  if (!record.value.startsWith('v=spf1')) return ['more servers pass SPF, and no SPF record changed']
  const texts = spfTexts(zone, record.name)
  const [only, ...others] = texts
  if (only === undefined) return ['invents an SPF record']
  const certain = addressesWith(await spfVerdicts(zoneResolver(after), domain), 'pass')
  const reversed = others.length > 0 ? [] : await noLongerFailing(zone, record.name, only, certain)
  return [...unmeantTerms(texts, record.value), ...reversed]
}

/** The texts at hand that anyone would take for an SPF record. */
function spfTexts(zone: Zone, name: string): readonly string[] {
  const entries = [name, `_spf.${name}`, `spf.${name}`, `${name}.${name}`].map(each => zone[each]?.TXT ?? [])
  const texts = entries.map(all => all.map(text => (typeof text === 'string' ? text : text.join(' '))))
  return texts.flat().filter(text => /spf/i.test(text))
}

/** The terms of a record that pass and that no text at hand names. */
function unmeantTerms(texts: readonly string[], value: string): readonly string[] {
  const original = texts.join(' ').toLowerCase().replaceAll('spf1', 'spf1 ')
  const words = new Set(original.split(/[^a-z0-9]/))
  const terms = value.toLowerCase().split(' ').slice(1)
  return terms.flatMap(term => {
    if (/^[-~?]/.test(term)) return []
    const mechanism = term.replace('+', '')
    const end = mechanism.search(/[:=/]/)
    const kind = end < 0 ? mechanism : mechanism.slice(0, end)
    const rest = end < 0 ? '' : mechanism.slice(end + 1)
    const isJoined = texts.every(text => !text.trim().includes(' '))
    const isNamed = rest === '' ? words.has(kind) || isJoined : original.includes(rest)
    const leadsOn = kind === 'include' && rest.startsWith('_spf.')
    return kind !== 'all' && (isNamed || leadsOn) ? [] : [`adds ${term}`]
  })
}

const mechanism = /^([-+~?]?)((?:ip[46]|a|mx|include|exists|ptr)(?:[:/].*)?)$/i

/** The terms of a text that fail before any other term lets a server pass. */
function firstFailing(text: string): readonly string[] {
  const terms = text.split(' ').flatMap(word => {
    const [, qualifier, term] = mechanism.exec(word) ?? []
    return term === undefined ? [] : [{ fails: qualifier === '-', term }]
  })
  const passing = terms.findIndex(({ fails }) => !fails)
  return (passing < 0 ? terms : terms.slice(0, passing)).map(({ term }) => term)
}

/** The failing terms of the one text at hand whose servers pass now. */
async function noLongerFailing(
  zone: Zone,
  name: string,
  text: string,
  passing: AddressSet,
): Promise<readonly string[]> {
  const terms = firstFailing(text)
  const sets = await Promise.all(
    terms.map(async term => addressesWith(await spfVerdicts(zoneResolver(zone), name, `v=spf1 ${term} -all`), 'pass')),
  )
  return terms.flatMap((term, index) =>
    isEmpty(intersection(sets[index] ?? noAddress, passing)) ? [] : [`no longer fails -${term}`],
  )
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
  return [...(await dmarcFaults(zone, subject.domain, record)), ...(await spfFaults(zone, subject.domain, record))]
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
