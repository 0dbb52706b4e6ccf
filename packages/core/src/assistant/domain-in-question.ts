import { blocklists } from '../blacklist/index.ts'
import { publicMailboxes } from '../dmarc/index.ts'
import type { DomainFacts, Facts, ScanFacts } from './facts.ts'
import type { Intent } from './intents.ts'
import { hasAny, type Question, readQuestion } from './question.ts'
import type { TermId } from './terms.data.ts'

type Named = Pick<DomainFacts, 'name' | 'unicode'>

/** What a question names. */
export interface NamedDomain {
  /** One of the user's domains, else the name as the question has it. */
  name: string
  /** The name below the user's domain that the question has instead; null: it has the domain itself. */
  below: string | null
}

/**
 * The domain of the user that a question names, or a name above the one that it names; null: none. The caller loads its
 * scan.
 */
export function domainAsked(text: string, domains: readonly Named[]): string | null {
  return ownDomain(readQuestion(text).names, domains)?.name ?? null
}

function ownDomain(names: readonly string[], domains: readonly Named[]): NamedDomain | null {
  const fitting = domains.flatMap(({ name, unicode }): readonly NamedDomain[] => {
    const written = unicode === null ? [name] : [name, unicode.normalize('NFKC').toLowerCase()]
    if (names.some(asked => written.includes(asked))) return [{ name, below: null }]
    const below = names.find(asked => written.some(own => asked.endsWith(`.${own}`)))
    return below === undefined ? [] : [{ name, below }]
  })
  return fitting.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null
}

/** The domain that the question names: one of the user's, else any name in it but that of a receiver; null: it names none. */
export function namedIn(question: Question, { domains, scan }: Pick<Facts, 'domains' | 'scan'>): NamedDomain | null {
  const own = [...domains, ...(scan === null ? [] : [{ name: scan.domain, unicode: null }])]
  const found = ownDomain(question.names, own)
  if (found !== null) return found
  const name = question.names.find(each => !isReceiver(each, question))
  return name === undefined ? null : { name, below: null }
}

const ownWords = ['my', 'mine', 'our', 'ours', 'we', 'us', 'me', 'i', 'im']

/** "Why does yahoo.com put my mail in spam?": the mailbox provider or blocklist receives the user's mail, or judges it. */
function isReceiver(name: string, question: Question): boolean {
  if (!hasAny(question, ownWords)) return false
  if (blocklists.some(({ zone }) => zone === name || zone.endsWith(`.${name}`))) return true
  // "How do I fix SPF of gmail.com?"
  const isSubject = hasAny(question, [`of ${name.split(/[^\p{L}\p{N}]+/u).join(' ')}`])
  return publicMailboxes.has(name) && !isSubject
}

/** The terms that are about the mail servers of a domain. */
const serverTerms: ReadonlySet<TermId> = new Set([
  'mx',
  'ptr',
  'starttls',
  'certificate',
  'dane',
  'relay',
  'blocklists',
])

/** Whether the name is that of the scanned domain, or of one of its mail servers in a question about these. */
export function isOfScan(name: string, intent: Intent, scan: ScanFacts | null): boolean {
  if (scan === null || name === scan.domain) return scan !== null
  return isServerOf(name, intent, scan)
}

/** Whether the name is that of a mail server of the scanned domain, in a question about mail servers. */
export function isServerOf(name: string, intent: Intent, scan: ScanFacts | null): boolean {
  if (scan === null || intent.kind !== 'term' || !serverTerms.has(intent.term)) return false
  return scan.records.some(({ kind, value }) => kind === 'mx' && value.toLowerCase().endsWith(` ${name}`))
}

/** Whether the answer depends on the domain that the question names. A finding can have the name of a host in its words. */
export function isAboutDomain(intent: Intent, named: string): boolean {
  if (intent.kind === 'term') return intent.wants !== 'explain' && intent.wants !== 'why'
  if (intent.kind === 'finding') {
    const { reason, subject } = intent.finding
    return !readQuestion(`${reason} ${subject ?? ''}`).names.includes(named)
  }
  return ofDomain.has(intent.kind)
}

const ofDomain: ReadonlySet<Intent['kind']> = new Set([
  'secure',
  'fixes',
  'changes',
  'deliverability',
  'policy',
  'lost',
  'last-scan',
  'sender-to-add',
])

/** The address of a question about servers that no finding of the scan is about; null: the scan can answer. */
export function unknownAddress({ addresses }: Question, intent: Intent, scan: ScanFacts | null): string | null {
  const [address] = addresses
  if (address === undefined) return null
  const isAbout = intent.kind === 'term' ? serverTerms.has(intent.term) || intent.term === 'threat' : isGeneral(intent)
  if (!isAbout) return null
  const known = (scan?.findings ?? []).some(({ reason, meaning, subject }) =>
    readQuestion(`${subject ?? ''} ${reason} ${meaning}`).addresses.includes(address),
  )
  return known ? null : address
}

function isGeneral({ kind }: Intent): boolean {
  return kind === 'secure' || kind === 'fixes' || kind === 'deliverability' || kind === 'unknown'
}
