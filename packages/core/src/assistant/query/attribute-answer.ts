import { isIssue } from '../../health/index.ts'
import { type Answer, andWords, list, paragraph, published } from '../answer.ts'
import { type Attribute, attributes, isSome, sayValue, type ValueRead } from '../attributes/index.ts'
import { explainFinding } from '../explain-finding.ts'
import type { DomainFacts, Facts, ScanFacts } from '../facts.ts'
import type { Reading } from '../reading/read.ts'
import { openOf, recordMeaning, termState } from '../term-state.ts'
import { type Context, scanOf } from './context.ts'
import { scansOf } from './topic.ts'

const listMax = 25
const findingsMax = 3

/** Whether a domain meets the condition of a question: with the reason, or why that is unknown. */
export interface Judged {
  name: string
  /** null: unknown. */
  meets: boolean | null
  says: string
}

/** Judges one domain by an attribute. Without a condition about the value: whether it has one. */
function judge(attribute: Attribute, name: string, read: ValueRead, scan: ScanFacts | null, reading: Reading): Judged {
  const isWithout = hasNot(attribute, reading)
  if (scan !== null && attribute.holds !== undefined) {
    const held = attribute.holds(scan, reading)
    if (held !== null)
      return held.holds === null
        ? { name, meets: null, says: held.why }
        : { name, meets: isWithout ? !held.holds : held.holds, says: held.why }
  }
  if (!read.known) return { name, meets: null, says: read.why }
  const { value } = read
  const met = attribute.meets?.(value, reading) ?? numbersMeet(attribute, value, reading) ?? null
  const holds = met ?? isSome(value)
  return { name, meets: isWithout ? !holds : holds, says: sayValue(attribute, value) }
}

function numbersMeet({ takes = [] }: Attribute, value: unknown, { numbers }: Reading): boolean | null {
  if (!takes.includes('numbers') || numbers.length === 0 || typeof value !== 'number') return null
  return numbers.every(({ op, value: bound }) => {
    if (op === 'below') return value < bound
    if (op === 'above') return value > bound
    if (op === 'least') return value >= bound
    return op === 'most' ? value <= bound : value === bound
  })
}

/** "without DMARC", "no DMARC reports", "missing". Of a value that is named, "not" asks for the others. */
function hasNot(attribute: Attribute, { concepts, text, policies }: Reading): boolean {
  if (!concepts.has('without')) return false
  // "p=none" is a value.
  if (attribute.takes?.includes('policies') === true && policies.includes('none')) return / (?:not|without) /.test(text)
  return !/ (?:why not|is not it) /.test(text)
}

/** "What is X of D?", "Does D have X?". */
export function attributeAnswer(attribute: Attribute, context: Context): Answer {
  const [first, ...others] = scansOf(context)
  if (first === undefined) return rowAnswer(attribute, context)
  if (others.length > 0) return [first, ...others].flatMap(scan => oneAnswer(attribute, scan, context))
  return [...belowWords(attribute, context), ...oneAnswer(attribute, first, context)]
}

/** A scan of a domain looks at no name below it, and but for DMARC nothing is inherited. */
function belowWords({ id }: Attribute, { own: [named] }: Context): Answer {
  if (named === undefined || named.below === null || id.startsWith('dmarc')) return []
  const { name, below } = named
  return paragraph(
    `The scan of ${name} does not look at ${below}: what follows is ${name} itself, and ${below} inherits none of it. Add ${below} as a domain to have it scanned.`,
    'strong',
  )
}

/** Without a scan only what the list of domains has is known. */
function rowAnswer(attribute: Attribute, { own: [named], facts }: Context): Answer {
  const row = facts.domains.find(({ name }) => name === named?.name)
  if (row === undefined) return []
  if (row.scannedAt === null) return paragraph(`${row.name} has no scan yet. Scan it first, then ask again.`)
  const read = attribute.row?.(row)
  if (read === undefined || !read.known)
    return paragraph(`The ${attribute.name} of ${row.name} is not known: ${read?.why ?? 'its scan could not be read'}.`)
  return paragraph(`${capital(attribute.name)} of ${row.name}: ${sayValue(attribute, read.value)}.`, 'strong')
}

/** Forms that "yes" and "no" do not answer. */
const others = ['what', 'which', 'when', 'who', 'where', 'how', 'howlong', 'howmany', 'howold', 'howoften'] as const

/** Whether a value is odd or good, a yes about the value does not say. */
export const judging =
  / (?:odd|weird|strange|normal|usual|common|good|bad|fine|enough|okay|ok|right|wrong|correct|reasonable|sensible|too) /

function oneAnswer(attribute: Attribute, scan: ScanFacts, { reading }: Context): Answer {
  const read = attribute.read(scan)
  const asksYesNo =
    reading.forms.has('is') && !others.some(form => reading.forms.has(form)) && !judging.test(reading.text)
  const { meets, says } = judge(attribute, scan.domain, read, scan, reading)
  const held = attribute.holds?.(scan, reading) ?? null
  const isWithout = hasNot(attribute, reading)
  return [
    ...paragraph(
      held !== null
        ? held.holds === null
          ? `That is not known for ${scan.domain}: ${held.why}.`
          : isWithout
            ? held.why
            : `${held.holds ? 'Yes' : 'No'}. ${held.why}`
        : !read.known
          ? `The ${attribute.name} of ${scan.domain} is not known: ${says}.`
          : asksYesNo && meets !== null && !isWithout
            ? `${meets ? 'Yes' : 'No'}. ${valueWords(attribute, scan.domain, read, says)}`
            : valueWords(attribute, scan.domain, read, says),
      'strong',
    ),
    ...recordBlocks(attribute, scan),
    ...paragraph(
      attribute.term === null || attribute.record === undefined ? '' : recordMeaning(termState(attribute.term, scan)),
    ),
    ...findingBlocks(attribute, scan),
  ]
}

function valueWords(attribute: Attribute, domain: string, read: ValueRead, says: string): string {
  if (read.known && !isSome(read.value)) return `${domain} has ${attribute.none ?? `no ${attribute.name}`}.`
  return `${capital(attribute.name)} of ${domain}: ${says}.`
}

function recordBlocks({ record }: Attribute, { records }: ScanFacts): Answer {
  if (record === undefined) return []
  return records
    .filter(({ kind }) => kind === record)
    .slice(0, 4)
    .flatMap(published)
}

function findingBlocks({ term }: Attribute, scan: ScanFacts): Answer {
  if (term === null) return []
  const findings = openOf(termState(term, scan).findings)
  const [first, ...others] = findings.toSorted(
    (one, other) => one.points - other.points || Number(isIssue(other)) - Number(isIssue(one)),
  )
  if (first === undefined) return []
  return [
    ...explainFinding(first, { score: scan.score, title: first.reason }),
    ...list(others.slice(0, findingsMax).map(({ reason, meaning }) => ({ lead: `${reason}.`, text: meaning }))),
  ]
}

/** The domains that meet the condition, with those of which it is unknown. */
export function domainsWith(attribute: Attribute, { reading, facts, within }: Context): readonly Judged[] {
  return within
    .filter(({ scannedAt }) => scannedAt !== null)
    .map(domain => judgedRow(attribute, domain, facts, reading))
}

/** One domain, by its last scan or by its row in the list. */
export function judgedRow(attribute: Attribute, domain: DomainFacts, facts: Facts, reading: Reading): Judged {
  const scan = scanOf(facts, domain.name)
  if (scan !== null) return judge(attribute, domain.name, attribute.read(scan), scan, reading)
  const read = attribute.row?.(domain) ?? { known: false as const, why: 'its scan was not read' }
  return judge(attribute, domain.name, read, null, reading)
}

/** "Which domains have X?", "How many domains have X?". */
export function attributeList(attribute: Attribute, context: Context): Answer {
  const judged = domainsWith(attribute, context)
  const found = judged.filter(({ meets }) => meets === true)
  const open = judged.filter(({ meets }) => meets === null)
  const condition = conditionWords(attribute, context.reading)
  const none = judged.length - open.length
  const unread = context.within.length - judged.length
  return [
    ...paragraph(
      judged.length === 0
        ? 'None of your domains has a scan yet.'
        : found.length === 0
          ? `None of the ${none} domains where this is known: ${condition}.`
          : `${found.length} of your ${judged.length} scanned domains: ${condition}.`,
      'strong',
    ),
    ...list(found.slice(0, listMax).map(({ name, says }) => ({ lead: `${name}:`, text: `${clean(says)}.` }))),
    ...paragraph(found.length > listMax ? `${found.length - listMax} more are not shown here.` : ''),
    ...paragraph(
      open.length === 0
        ? ''
        : `Not known: ${andWords(open.slice(0, 8).map(({ name, says }) => `${name} (${clean(says)})`))}${open.length > 8 ? ` and ${open.length - 8} more` : ''}.`,
    ),
    ...paragraph(unread > 0 ? `${unread === 1 ? 'One domain has' : `${unread} domains have`} no scan yet.` : ''),
  ]
}

/** Every value, where the question has no condition: "the scores of our domains". */
export function attributeValues(attribute: Attribute, context: Context): Answer {
  const judged = domainsWith(attribute, context)
  return [
    ...paragraph(`${capital(attribute.name)} by domain:`, 'strong'),
    ...list(judged.slice(0, listMax).map(({ name, says }) => ({ lead: `${name}:`, text: `${clean(says)}.` }))),
    ...paragraph(judged.length > listMax ? `${judged.length - listMax} more are not shown here.` : ''),
  ]
}

const ops = { below: 'below', above: 'above', least: 'at least', most: 'at most', is: '' } as const

/** The condition of a question about an attribute: "DMARC policy none", "no MTA-STS policy". */
export function conditionWords(attribute: Attribute, reading: Reading): string {
  const { policies, numbers, ending, services, addresses } = reading
  const takes: readonly string[] = attribute.takes ?? []
  const parts = [
    ...(takes.includes('policies') ? policies : []),
    ...(takes.includes('numbers') ? numbers.map(({ op, value }) => `${ops[op]} ${value}`.trim()) : []),
    ...(takes.includes('ending') && ending !== null ? [`${ending}all`] : []),
    ...(takes.includes('services') ? services.map(({ name }) => name) : []),
    ...(takes.includes('addresses') ? addresses : []),
    ...[attribute.saysCondition?.(reading) ?? []].flat(),
  ]
  const isWithout = hasNot(attribute, reading)
  if (parts.length > 0) return `${attribute.name} ${isWithout ? 'other than ' : ''}${parts.join(', ')}`
  return isWithout ? (attribute.none ?? `no ${attribute.name}`) : attribute.name
}

/** The attributes that differ between domains, for a comparison. */
export function attributeOf(id: string): Attribute {
  const found = attributes.find(each => each.id === id)
  if (found === undefined) throw new Error(`there is no attribute ${id}`)
  return found
}

const clean = (text: string) => text.replace(/\.$/, '')
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
