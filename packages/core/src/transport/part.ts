import { type Evidence, type EvidenceId, type EvidenceIds, type Question, restsOn } from '../check/index.ts'
import type { TransportFinding } from './findings.data.ts'
import type { TransportValue } from './value.ts'

/** The parts of the card, in the order they are shown. */
export const transportTitles = {
  starttls: 'STARTTLS',
  certificate: 'Certificates of the mail servers',
  reverse: 'PTR and greeting',
  'mta-sts': 'MTA-STS',
  'tls-rpt': 'TLS reporting',
  dane: 'DANE',
  dnssec: 'DNSSEC',
  bimi: 'BIMI',
  caa: 'CAA',
} as const

export type TransportPartId = keyof typeof transportTitles

export type TransportState = 'ok' | 'recommendation' | 'not-applicable' | 'unchecked'

/** One part of the card "Transport". */
export interface TransportPart {
  id: TransportPartId
  title: string
  state: TransportState
  /** One sentence for people. */
  summary: string
  /** What was found, line by line. */
  details: readonly string[]
  /** What is recommended; each costs nothing. */
  findings: readonly TransportFinding[]
  /** What the part rests on; none for what was not asked. */
  evidence: readonly EvidenceId[]
}

export interface TransportContext {
  /** As A-labels. */
  domain: string
  /** What the section rests on. */
  evidence: readonly Evidence[]
  /** The domain says that it neither sends nor receives mail; null: not known. */
  nonMail: boolean | null
  /** Does the DMARC policy ask receivers to act? null: not known. */
  dmarcEnforced: boolean | null
}

interface Told {
  state: TransportState
  summary: string
  details?: readonly string[]
  findings?: readonly TransportFinding[]
}

/**
 * What keeps all parts about the mail servers from saying anything; null: they can be judged. The address that mail to a
 * domain without an MX would fall back to is no mail server where the domain is not meant for mail: it is told to publish
 * a null MX, and nothing that only mail servers need.
 */
export function withoutServers(
  value: TransportValue,
  { domain, nonMail }: Pick<TransportContext, 'domain' | 'nonMail'>,
): { state: 'not-applicable' | 'unchecked'; summary: string } | null {
  if (value.mail === 'none') return { state: 'not-applicable', summary: 'The domain takes no mail.' }
  if (nonMail === true) {
    const summary = 'The domain is not meant for mail: its SPF record allows no sender, and it has no MX record.'
    return { state: 'not-applicable', summary }
  }
  if (value.mail === 'unchecked') {
    return { state: 'unchecked', summary: 'The mail servers of the domain could not be asked for.' }
  }
  if (nonMail === null && value.hosts.every(host => host === domain)) {
    return { state: 'unchecked', summary: 'Whether the domain is meant for mail could not be checked.' }
  }
  return null
}

/** A part about these questions. */
export function part(
  id: TransportPartId,
  { evidence }: TransportContext,
  questions: readonly Question[],
  { state, summary, details = [], findings = [] }: Told,
): TransportPart {
  const about = evidence.filter(({ question }) =>
    questions.some(({ name, type }) => name === question.name && type === question.type),
  )
  return { id, title: transportTitles[id], state, summary, details, findings, evidence: about.map(piece => piece.id) }
}

export function rests({ evidence }: TransportContext, ...questions: readonly Question[]): EvidenceIds {
  return restsOn(evidence, ...questions)
}

/** "1 server", "3 servers". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
