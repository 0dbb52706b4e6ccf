import { checkNames } from '../check/index.ts'
import { isIssue } from '../health/index.ts'
import { rank } from '../plan/index.ts'
import { analysisOf, fixBlocks, isOvertaken, issuesOf, stepsOf, verdictWords } from './analyze-scan.ts'
import { type Answer, andWords, heading, list, paragraph } from './answer.ts'
import type { Facts, FindingFacts, ScanFacts } from './facts.ts'
import { termState } from './term-state.ts'
import { type TermId, terms } from './terms.data.ts'

const fixesMax = { short: 1, long: 3 } as const

/** "Is my domain secure?": the verdict, how each protection is, and the first fixes. */
export function secureAnswer(scan: ScanFacts, facts: Pick<Facts, 'scope' | 'dnsChanges'>): Answer {
  if (rank(facts.scope) >= rank('business')) {
    const [verdict, ...rest] = analysisOf(scan, facts)
    return [...(verdict === undefined ? [] : [verdict]), ...protections(scan, protectionTerms), ...rest]
  }
  return [
    ...paragraph(verdictWords(scan), 'strong'),
    ...protections(scan, protectionTerms),
    ...fixesAnswer(scan, facts, ''),
    ...uncheckedWords(scan),
  ]
}

const protectionTerms: readonly TermId[] = ['spf', 'dmarc', 'dkim', 'mx', 'blocklists', 'relay']
const deliveryTerms: readonly TermId[] = ['spf', 'dkim', 'dmarc', 'blocklists', 'ptr', 'starttls', 'relay']

function protections(scan: ScanFacts, ids: readonly TermId[]): Answer {
  return list(ids.map(id => ({ lead: `${terms[id].title}:`, text: termState(id, scan).verdict })))
}

/** "What should I do first?": the fixes in order. `none` is said where there is nothing to fix. */
export function fixesAnswer(
  scan: ScanFacts,
  { scope }: Pick<Facts, 'scope'>,
  none = nothingWords(scan, `There is nothing to fix: no finding of ${scan.domain} costs points.`),
): Answer {
  return explained(scan, stepsOf(scan), rank(scope) === 0 ? fixesMax.short : fixesMax.long, none)
}

/** What is said where nothing is to fix; without a score that is not known. */
function nothingWords(scan: ScanFacts, words: string): string {
  const { score, domain } = scan
  const issues = issuesOf(scan)
  if (isOvertaken(scan)) return `The next scan shows what ${domain} needs now.`
  if (issues.length > 0 && issues.every(({ decision }) => decision !== undefined)) return decidedWords(domain, score)
  return score === null ? `Too little of ${domain} could be checked to name a fix.` : words
}

/** What is said of a domain where its owner decided about every issue. @param score null: not scored */
export function decidedWords(domain: string, score: number | null): string {
  return `You have decided about all issues of ${domain}${score === null ? '' : '; they still cost points'}.`
}

function explained(scan: ScanFacts, steps: readonly FindingFacts[], most: number, none: string): Answer {
  return steps.length === 0 ? paragraph(none) : fixBlocks(scan, steps, most)
}

function uncheckedWords({ sections }: ScanFacts): Answer {
  const open = Object.entries(checkNames)
    .filter(([check]) => sections[check as keyof typeof checkNames].state !== 'checked')
    .map(([, { title }]) => title)
  return open.length === 0
    ? []
    : paragraph(`Some lookups failed, so this is not complete for: ${andWords(open)}. Failed lookups cost no points.`)
}

/** "How do I improve deliverability?": what decides it, the first fixes, and what no scan can see. */
export function deliverabilityAnswer(scan: ScanFacts, { scope }: Pick<Facts, 'scope'>): Answer {
  if (scan.isNonMail === true) return paragraph(`${scan.domain} sends no mail, and its records say so.`)
  const most = rank(scope) === 0 ? fixesMax.short : fixesMax.long
  const about = new Set(deliveryTerms.flatMap(id => termState(id, scan).findings.map(({ id: finding }) => finding)))
  const steps = stepsOf(scan).filter(({ id, check }) => about.has(id) || check === 'dns' || check === 'threat')
  const notes = scan.findings.filter(
    finding => about.has(finding.id) && !isIssue(finding) && finding.decision === undefined,
  )
  const decided = issuesOf(scan).filter(({ id, decision }) => decision !== undefined && about.has(id))
  return [
    ...paragraph(`These decide whether mail from ${scan.domain} reaches the inbox:`),
    ...protections(scan, deliveryTerms),
    ...explained(
      scan,
      [...steps, ...notes],
      most,
      decided.length > 0
        ? `You have decided about all issues that affect delivery of ${scan.domain}; they still cost points.`
        : nothingWords(scan, `No finding of ${scan.domain} affects delivery.`),
    ),
    ...unseenAnswer(),
  ]
}

/** What decides delivery beside the records. */
function unseenAnswer(): Answer {
  return [
    ...heading(2, 'What no scan can see'),
    ...list([
      'Keep complaints below 0.3% of your mail, as Gmail and Yahoo require. Google Postmaster Tools shows yours.',
      'Let people unsubscribe from bulk mail with one click (List-Unsubscribe and List-Unsubscribe-Post).',
      'Send only to people who asked for it, and remove addresses that bounce.',
      'Raise the volume of a new domain or address slowly, over some weeks.',
    ]),
  ]
}
