import type { DomainFacts, Facts, FindingFacts, ScanFacts } from '@waxseal/core/assistant'

/** What a language model gets of a list; the number of all is beside it. */
const most = { findings: 40, records: 20, domains: 50, changes: 30 } as const

/** The facts for a language model, as one line of JSON, with the words of the report and the records of our code. */
export function factsJson({ scan, header, domains, dnsChanges }: Facts): string {
  return JSON.stringify({
    ...(scan !== null && { scan: scanForModel(scan) }),
    ...(header !== null && { header }),
    ...(domains.length > 0 && domainsForModel(domains)),
    ...(dnsChanges.length > 0 && { dns_changes: dnsChanges.slice(0, most.changes) }),
  })
}

/** A scan without what a model does not need. */
export function scanForModel(scan: ScanFacts) {
  const { findings, records, ...rest } = scan
  return {
    ...rest,
    findings_in_all: findings.length,
    findings: findings.slice(0, most.findings).map(findingForModel),
    records: records.slice(0, most.records),
  }
}

function findingForModel({ action, ...finding }: FindingFacts) {
  const { kind } = action
  const record = 'record' in action ? action.record : null
  return { ...finding, fix: { kind, ...(record !== null && { record }) } }
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
      issues: issues.slice(0, 8).map(({ reason, points }) => ({ reason, points })),
      ...(changes !== null && { changed: { fixed: titles(changes.fixed), added: titles(changes.added) } }),
    })),
  }
}

const titles = (findings: readonly { title: string }[]) => findings.slice(0, 8).map(({ title }) => title)
