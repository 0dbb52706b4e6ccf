import { lookupsMax } from './limits.ts'

/** A service that should send from a subdomain, and its label. */
export interface SubdomainChoice {
  /** The display name: `Google Workspace`. */
  service: string
  /** One label, or several with dots between them, in A-labels: the part before the domain. */
  label: string
  /** The names to include for its mail. */
  includes: readonly string[]
  /**
   * The lookups of those includes and everything below them when last counted; null: never counted, so each counts as
   * one.
   */
  lookups: number | null
}

/** One TXT record to publish: the SPF record of one subdomain. */
export interface SubdomainRecord {
  services: readonly string[]
  /** The value for the name field of most DNS forms. */
  label: string
  dnsRecord: { type: 'TXT'; name: string; value: string }
  /** `exact` is false if the lookups of a service were never counted: the count is then a lower bound. */
  lookups: { count: number; exact: boolean; over: boolean }
}

/**
 * The SPF records that allow each service to send from its own subdomain, and no one else (`-all`). Services with the
 * same label share one record, because with two records receivers return an error (RFC 7208 section 4.5). Labels and
 * names compare without case; an include of two services appears once. In order of first appearance of the label.
 * `domain` in A-labels.
 */
export function subdomainRecords(domain: string, choices: readonly SubdomainChoice[]): SubdomainRecord[] {
  const labels = new Map<string, SubdomainChoice[]>()
  for (const choice of choices) {
    const label = choice.label.toLowerCase()
    labels.set(label, [...(labels.get(label) ?? []), choice])
  }
  return Array.from(labels, ([label, sharing]) => {
    const counted = [...new Map(sharing.map(choice => [includesKey(choice), choice])).values()]
    const count = counted.reduce((total, { includes, lookups }) => total + (lookups ?? includes.length), 0)
    return {
      services: sharing.map(({ service }) => service),
      label,
      dnsRecord: { type: 'TXT', name: `${label}.${domain.toLowerCase()}`, value: hardFail(sharing) },
      lookups: { count, exact: counted.every(({ lookups }) => lookups !== null), over: count > lookupsMax },
    }
  })
}

function includesKey({ includes }: SubdomainChoice): string {
  return includes.join(' ').toLowerCase()
}

function hardFail(choices: readonly SubdomainChoice[]): string {
  const names = new Set(choices.flatMap(({ includes }) => includes.map(name => name.toLowerCase())))
  return ['v=spf1', ...Array.from(names, name => `include:${name}`), '-all'].join(' ')
}

/** RFC 1035 section 2.3.4, without the bytes of the root's label and of the first length. */
const longestName = 253

/**
 * The problem with a label for a subdomain of `domain` (both in A-labels), in words for the user; null when mail can be
 * sent from there: letters, digits and hyphens (RFC 1123 section 2.1), dots between several labels.
 */
export function subdomainLabelProblem(label: string, domain: string): string | null {
  if (label === '') return 'Please enter a subdomain'
  const parts = label.toLowerCase().split('.')
  if (parts.includes('')) return 'Remove the extra dot'
  if (parts.some(part => part.length > 63)) return 'A label can have at most 63 characters'
  if (!parts.every(part => /^[a-z0-9-]+$/.test(part))) return 'Use only letters, digits and hyphens'
  if (parts.some(part => /^-|-$/.test(part))) return 'A label cannot begin or end with a hyphen'
  return label.length + 1 + domain.length > longestName ? 'The whole name would be too long for DNS' : null
}
