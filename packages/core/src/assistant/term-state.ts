import { parseDmarc } from '../dmarc/index.ts'
import { parseSpf } from '../spf/index.ts'
import { isPartKnown } from '../transport/index.ts'
import { changedAfterScan } from '../watch/index.ts'
import { changesOfTerm, sentences } from './changed-after.ts'
import type { FindingFacts, PublishedRecord, ScanFacts } from './facts.ts'
import { isFindingOf } from './term-findings.ts'
import { type TermId, termSources } from './terms.data.ts'

/** What a scan says about a term. */
export interface TermState {
  records: readonly PublishedRecord[]
  /** Those too that the owner decided about (`openOf`). */
  findings: readonly FindingFacts[]
  /** One sentence: what is wrong, that nothing is, or why that is unknown. */
  verdict: string
  /** False: it could not be checked. */
  isKnown: boolean
  /** Monitoring has seen the record replaced after the scan: what the scan saw is the state before. */
  isChanged?: true
}

/** What a scan says about a term: the published records, the findings and a verdict. */
export function termState(term: TermId, scan: ScanFacts): TermState {
  const state = stateInScan(term, scan)
  const changes = changesOfTerm(term, scan)
  if (changes.length === 0) return state
  const verdict = `${changedAfterScan}: ${sentences(changes).join(' ')}`
  return { ...state, verdict, isKnown: false, isChanged: true }
}

function stateInScan(term: TermId, scan: ScanFacts): TermState {
  const source = termSources[term]
  if (source === null) return alignmentState(scan)
  const findings = scan.findings.filter(({ id }) => isFindingOf(id, term))
  if ('part' in source) return partState(source.part, scan, findings)
  const { check } = source
  const { state, reason } = scan.sections[check]
  const records = scan.records.filter(({ kind }) => kind === check)
  if (findings.length > 0) return { records, findings, verdict: findingWords(findings), isKnown: true }
  if (state === 'unchecked')
    return { records, findings, verdict: `It could not be checked: ${reason}.`, isKnown: false }
  if (check === 'relay' && scan.isOpenRelay === null) {
    return { records, findings, verdict: 'No mail server could be tested.', isKnown: false }
  }
  if (check === 'threat' && scan.threat === null) {
    return { records, findings, verdict: 'No source gave a verdict.', isKnown: false }
  }
  const open = state === 'partial' ? ', as far as it could be checked' : ''
  return { records, findings, verdict: `No problem found${open}.`, isKnown: true }
}

/** The findings that the owner has neither accepted nor muted: no other one is named. */
export function openOf(findings: readonly FindingFacts[]): readonly FindingFacts[] {
  return findings.filter(({ decision }) => decision === undefined)
}

export const onlyDecidedWords = 'Accepted or muted findings only.'

function findingWords(findings: readonly FindingFacts[]): string {
  const open = openOf(findings)
  if (open.length === 0) return onlyDecidedWords
  return `${open.map(({ reason, points }) => `${reason}${pointWords(points)}`).join('; ')}.`
}

/** " (35 points)", " (1 point)"; nothing for a finding without points. */
export function pointWords(points: number): string {
  if (points === 0) return ''
  return ` (${-points} ${points === -1 ? 'point' : 'points'})`
}

const modes = { r: 'relaxed', s: 'strict' } as const

function alignmentState(scan: ScanFacts): TermState {
  const { domain, records, sections } = scan
  const dmarc = records.filter(({ kind }) => kind === 'dmarc')
  const [record] = dmarc
  if (record === undefined || scan.findings.some(({ id }) => unused.has(id))) {
    const verdict =
      sections.dmarc.state === 'unchecked'
        ? 'The DMARC record could not be checked, so the mode of alignment is unknown.'
        : `${domain} has no DMARC record that receivers use, so none checks alignment.`
    return { records: [], findings: [], verdict, isKnown: sections.dmarc.state !== 'unchecked' }
  }
  const { adkim, aspf } = parseDmarc(record.value)
  const verdict =
    adkim === aspf
      ? `Alignment is ${modes[adkim]} for DKIM and SPF.`
      : `Alignment is ${modes[adkim]} for DKIM and ${modes[aspf]} for SPF.`
  return { records: dmarc, findings: [], verdict, isKnown: true }
}

function partState(id: string, { parts, sections }: ScanFacts, findings: readonly FindingFacts[]): TermState {
  if (findings.length > 0) return { records: [], findings, verdict: findingWords(findings), isKnown: true }
  const part = parts.find(each => each.id === id)
  const verdict = part?.summary ?? `It could not be checked: ${sections.transport.reason ?? 'this scan did not ask'}.`
  return { records: [], findings, verdict, isKnown: part !== undefined && isPartKnown(part) }
}

/** The findings by which receivers do not use the record. */
const unused: ReadonlySet<string> = new Set([
  'spf_missing',
  'spf_permerror',
  'dmarc_missing',
  'dmarc_invalid',
  'dmarc_bogus',
  'dmarc_provider_name',
  'spf_provider_name',
  'nonmail_dmarc_missing',
])

/** What the only published record says, in one sentence; empty: nothing to add, or receivers do not use it any more. */
export function recordMeaning({
  records,
  findings,
  isChanged,
}: Pick<TermState, 'records' | 'findings' | 'isChanged'>): string {
  const [record, ...others] = records
  if (isChanged === true) return ''
  if (record === undefined || others.length > 0 || findings.some(({ id }) => unused.has(id))) return ''
  // It was cut (`boundedText`).
  if (record.value.endsWith('…')) return ''
  const { kind, value } = record
  if (kind === 'dmarc') return dmarcMeaning(value)
  if (kind === 'mx') return /^0 \.?$/.test(value) ? 'It is a null MX: the domain takes no mail.' : ''
  return kind === 'spf' ? spfMeaning(value) : ''
}

function dmarcMeaning(value: string): string {
  const { p, rua, t, pct } = parseDmarc(value)
  if (p === null) return ''
  const effects = {
    none: 'receivers only report and deliver mail that fails',
    quarantine: 'receivers put mail that fails into the spam folder',
    reject: 'receivers refuse mail that fails',
  } as const
  const testing = t || (pct !== null && pct < 100) ? ', but only in test mode or for a part of the mail' : ''
  const reports = rua.length === 0 ? ' No one gets reports.' : ''
  return `The policy is ${p}: ${effects[p]}${testing}.${reports}`
}

function spfMeaning(value: string): string {
  const ending = parseSpf(value).terms.at(-1)?.term
  if (ending?.kind !== 'all') return ''
  const effects = {
    '+': 'every server passes',
    '-': 'servers that it does not list fail',
    '~': 'servers that it does not list are only flagged (softfail)',
    '?': 'it says nothing about servers that it does not list',
  } as const
  return `It ends in ${ending.qualifier}all: ${effects[ending.qualifier]}.`
}
