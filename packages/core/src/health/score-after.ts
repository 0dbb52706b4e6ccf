import { type Action, type DnsRecordToPublish, identityKey, type Section } from '../check/index.ts'
import { type DmarcValue, dmarcWithRecord } from '../dmarc/index.ts'
import { parseSpf, spfFinding, spfServices } from '../spf/index.ts'
import { type AllProvided, checks, contextOf, type Finding, type FindingId } from './checks.ts'
import type { ScanResult } from './scan.ts'
import { scoreOf } from './score.ts'

/** The findings about the form and the ending of the domain's own SPF record, which another record replaces. */
const aboutSpfRecord: ReadonlySet<FindingId> = new Set([
  'spf_missing',
  'spf_plus_all',
  'spf_permerror',
  'spf_no_sender',
  'spf_term_ignored',
  'spf_neutral',
  'spf_no_all',
])

/**
 * The score once a person has done what the action of a finding says. Null: there is no score, or no one can know it
 * before the next scan, since the new record leads to names that this scan did not ask for.
 */
export function scoreAfter(
  result: Pick<ScanResult, 'name' | 'score' | 'findings' | 'sections'>,
  provided: AllProvided,
  finding: Finding,
  action: Action,
): number | null {
  if (result.score === null) return null
  const record = 'record' in action ? action.record : null
  const left = record === null ? without(result, finding) : afterRecord(result, provided, finding, record)
  return left === null ? null : scoreOf(left).score
}

function without({ findings }: Pick<ScanResult, 'findings'>, finding: Finding): readonly Finding[] {
  return findings.filter(each => identityKey(each) !== identityKey(finding))
}

function afterRecord(
  result: Parameters<typeof scoreAfter>[0],
  provided: AllProvided,
  finding: Finding,
  record: DnsRecordToPublish,
): readonly Finding[] | null {
  const { name, findings, sections } = result
  switch (finding.check) {
    case 'dmarc':
      // The receiver of the reports publishes its consent, and the policy stays as it is.
      if (finding.id === 'dmarc_rua_unauthorised') return without(result, finding)
      return record.name === `_dmarc.${name}`
        ? afterDmarc(findings, provided, sections.dmarc, name, record.value)
        : null
    case 'spf':
      return record.name === name ? afterSpf(result, provided, finding, record.value) : null
    case 'mx':
      // Of several hosts the record repairs one.
      return finding.id === 'mx_all_unresolvable' ? null : without(result, finding)
    default:
      return without(result, finding)
  }
}

function afterDmarc(
  findings: readonly Finding[],
  provided: AllProvided,
  section: Section<DmarcValue>,
  domain: string,
  text: string,
): readonly Finding[] | null {
  if (!section.ran) return null
  const value = dmarcWithRecord(section.value, domain, text)
  if (value === null) return null
  const { evidence } = section
  const after = checks.dmarc.assess({ value, gaps: [], evidence }, contextOf('dmarc', domain, provided))
  const enforced = checks.dmarc.provides({ value, gaps: [], evidence }, domain).enforced === true
  const others = findings.filter(({ check, id }) => {
    return check !== 'dmarc' && !(enforced && id === 'spf_softfail_unenforced')
  })
  return [...others, ...after]
}

const knownIncludes: ReadonlySet<string> = new Set(
  spfServices.flatMap(({ includes }) => includes.map(name => `include:${name}`)),
)
/** They lead to no record of another domain. */
const localKinds: ReadonlySet<string> = new Set(['all', 'ip4', 'ip6', 'a', 'mx'])

/** The senders of a missing or broken record were not looked up yet, so only those of known services are certain. */
function afterSpf(
  { name: domain, findings }: Pick<ScanResult, 'name' | 'findings'>,
  { dmarc }: AllProvided,
  finding: Finding,
  text: string,
): readonly Finding[] | null {
  const { terms } = parseSpf(text)
  const isNew = finding.id !== 'spf_plus_all' && finding.id !== 'spf_neutral'
  if (isNew && !terms.every(({ text: term, term: { kind } }) => localKinds.has(kind) || knownIncludes.has(term)))
    return null
  const ending = terms.at(-1)?.term
  // `v=spf1 -all` alone makes it a domain without mail, which is judged by other rules.
  if (ending?.kind !== 'all' || terms.length === 1 || dmarc === null || dmarc.enforced === null) return null
  const others = findings.filter(({ id }) => !aboutSpfRecord.has(id))
  if (ending.qualifier === '-') return others
  if (ending.qualifier !== '~') return null
  return dmarc.enforced ? others : [...others, spfFinding('spf_softfail_unenforced', { domain }, finding.evidence)]
}
