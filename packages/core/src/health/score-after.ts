import { type Action, type DnsRecordToPublish, identityKey } from '../check/index.ts'
import { dmarcWithRecord } from '../dmarc/index.ts'
import { parseSpf, spfFinding, spfServices } from '../spf/index.ts'
import { type AllProvided, checks, contextOf, type Finding, type FindingId } from './checks.ts'
import { actionOf, findingRows, titleOf } from './findings.ts'
import type { RemainingReply } from './reply.ts'
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

type Judged = Pick<ScanResult, 'name' | 'score' | 'findings' | 'sections'>

/** What the action of a finding leads to. */
export interface Outcome {
  /**
   * The score. Null: there is none, or no one can know it before the next scan, since the new record leads to names that
   * this scan did not ask for.
   */
  score: number | null
  /** What is left to do then; null: nothing, or unknown. */
  remains: RemainingReply | null
}

/** What a scan would find once a person has done what the action of a finding says. */
export function outcomeOf(result: Judged, provided: AllProvided, finding: Finding, action: Action): Outcome {
  // Of a name that comes to exist no one knows the records.
  if (result.score === null || findingRows[finding.id].alone === true) return { score: null, remains: null }
  const after = afterAction(result, provided, finding, action)
  if (after === null) return { score: null, remains: null }
  return { score: after.score, remains: remainsOf(result, after, provided, finding) }
}

function afterAction(result: Judged, provided: AllProvided, finding: Finding, action: Action): Judged | null {
  if (action.kind === 'serve') return withFindings(result, withoutServed(result, finding, action))
  const record = 'record' in action ? action.record : null
  if (record !== null) return afterRecord(result, provided, finding, record)
  return isStaged(finding) ? withReports(result) : withFindings(result, without(result, finding))
}

/** The finding that the same fix leaves, or that takes the place of the fixed one: of several the costliest. */
function remainsOf(before: Judged, after: Judged, provided: AllProvided, finding: Finding): RemainingReply | null {
  const had = new Set(before.findings.map(identityKey))
  const added = after.findings.filter(each => each.check === finding.check && !had.has(identityKey(each)))
  const costliest = added.toSorted((one, other) => pointsOf(one) - pointsOf(other))[0]
  const left = after.findings.find(each => identityKey(each) === identityKey(finding)) ?? costliest
  if (left === undefined) return null
  const next = secondStep(after, provided, finding, left)
  const isResolved = next?.findings.every(each => identityKey(each) !== identityKey(left)) ?? false
  return { id: left.id, title: titleOf(left.id), score_after: isResolved ? (next?.score ?? null) : null }
}

/** After the step that follows; null: only a later scan shows it. */
function secondStep(after: Judged, provided: AllProvided, first: Finding, left: Finding): Judged | null {
  if (left === first) return withFindings(after, without(after, left))
  const action = actionOf(left, after.name)
  return 'record' in action && action.record !== null ? afterRecord(after, provided, left, action.record) : null
}

/** Its fix begins with a report address, which resolves nothing of it yet. */
function isStaged({ facts }: Finding): boolean {
  return 'first' in facts && facts.first === 'reports'
}

function pointsOf({ id }: Finding): number {
  return findingRows[id].points ?? -100
}

/** Once a person has chosen the report address, which no record of ours can name. */
function withReports(result: Judged): Judged {
  return withFindings(
    result,
    result.findings.filter(({ id }) => id !== 'dmarc_rua_missing'),
  )
}

function withFindings<R extends Judged>(result: R, findings: readonly Finding[]): R {
  return { ...result, findings, score: scoreOf(findings).score }
}

function without({ findings }: Pick<ScanResult, 'findings'>, finding: Finding): readonly Finding[] {
  return findings.filter(each => identityKey(each) !== identityKey(finding))
}

/** One file resolves the findings about each host that the policy leaves out, and about each fault of it. */
function withoutServed(
  { name, findings }: Judged,
  finding: Finding,
  { text }: Extract<Action, { kind: 'serve' }>,
): readonly Finding[] {
  const isServed = (each: Finding): boolean => {
    const action = each.id === finding.id && text !== null ? actionOf(each, name) : null
    return action?.kind === 'serve' && action.text === text
  }
  return findings.filter(each => identityKey(each) !== identityKey(finding) && !isServed(each))
}

function afterRecord(
  result: Judged,
  provided: AllProvided,
  finding: Finding,
  record: DnsRecordToPublish,
): Judged | null {
  const { name } = result
  const resolved = (): Judged => withFindings(result, without(result, finding))
  switch (finding.check) {
    case 'dmarc':
      // The receiver of the reports publishes its consent, and the policy stays as it is.
      if (finding.id === 'dmarc_rua_unauthorised') return resolved()
      return record.name === `_dmarc.${name}` ? afterDmarc(result, provided, record.value) : null
    case 'spf': {
      const left = record.name === name ? afterSpf(result, provided, finding, record.value) : null
      return left && withFindings(result, left)
    }
    case 'mx':
      // Of several hosts the record repairs one.
      return finding.id === 'mx_all_unresolvable' ? null : resolved()
    default:
      return resolved()
  }
}

function afterDmarc(result: Judged, provided: AllProvided, text: string): Judged | null {
  const { name: domain, findings, sections } = result
  const section = sections.dmarc
  if (!section.ran) return null
  const value = dmarcWithRecord(section.value, domain, text)
  if (value === null) return null
  const { evidence } = section
  const after = checks.dmarc.assess({ value, gaps: [], evidence }, contextOf('dmarc', domain, provided))
  const enforced = checks.dmarc.provides({ value, gaps: [], evidence }, domain).enforced === true
  const others = findings.filter(({ check, id }) => {
    return check !== 'dmarc' && !(enforced && id === 'spf_softfail_unenforced')
  })
  const judged = { ...result, sections: { ...sections, dmarc: { ...section, value } } }
  return withFindings(judged, [...others, ...after])
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
