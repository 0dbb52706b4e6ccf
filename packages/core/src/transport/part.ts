import {
  type Evidence,
  type EvidenceId,
  type EvidenceIds,
  type FindingOf,
  type FindingRows,
  type Found,
  findingsIn,
  type Question,
  restsOn,
  wordsIn,
} from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import { providerOfHost, sharedInfrastructureOfHost } from '../providers/index.ts'
import type { TransportValue } from './value.ts'

/** The parts of the group, in display order. */
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

/** `off`: the operator turned it off. `not-for-visitors`: the installation does it for accounts only. */
export type TransportState = 'ok' | 'recommendation' | 'not-applicable' | 'unchecked' | 'off' | 'not-for-visitors'

/** Whether a part has a result. The other states say why there is none. */
export function isPartKnown({ state }: { state: TransportState }): boolean {
  return state === 'ok' || state === 'recommendation' || state === 'not-applicable'
}

/** The result of a part for one domain. `Found`: the findings of the part, the only ones it can have. */
export interface AssessedPart<Found> {
  id: TransportPartId
  title: string
  /** `recommendation` with a finding; also without one, when the finding is another check's. */
  state: TransportState
  /** One sentence for people. */
  summary: string
  /** The id of the finding whose line is the summary; null: the summary says something else. */
  summary_of: string | null
  /** The facts, line by line. */
  details: readonly string[]
  /** Recommendations without points, and published policies that lose mail, which cost points. */
  findings: readonly Found[]
  /** The evidence of the part; none for what was not asked. */
  evidence: readonly EvidenceId[]
}

/** What a part concludes from the facts. */
export interface Judged<Facts> extends Pick<AssessedPart<never>, 'state'> {
  /** null: its first finding says it all. */
  summary: string | null
  details?: readonly string[]
  findings?: readonly Found<Facts>[]
  /** The queries behind it. */
  questions: readonly Question[]
}

/** One protocol of the group: its findings, and how it judges the facts. */
export interface TransportPart<Facts> {
  id: TransportPartId
  title: string
  findings: FindingRows<Facts>
  assess: (value: TransportValue, context: TransportContext) => AssessedPart<FindingOf<Facts>>
}

/** Makes a part from its judging function. Its state follows from its findings. */
export function transportPart<Facts>({
  id,
  title,
  findings: rows,
  judge,
}: Omit<TransportPart<Facts>, 'assess'> & {
  judge: (value: TransportValue, context: TransportContext) => Judged<Facts>
}): TransportPart<Facts> {
  const finding = findingsIn(rows)
  return {
    id,
    title,
    findings: rows,
    assess: (value, context) => {
      const { state, summary, details = [], questions, ...judged } = judge(value, context)
      const findings = (judged.findings ?? []).map(({ id, facts, evidence }) => finding(id, facts, evidence))
      const about = context.evidence.filter(({ question }) =>
        questions.some(({ name, type }) => name === question.name && type === question.type),
      )
      const evidence = about.map(piece => piece.id)
      const [first] = summary === null ? findings : []
      return {
        id,
        title,
        state: findings.length > 0 ? 'recommendation' : state,
        summary: first === undefined ? (summary ?? '') : `${wordsIn(rows, first).reason}.`,
        summary_of: first?.id ?? null,
        details,
        findings,
        evidence,
      }
    },
  }
}

export interface TransportContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /** The domain declares that it neither sends nor receives mail; null: unknown. */
  nonMail: boolean | null
  /** Whether the DMARC policy asks receivers to act; null: unknown. */
  dmarcEnforced: boolean | null
  /** The hosts whose MX records have to be changed first, by the findings of the MX check. Absent: none is known. */
  mxToCorrect?: readonly string[]
}

/**
 * What prevents all parts about the mail servers from judging; null: they can judge. If the domain is not meant for
 * mail, its own address is no mail server: the advice is to publish a null MX, and nothing that only mail servers need.
 */
export function withoutServers(
  value: TransportValue,
  { domain, nonMail }: Pick<TransportContext, 'domain' | 'nonMail'>,
): { state: 'not-applicable' | 'unchecked' | 'off' | 'not-for-visitors'; summary: string } | null {
  if (value.mail === 'none') return { state: 'not-applicable', summary: 'The domain accepts no mail.' }
  if (nonMail === true) {
    const summary = 'The domain is not used for mail. Its SPF record allows no sender, and it has no MX record.'
    return { state: 'not-applicable', summary }
  }
  if (value.mail === 'unchecked') {
    return { state: 'unchecked', summary: 'The lookup of the mail servers failed.' }
  }
  if (nonMail === null && value.hosts.every(host => host === domain)) {
    return { state: 'unchecked', summary: 'The lookups that show whether the domain is used for mail failed.' }
  }
  return null
}

export function rests({ evidence }: TransportContext, ...questions: readonly Question[]): EvidenceIds {
  return restsOn(evidence, ...questions)
}

/** Of a mail host that a provider runs for its customers: the provider's name. */
export interface RunBy {
  provider?: string
}

/** The provider that runs a mail host of the domain; nothing for a server of the domain's own or an unknown one. */
export function runBy(host: string, { domain }: Pick<TransportContext, 'domain'>): RunBy {
  if (isSubdomain(host, domain)) return {}
  const infrastructure = sharedInfrastructureOfHost(host)
  // A machine in a cloud belongs to the customer who rents it.
  const provider = providerOfHost(host)?.name ?? (infrastructure?.kind === 'mail' ? infrastructure.owner : undefined)
  return provider === undefined ? {} : { provider }
}

/** The advice about a server that only its provider can change; null for any other. */
export function onlyProvider({ host, provider }: { host: string } & RunBy): string | null {
  return provider === undefined ? null : `Ask ${provider} to correct this, because only ${provider} can change ${host}.`
}

/** Of a host to which DANE senders deliver because a TLSA record matches what it shows. */
export interface Pinned {
  pinned?: true
}

/** What an advice about a certificate adds, so that its TLSA records still match afterwards. */
export function keepsPins({ pinned }: Pinned): string {
  return pinned === true ? ' Keep its key and its authority, because TLSA records name them.' : ''
}

/** "1 server", "3 servers". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
