import * as wording from '@waxseal/contract/wording'
import {
  type SubdomainRecord,
  type SubdomainService,
  subdomainLabelProblem,
  subdomainRecords,
  subdomainServices,
} from '@waxseal/core/spf'
import { asciiName, domainIn } from '../../lib/domain-name.ts'
import { subdomainTexts } from './wording.ts'

/** The state of the form: the typed domain, the selected services, and the changed labels. */
export interface Draft {
  domain: string
  chosen: ReadonlySet<string>
  labels: Readonly<Record<string, string>>
}

export const emptyDraft: Draft = { domain: '', chosen: new Set(), labels: {} }

/** The parsed draft: the records it makes, or its problems. */
export interface DraftReading {
  /** In A-labels; null while the field has none. */
  domain: string | null
  domainProblem: string | null
  /** By service. */
  labelProblems: ReadonlyMap<string, string>
  /** Null until there is a domain and a service without problems. */
  records: readonly SubdomainRecord[] | null
}

/** The label of a service: the typed one, else the suggested one. */
export function labelOf(draft: Draft, service: SubdomainService): string {
  return draft.labels[service.id] ?? service.label
}

/** Whether there is any domain and any service, valid or not. */
export function isFilled(draft: Draft): boolean {
  return draft.domain.trim() !== '' && draft.chosen.size > 0
}

export function readDraft(draft: Draft): DraftReading {
  const domain = domainIn(draft.domain)
  const domainProblem =
    draft.domain.trim() === '' ? subdomainTexts.enterDomain : domain === null ? wording.invalidDomain : null
  const chosen = subdomainServices
    .filter(({ id }) => draft.chosen.has(id))
    .map(service => {
      const typed = labelOf(draft, service).trim()
      return {
        id: service.id,
        choice: { ...service, service: service.name, label: isAscii(typed) ? typed : (asciiName(typed) ?? typed) },
      }
    })
  const labelProblems = new Map<string, string>()
  for (const { id, choice } of chosen) {
    const problem = subdomainLabelProblem(choice.label, domain ?? '')
    if (problem !== null) labelProblems.set(id, problem)
  }
  const ready = domain !== null && chosen.length > 0 && labelProblems.size === 0
  const records = ready
    ? subdomainRecords(
        domain,
        chosen.map(({ choice }) => choice),
      )
    : null
  return { domain, domainProblem, labelProblems, records }
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
