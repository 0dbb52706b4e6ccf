import { bandOf } from '../health/index.ts'
import { rank } from '../plan/index.ts'
import { type Answer, andWords, heading, list, paragraph } from './answer.ts'
import type { DomainFacts, Facts } from './facts.ts'
import { decidedWords } from './reply-scan.ts'
import { isFindingOf } from './term-findings.ts'
import { pointWords } from './term-state.ts'
import { type TermId, terms } from './terms.data.ts'

const domainsMax = 8
const plansMax = 6

/** "What domains need attention?": the worst first. Business also gets a plan across domains. */
export function attentionAnswer({ domains, scope }: Pick<Facts, 'domains' | 'scope'>, term: TermId | null): Answer {
  const scanned = domains.filter(({ scannedAt }) => scannedAt !== null)
  const open = scanned
    .map(domain => ({
      ...domain,
      issues: undecided(domain).filter(({ id }) => term === null || isFindingOf(id, term)),
    }))
    .filter(({ issues }) => issues.length > 0)
    .toSorted((one, other) => (one.score ?? -1) - (other.score ?? -1) || lostIn(one) - lostIn(other))
  return [
    ...paragraph(attentionVerdict(scanned, open, term), 'strong'),
    ...list(open.slice(0, domainsMax).map(domainItem)),
    ...(open.length > domainsMax ? paragraph(`${open.length - domainsMax} more are in the list of domains.`) : []),
    ...decidedBlocks(scanned, term),
    ...pendingBlocks(scanned),
    ...unscannedWords(domains),
    ...(rank(scope) >= rank('business') ? planBlocks(open) : []),
  ]
}

function lostIn({ issues }: Pick<DomainFacts, 'issues'>): number {
  return issues.reduce((sum, { points }) => sum + points, 0)
}

/** The issues that the owner has not decided about. */
function undecided({ issues }: DomainFacts): DomainFacts['issues'] {
  return issues.filter(({ decision }) => decision === undefined)
}

/** Whether a scan lost points, or has no score, and none of its issues is at hand: it has problems that are not known here. */
function isPending({ score, scannedAt, issues }: DomainFacts): boolean {
  return scannedAt !== null && issues.length === 0 && (score === null || score < 100)
}

function pendingBlocks(scanned: readonly DomainFacts[]): Answer {
  const pending = scanned.filter(isPending)
  const silent = pending.filter(({ score }) => score === null).map(({ name }) => name)
  const unread = pending.filter(({ score }) => score !== null).map(({ name }) => name)
  return [
    ...paragraph(unread.length === 0 ? '' : `The findings of ${namesWords(unread)} are not ready yet.`),
    ...paragraph(
      silent.length === 0
        ? ''
        : `Too little of ${namesWords(silent)} could be checked to say whether there is a problem.`,
    ),
  ]
}

/** The domains of whose issues none is left to decide about. */
function decidedBlocks(scanned: readonly DomainFacts[], term: TermId | null): Answer {
  const decided = scanned.flatMap(({ name, issues }) => {
    const about = issues.filter(({ id }) => term === null || isFindingOf(id, term))
    return about.length > 0 && about.every(({ decision }) => decision !== undefined) ? [name] : []
  })
  if (decided.length === 0) return []
  const about = term === null ? '' : ` about ${inSentence(terms[term].title)}`
  return paragraph(`You have decided about all issues${about} of ${namesWords(decided)}; they still cost points.`)
}

/** "a.example and b.example"; of a long list the first, and how many more there are. */
function namesWords(names: readonly string[]): string {
  const more = names.length - domainsMax
  return more > 0 ? `${names.slice(0, domainsMax).join(', ')} and ${more} more` : andWords(names)
}

function attentionVerdict(scanned: readonly DomainFacts[], open: readonly DomainFacts[], term: TermId | null): string {
  const about = term === null ? '' : ` with ${inSentence(terms[term].title)}`
  if (scanned.length === 0) return 'None of your domains has a scan yet.'
  if (open.length === 0) return noneVerdict(scanned, about)
  const [first] = open
  const isOne = open.length === 1
  const subject = scanned.length === 1 ? 'Your domain' : `${open.length} of your ${scanned.length} scanned domains`
  const verb = term === null ? `${isOne ? 'needs' : 'need'} attention` : `${isOne ? 'has' : 'have'} a problem${about}`
  return `${subject} ${verb}. The first is ${first?.name}.`
}

/** What is said where no domain has an open issue: only of those whose findings are at hand. */
function noneVerdict(scanned: readonly DomainFacts[], about: string): string {
  const known = scanned.filter(domain => !isPending(domain))
  const isAll = known.length === scanned.length
  const isDecided = known.some(({ issues }) => issues.some(({ decision }) => decision !== undefined))
  const problem = isDecided ? `problem${about} that you have not decided about` : `problem${about}`
  if (known.length === 0) return `It is not known yet whether your scanned domains have a problem${about}.`
  if (known.length === 1) return `${isAll ? 'Your scanned domain' : known[0]?.name} has no ${problem}.`
  return isAll
    ? `None of your ${known.length} scanned domains has a ${problem}.`
    : `None of the ${known.length} domains whose findings are known has a ${problem}.`
}

/** A title without the capital of its first word: "blocklists", but "SPF". */
function inSentence(title: string): string {
  return /^[A-Z][a-z ]/.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title
}

function domainItem({ name, score, issues }: DomainFacts): { lead: string; text: string } {
  const shown = issues.slice(0, 2).map(({ title, points }) => `${title}${pointWords(points)}`)
  const more = issues.length - shown.length
  const rest = more > 0 ? `, and ${more} more` : ''
  return { lead: `${name}, ${scoreWords(score)}:`, text: `${shown.join(', ')}${rest}.` }
}

function scoreWords(score: number | null): string {
  return score === null ? 'not scored' : `${score} of 100 (${bandOf(score)})`
}

function unscannedWords(domains: readonly DomainFacts[]): Answer {
  const names = domains.filter(({ scannedAt }) => scannedAt === null).map(({ name }) => name)
  if (names.length === 0) return []
  return paragraph(`Not scanned yet: ${namesWords(names)}.`)
}

/** One fix for several domains at once: the findings that cost the most over all of them. */
function planBlocks(open: readonly DomainFacts[]): Answer {
  const byFinding = new Map<string, { title: string; points: number; names: Set<string> }>()
  for (const { name, issues } of open) {
    for (const { id, title, points } of issues) {
      const entry = byFinding.get(id) ?? { title, points: 0, names: new Set<string>() }
      entry.points += points
      entry.names.add(name)
      byFinding.set(id, entry)
    }
  }
  const plan = [...byFinding.values()].toSorted((one, other) => one.points - other.points).slice(0, plansMax)
  if (open.length < 2 || plan.length === 0) return []
  return [
    ...heading(2, 'A plan across your domains'),
    ...paragraph('By the points that each finding costs over all of them:'),
    ...list(
      plan.map(({ title, points, names }) => {
        const shown = [...names].slice(0, 5)
        const more = names.size - shown.length
        return {
          lead: `${title}${pointWords(points)}:`,
          text: more > 0 ? `${shown.join(', ')} and ${more} more.` : `${andWords(shown)}.`,
        }
      }),
    ),
  ]
}

function pendingWords({ name, score }: DomainFacts): string {
  return score === null
    ? `Too little of ${name} could be checked to say whether it has a problem.`
    : `The findings of ${name} are not ready yet.`
}

/** What is known of a domain whose scan is not at hand. */
export function rowAnswer(row: DomainFacts): Answer {
  const { name, score, scannedAt, issues } = row
  if (scannedAt === null) return paragraph(`${name} has no scan yet. Scan it first, then ask again.`)
  const first = undecided(row)
    .slice(0, 3)
    .map(({ title, points }) => `${title}${pointWords(points)}`)
  return [
    ...paragraph(`${name}, ${scoreWords(score)}.`, 'strong'),
    ...(first.length > 0
      ? [...paragraph('What to fix first:'), ...list(first)]
      : paragraph(
          isPending(row)
            ? pendingWords(row)
            : issues.length > 0
              ? decidedWords(name, score)
              : 'No finding costs points.',
        )),
  ]
}
