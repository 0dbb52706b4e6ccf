import type { DomainFacts, Facts, FindingFacts, HeaderFacts, ScanFacts } from '@waxseal/core/assistant'
import { rank } from '@waxseal/core/plan'

/** What a language model gets of a list; where there is more, the number of all is beside it. */
const most = { findings: 40, records: 20, unchecked: 10, changes: 10, domains: 50, issues: 8, dnsChanges: 30 } as const

/** The facts for a language model, by what they are of. */
export function factParts(facts: Facts) {
  const { scan, header, domains, dnsChanges, scope } = facts
  return {
    ...(scan !== null && { scan: scanForModel(scan) }),
    ...(header !== null && { header: headerForModel(header) }),
    // On Starter answers are about one domain at a time (decision 1.11).
    ...(domains.length > 0 && (rank(scope) > 0 ? domainsForModel(domains) : { domains_in_all: domains.length })),
    ...(dnsChanges.length > 0 && { dns_changes: dnsChanges.slice(0, most.dnsChanges) }),
  }
}

/**
 * The facts for a language model, as one line of JSON of at most `max` characters. If they are longer, whole lists are
 * left out, the least important first: findings and published records stay longest.
 */
export function factsJson(facts: Facts, max: number): string {
  return fitting(factParts(facts), ['dns_changes', 'domains'], max)
}

/** A scan as JSON of at most `max` characters. */
export function scanJson(scan: ScanFacts, max: number): string {
  return fitting({ scan: scanForModel(scan) }, [], max)
}

/** JSON of an object, without these parts and then with fewer findings, until it is short enough. */
function fitting(parts: Record<string, unknown>, droppable: readonly string[], max: number): string {
  let json = JSON.stringify(parts)
  for (const name of droppable) {
    if (json.length <= max) return json
    json = JSON.stringify({ ...(JSON.parse(json) as object), [name]: 'left out: too long' })
  }
  const { scan } = parts
  for (let keep = 20; json.length > max && keep > 0; keep = Math.floor(keep / 2)) {
    json = JSON.stringify({ ...(JSON.parse(json) as object), scan: shortened(scan as ScanForModel, keep) })
  }
  return json.length <= max ? json : JSON.stringify({ left_out: 'The facts are too long.' })
}

type ScanForModel = ReturnType<typeof scanForModel>

function shortened(scan: ScanForModel, keep: number): object {
  const { findings, records, changes: _, parts: __, ...rest } = scan
  return { ...rest, findings: findings.slice(0, keep), records: records.slice(0, keep) }
}

/** A scan without what a model does not need; the most important first. */
function scanForModel(scan: ScanFacts) {
  const { findings, records, unchecked, changes, domain, at, score, details: _, spfCost: __, ...rest } = scan
  return {
    domain,
    at,
    score,
    findings_in_all: findings.length,
    findings: findings.slice(0, most.findings).map(findingForModel),
    records_in_all: records.length,
    // All are of this scan.
    records: records.slice(0, most.records).map(({ kind, name, type, value }) => ({ kind, name, type, value })),
    unchecked_in_all: unchecked.length,
    unchecked: unchecked.slice(0, most.unchecked),
    changes: changes && { ...changes, fixed: firstOf(changes.fixed), added: firstOf(changes.added) },
    ...rest,
  }
}

const firstOf = <T>(list: readonly T[]) => list.slice(0, most.changes)

function findingForModel({ action, ...finding }: FindingFacts) {
  const { kind } = action
  const record = 'record' in action ? action.record : null
  return { ...finding, fix: { kind, ...(record !== null && { record }) } }
}

/** Fields that name recipients. */
const recipients: ReadonlySet<string> = new Set(['To', 'Cc', 'Bcc'])

/** The return path can name the recipient (VERP), so only its domain is sent. */
function headerForModel({ returnPath, repeated, ...header }: HeaderFacts) {
  const shown = repeated.map(({ label, values }) => ({ label, ...(!recipients.has(label) && { values }) }))
  return { ...header, repeated: shown, return_path_domain: returnPath?.slice(returnPath.lastIndexOf('@') + 1) ?? null }
}

/** The domains with the lowest scores. */
export function domainsForModel(domains: readonly DomainFacts[]) {
  const worst = domains.toSorted((one, other) => (one.score ?? 101) - (other.score ?? 101)).slice(0, most.domains)
  return {
    domains_in_all: domains.length,
    domains: worst.map(({ name, score, scannedAt, issues, changes }) => ({
      name,
      score,
      scanned_at: scannedAt,
      issues: issues.slice(0, most.issues).map(({ reason, points }) => ({ reason, points })),
      ...(changes !== null && { changed: { fixed: titles(changes.fixed), added: titles(changes.added) } }),
    })),
  }
}

const titles = (findings: readonly { title: string }[]) => firstOf(findings).map(({ title }) => title)
