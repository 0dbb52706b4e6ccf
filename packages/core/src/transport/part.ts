import {
  type Evidence,
  type EvidenceId,
  type EvidenceIds,
  type FindingOf,
  type FindingRows,
  type Question,
  restsOn,
} from '../check/index.ts'
import type { TransportValue } from './value.ts'

/** The parts of the group, in the order they are shown. */
export const transportPartIds = [
  'starttls',
  'certificate',
  'reverse',
  'mta-sts',
  'tls-rpt',
  'dane',
  'dnssec',
  'bimi',
  'caa',
] as const

export type TransportPartId = (typeof transportPartIds)[number]

export type TransportState = 'ok' | 'recommendation' | 'not-applicable' | 'unchecked'

/** What a part says of one domain. `Found`: the findings of the part, the only ones it can have. */
export interface AssessedPart<Found> {
  id: TransportPartId
  title: string
  /** With a finding it is `recommendation`; without one too, where the finding is another check's. */
  state: TransportState
  /** One sentence for people. */
  summary: string
  /** What was found, line by line. */
  details: readonly string[]
  /** What is recommended; each costs nothing. */
  findings: readonly Found[]
  /** What the part rests on; none for what was not asked. */
  evidence: readonly EvidenceId[]
}

/** What a part concludes from the facts. */
export interface Judged<Facts> extends Pick<AssessedPart<never>, 'state' | 'summary'> {
  details?: readonly string[]
  findings?: readonly FindingOf<Facts>[]
  /** What it asked for this. */
  questions: readonly Question[]
}

/** One protocol of the group: its findings, and what the facts about it come to. */
export interface TransportPart<Facts> {
  id: TransportPartId
  title: string
  findings: FindingRows<Facts>
  assess: (value: TransportValue, context: TransportContext) => AssessedPart<FindingOf<Facts>>
}

/** A part that judges so. Its state follows from its findings. */
export function transportPart<Facts>({
  id,
  title,
  findings: rows,
  judge,
}: Omit<TransportPart<Facts>, 'assess'> & {
  judge: (value: TransportValue, context: TransportContext) => Judged<Facts>
}): TransportPart<Facts> {
  return {
    id,
    title,
    findings: rows,
    assess: (value, context) => {
      const { state, summary, details = [], findings = [], questions } = judge(value, context)
      const about = context.evidence.filter(({ question }) =>
        questions.some(({ name, type }) => name === question.name && type === question.type),
      )
      const evidence = about.map(piece => piece.id)
      return { id, title, state: findings.length > 0 ? 'recommendation' : state, summary, details, findings, evidence }
    },
  }
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

export function rests({ evidence }: TransportContext, ...questions: readonly Question[]): EvidenceIds {
  return restsOn(evidence, ...questions)
}

/** "1 server", "3 servers". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
