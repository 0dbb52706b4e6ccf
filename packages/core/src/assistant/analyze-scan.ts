import { checkNames, listed } from '../check/index.ts'
import { bandOf, changeNotes, changeParts, isIssue, nextSteps, scoreChangeWords, wasWords } from '../health/index.ts'
import { rank } from '../plan/index.ts'
import { type Answer, andWords, heading, list, paragraph } from './answer.ts'
import { changedAfterBlocks } from './changed-after.ts'
import { dayOf, explainFinding } from './explain-finding.ts'
import type { Facts, FindingFacts, ScanFacts } from './facts.ts'
import { type Origin, originNote } from './origin-words.ts'
import { tracesOf } from './trace.ts'

/** The fixes that an answer explains in full; the others are named. */
const stepsMax = { short: 3, long: 12 } as const
const notesMax = 10
const uncheckedMax = 6

/**
 * The analysis of a scan: the verdict, what costs points, the fixes in order with the exact records, what is recommended
 * beside them, what could not be checked, and what changed since the last scan. The Business plan gets the recommendations
 * in full, and the DNS changes behind a new finding.
 *
 * @param origin why it comes from rules; null: the quiet sentence about that was shown before
 */
export function analyzeScan(
  scan: ScanFacts,
  facts: Pick<Facts, 'scope' | 'dnsChanges'>,
  origin: Origin | null,
): Answer {
  return [...changedAfterBlocks(scan), ...analysisOf(scan, facts), ...(origin === null ? [] : originNote(origin))]
}

/** The same for an answer that has said already what changed after the scan and where it comes from: the verdict first. */
export function analysisOf(scan: ScanFacts, { scope, dnsChanges }: Pick<Facts, 'scope' | 'dnsChanges'>): Answer {
  const isLong = rank(scope) >= rank('business')
  const steps = stepsOf(scan)
  return [
    ...paragraph(verdictWords(scan), 'strong'),
    ...costBlocks(scan),
    ...fixBlocks(scan, steps, rank(scope) === 0 ? stepsMax.short : stepsMax.long),
    ...decidedBlocks(scan),
    ...noteBlocks(scan, isLong),
    ...uncheckedBlocks(scan),
    ...changeBlocks(scan, isLong ? dnsChanges : []),
  ]
}

/** The issues of a scan in the order in which to resolve them, without those that the owner accepted or muted. */
export function stepsOf(scan: Pick<ScanFacts, 'score' | 'findings'>): readonly FindingFacts[] {
  return issuesOf(scan).filter(({ decision }) => decision === undefined)
}

/** The issues of a scan, those too that the owner decided about. */
export function issuesOf({ score, findings }: Pick<ScanFacts, 'score' | 'findings'>): readonly FindingFacts[] {
  return nextSteps({ health_score: score, findings })
}

/** The verdict in one sentence. */
export function verdictWords(scan: ScanFacts): string {
  const { domain, score, isNonMail } = scan
  const [first, ...others] = stepsOf(scan)
  if (score !== null && isOvertaken(scan)) return `The scan before gave ${domain} ${score} of 100 (${bandOf(score)}).`
  if (score === null) return noScoreWords(scan, issuesOf(scan)[0])
  const scores = `${domain} scores ${score} of 100 (${bandOf(score)})`
  if (first === undefined) {
    if (issuesOf(scan).length > 0) return `${scores}: you have decided about all its issues.`
    const rest = scan.unchecked.length > 0 ? 'nothing that could be checked costs points' : 'no finding costs points'
    return isNonMail === true
      ? `${domain} is not used for mail, and its records say so: it scores ${score} of 100.`
      : `${scores}: ${rest}.`
  }
  if (others.length === 0) return `${scores}. There is one thing to fix: ${first.title}.`
  return `${scores}. There are ${others.length + 1} things to fix, and the first is: ${first.title}.`
}

/** Whether monitoring saw records change after the scan. */
export function isOvertaken({ changedAfter = [] }: Pick<ScanFacts, 'changedAfter'>): boolean {
  return changedAfter.length > 0
}

function noScoreWords({ domain, sections }: ScanFacts, first: FindingFacts | undefined): string {
  if (first !== undefined && first.severity === 'critical' && first.points === 0)
    return `${domain} has no score, because of this finding: ${first.title}.`
  const failed = (['mx', 'spf', 'dmarc'] as const).filter(check => sections[check].state !== 'checked')
  const names = failed.map(check => checkNames[check].title)
  return failed.length === 0
    ? `${domain} has no score, because too little could be checked.`
    : `${domain} has no score, because the ${names.length === 1 ? 'lookup' : 'lookups'} of ${andWords(names)} failed.`
}

function costBlocks(scan: ScanFacts): Answer {
  const { score } = scan
  const costly = issuesOf(scan).filter(({ points }) => points < 0)
  if (score === null || costly.length < 2) return []
  return [...heading(2, 'What costs points'), ...list(costLines(scan))]
}

/** The findings that cost points and that the owner has not accepted or muted, the costliest first. */
export function openCosts({ findings }: Pick<ScanFacts, 'findings'>): readonly FindingFacts[] {
  return findings
    .filter(({ points, decision }) => points < 0 && decision === undefined)
    .toSorted((one, other) => one.points - other.points)
}

/**
 * What costs points, the costliest first, so that the lines add up to what is lost. Findings that the owner accepted or
 * muted are one line, without their names.
 */
export function costLines(scan: Pick<ScanFacts, 'score' | 'findings'>): readonly { lead: string; text: string }[] {
  const costly = issuesOf(scan).filter(({ points }) => points < 0)
  const decided = costly.filter(({ decision }) => decision !== undefined)
  const lines = costly
    .filter(({ decision }) => decision === undefined)
    .toSorted((one, other) => one.points - other.points)
    .map(({ points, reason }) => ({ lead: `−${-points}`, text: reason }))
  if (decided.length === 0) return lines
  const lost = decided.reduce((sum, { points }) => sum - points, 0)
  return [...lines, { lead: `−${lost}`, text: `Accepted or muted: ${countOf(decided.length)}` }]
}

function countOf(findings: number): string {
  return findings === 1 ? 'one finding' : `${findings} findings`
}

/** The fixes in order, at most `most` in full. Without any: nothing. */
export function fixBlocks(scan: ScanFacts, steps: readonly FindingFacts[], most: number): Answer {
  if (steps.length === 0) return []
  const numbered = steps.length > 1
  const left = steps.slice(most)
  return [
    ...heading(2, numbered ? 'What to do, in this order' : 'What to do'),
    ...steps.slice(0, most).flatMap((finding, at) => {
      const title = numbered ? `${at + 1}. ${finding.reason}` : finding.reason
      const resolver = steps.slice(0, at).findIndex(earlier => resolves(earlier, finding))
      return resolver < 0
        ? explainFinding(finding, { score: scan.score, title })
        : [...heading(3, title), ...paragraph(finding.meaning), ...paragraph(`Step ${resolver + 1} resolves this too.`)]
    }),
    ...(left.length === 0
      ? []
      : paragraph(
          `After that: ${listed(
            left.map(({ reason }) => reason),
            notesMax,
          )}.`,
        )),
  ]
}

/** Whether the fix of one finding is that of another: the same record, or a DMARC policy that lets `~all` do its work. */
/** Whether the fix of a finding resolves another one too. */
export function resolves({ check, action }: FindingFacts, { id, action: other }: FindingFacts): boolean {
  if (action.kind === 'publish' && other.kind === 'publish') {
    const { name, type, value } = other.record
    return action.record.name === name && action.record.type === type && action.record.value === value
  }
  if (action.kind === 'serve' && other.kind === 'serve') {
    return action.text !== null && action.text === other.text && action.url === other.url
  }
  if (id !== 'spf_softfail_unenforced' || check !== 'dmarc' || action.kind !== 'publish') return false
  return /;\s?p=(?:quarantine|reject)/.test(action.record.value)
}

/** What the owner decided about: it costs its points, is no step, and is not named. */
function decidedBlocks({ findings }: ScanFacts): Answer {
  const decided = findings.filter(({ decision }) => decision !== undefined).length
  if (decided === 0) return []
  const counts = decided === 1 ? 'It counts' : 'They count'
  return [
    ...heading(2, 'What you accepted or muted'),
    ...paragraph(
      `You accepted or muted ${countOf(decided)}. ${counts} in the score as before. The report has the list.`,
    ),
  ]
}

function moreWords(more: number): Answer {
  return more > 0 ? paragraph(`The report has ${more} more.`) : []
}

function noteBlocks(scan: ScanFacts, isLong: boolean): Answer {
  const notes = scan.findings.filter(finding => !isIssue(finding) && finding.decision === undefined)
  if (notes.length === 0) return []
  const shown = isLong
    ? notes.slice(0, notesMax).flatMap(finding => explainFinding(finding, { score: scan.score, title: finding.reason }))
    : list(notes.slice(0, notesMax).map(({ reason, meaning }) => ({ lead: `${reason}.`, text: meaning })))
  return [
    ...heading(2, 'Recommendations'),
    ...paragraph('These cost no points.'),
    ...shown,
    ...moreWords(notes.length - notesMax),
    ...(isLong ? [] : paragraph(`For the steps, ask for example: “How do I fix: ${notes[0]?.title ?? ''}?”`)),
  ]
}

function uncheckedBlocks({ unchecked }: ScanFacts): Answer {
  if (unchecked.length === 0) return []
  const more = unchecked.length - uncheckedMax
  return [
    ...heading(2, 'What could not be checked'),
    ...paragraph('Failed lookups cost no points and do not count as problems.'),
    ...list(unchecked.slice(0, uncheckedMax).map(line => (line.endsWith('.') ? line : `${line}.`))),
    ...(more > 0 ? paragraph(`${more} more ${more === 1 ? 'lookup' : 'lookups'} failed.`) : []),
  ]
}

/** What changed since the scan before, and, where asked, which DNS changes can be behind it. */
export function changeBlocks(scan: ScanFacts, dnsChanges: Facts['dnsChanges']): Answer {
  const { changes, at } = scan
  if (changes === null) return []
  const scores = scoreChangeWords(changes)
  const isSame = changes.score_before === changes.score_after
  const parts = changeParts(changes)
  const traces = tracesOf(changes, dnsChanges, at)
  const since = dayOf(changes.since)
  if (parts.length === 0 && (scores === null || isSame)) {
    return changes.compared === 'nothing' || isOvertaken(scan)
      ? []
      : paragraph(`Nothing changed since the scan of ${since}.`)
  }
  return [
    ...heading(2, `Since the scan of ${since}`),
    ...paragraph(scores === null || isSame ? '' : `Score: ${scores}.`),
    ...list(
      parts.flatMap(({ word, findings }) =>
        findings.slice(0, notesMax).map(({ reason, was }) => ({
          lead: `${word.charAt(0).toUpperCase()}${word.slice(1)}:`,
          text: `${reason}${wasWords(was)}`,
        })),
      ),
    ),
    ...traces,
    ...paragraph(
      changeNotes(changes)
        .filter(note => !note.includes('unchanged'))
        .join(' '),
    ),
  ]
}
