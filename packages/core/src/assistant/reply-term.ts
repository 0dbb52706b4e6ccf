import { isIssue } from '../health/index.ts'
import { rank, type Tier } from '../plan/index.ts'
import { resolves } from './analyze-scan.ts'
import { type Answer, heading, list, paragraph, published } from './answer.ts'
import { dayOf, explainFinding } from './explain-finding.ts'
import type { FindingFacts, HeaderFacts, ScanFacts } from './facts.ts'
import { confirmation, doubtBlocks } from './header-sender.ts'
import { openOf, recordMeaning, type TermState, termState } from './term-state.ts'
import { type TermId, terms } from './terms.data.ts'

/** What is asked about a term. */
export type Wants = 'explain' | 'why' | 'fix' | 'record' | 'status'

/** Published records that are shown; a domain has a few keys. */
const recordsMax = 5
/** Characters of a record where it is not what was asked for: a key has some hundred. */
const shortMax = 120
const fixesMax = { short: 1, long: 4 } as const

/** Explains a term, with the domain's own records and the verdict of its scan beside it. `scan` null: the term alone. */
export function termAnswer(term: TermId, wants: Wants, scan: ScanFacts | null, scope: Tier): Answer {
  const { title, what, why, clause } = terms[term]
  const explained = [...heading(2, `${title} (${clause})`), ...paragraph(what), ...paragraph(why)]
  if (scan === null) return wants === 'why' ? paragraph(why) : explained
  const state = termState(term, scan)
  const most = rank(scope) === 0 ? fixesMax.short : fixesMax.long
  switch (wants) {
    case 'fix':
      return fixAnswer(term, scan, state, most)
    case 'record':
      return recordAnswer(title, scan, state, most)
    case 'status':
      return [...stateBlocks(scan, state, 'short'), ...fixesOf(scan, state.findings, most)]
    case 'why':
      return [...paragraph(why), ...effectBlocks(scan, state), ...hint(title, state)]
    case 'explain':
      return [
        ...explained,
        ...heading(3, `${title} of ${scan.domain}`),
        ...stateBlocks(scan, state, 'short'),
        ...(rank(scope) >= rank('business') ? fixesOf(scan, state.findings, 1) : hint(title, state)),
      ]
    default:
      return wants satisfies never
  }
}

function stateBlocks(scan: ScanFacts, state: TermState, length: 'short' | 'whole'): Answer {
  return [...recordList(state, length), ...paragraph(`Result of the scan of ${dayOf(scan.at)}: ${state.verdict}`)]
}

function recordList(state: TermState, length: 'short' | 'whole'): Answer {
  const { records } = state
  const shown = records.slice(0, recordsMax)
  const more = records.length - shown.length
  return [
    ...shown.flatMap(record =>
      length === 'whole' || record.value.length <= shortMax
        ? published(record)
        : list([
            {
              lead: `${record.name} ${record.type}`,
              text: `${record.value.length} characters. The report has the record.`,
            },
          ]),
    ),
    ...paragraph(more > 0 ? `The report has ${more} more.` : recordMeaning(state)),
  ]
}

function recordAnswer(title: string, scan: ScanFacts, state: TermState, most: number): Answer {
  // A check can have failed, and a record that receivers ignore is no record of the term.
  const isMissing =
    state.records.length === 0 && state.isKnown && state.findings.some(({ id }) => /_missing|_not_found/.test(id))
  const none = isMissing
    ? paragraph(`The scan of ${dayOf(scan.at)} shows no ${title} record of ${scan.domain} that receivers use.`)
    : []
  return [...none, ...stateBlocks(scan, state, 'whole'), ...fixesOf(scan, state.findings, most)]
}

/** Which tool makes the record of a term. */
const builders: Readonly<Partial<Record<TermId, string>>> = { spf: 'SPF Record Builder', dmarc: 'DMARC Record Builder' }

function fixAnswer(term: TermId, scan: ScanFacts, state: TermState, most: number): Answer {
  const { title } = terms[term]
  if (openOf(state.findings).length > 0) return fixesOf(scan, state.findings, most)
  const builder = builders[term]
  if (state.findings.length > 0)
    return [
      ...paragraph(
        `You have accepted or muted all findings about ${title} of ${scan.domain}. The report has each with its fix${builder === undefined ? '' : `, and the ${builder} under Tools makes a record`}.`,
      ),
      ...stateBlocks(scan, state, 'short'),
    ]
  const nothing = state.isKnown
    ? `There is nothing to fix about ${title} of ${scan.domain}.`
    : `It is not known whether ${title} of ${scan.domain} needs a fix.`
  return [...paragraph(nothing), ...stateBlocks(scan, state, 'short')]
}

function fixesOf(scan: ScanFacts, all: readonly FindingFacts[], most: number): Answer {
  const findings = openOf(all)
  const inOrder = findings.toSorted(
    (one, other) => one.points - other.points || Number(isIssue(other)) - Number(isIssue(one)),
  )
  const shown = inOrder.slice(0, most)
  const more = findings.length - most
  return [
    ...shown.flatMap((finding, at) =>
      shown.slice(0, at).some(earlier => resolves(earlier, finding))
        ? [
            ...heading(3, finding.reason),
            ...paragraph(finding.meaning),
            ...paragraph('The steps above resolve this too.'),
          ]
        : explainFinding(finding, { score: scan.score, title: finding.reason }),
    ),
    ...(more > 0 ? paragraph(`The report has ${more} more ${more === 1 ? 'finding' : 'findings'} about this.`) : []),
  ]
}

function effectBlocks(scan: ScanFacts, state: TermState): Answer {
  const { verdict } = state
  const findings = openOf(state.findings)
  if (findings.length === 0) {
    const meaning = recordMeaning(state)
    return list([{ lead: `${scan.domain}:`, text: meaning === '' ? verdict : meaning }])
  }
  return [
    ...paragraph(`What that means for ${scan.domain}:`),
    ...list(findings.slice(0, 3).map(({ reason, meaning }) => ({ lead: `${reason}.`, text: meaning }))),
  ]
}

function hint(title: string, { findings }: TermState): Answer {
  return openOf(findings).length === 0 ? [] : paragraph(`For the steps, ask: “How do I fix ${title}?”`)
}

/** A term in a question about a message: what it is, and what the header shows of it. */
export function termInMessage(term: TermId, header: HeaderFacts): Answer {
  const { authentication, identities, isAligned } = header
  const { what } = terms[term]
  const shown =
    term === 'spf' || term === 'dkim' || term === 'dmarc'
      ? resultInMessage(term, authentication[term], identities)
      : term === 'alignment'
        ? alignedWords(isAligned)
        : null
  if (shown === null) return [...paragraph(what), ...paragraph('A message header does not show this.')]
  // A weak signature says nothing about SPF.
  const doubts = term === 'spf' && confirmation(header).doubt === 'weak' ? [] : doubtBlocks(header)
  return [...paragraph(shown), ...doubts, ...paragraph(what)]
}

function resultInMessage(
  term: 'spf' | 'dkim' | 'dmarc',
  result: string,
  identities: HeaderFacts['identities'],
): string {
  const { title } = terms[term]
  const domains = identities.filter(({ kind }) => kind === term).map(({ domain }) => domain)
  // With a domain, the result itself is `none`: it has no record.
  if (result === 'none' && domains.length === 0)
    return `In this message: the receiving system reported no ${title} result.`
  const about = domains.length === 0 ? '' : ` for ${domains.slice(0, 3).join(', ')}`
  return `In this message: the receiving system reported ${term}=${result}${about}.`
}

function alignedWords(isAligned: boolean | null): string {
  if (isAligned === null) return 'In this message: unknown, because the receiver reports no SPF and no DKIM result.'
  return isAligned
    ? 'In this message: a domain that passed belongs to the organization in From.'
    : 'In this message: no domain that passed belongs to the organization in From.'
}
