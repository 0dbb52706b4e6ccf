import { bandOf, scoreChangeWords } from '../health/index.ts'
import { rank } from '../plan/index.ts'
import { type Answer, andWords, heading, list, paragraph } from './answer.ts'
import type { DomainFacts, Facts } from './facts.ts'
import { isFindingOf } from './term-findings.ts'
import { pointWords } from './term-state.ts'
import { type TermId, terms } from './terms.data.ts'

const domainsMax = 8
const plansMax = 6

/** "What domains need attention?": the worst first. Business also gets a plan across domains. */
export function attentionAnswer({ domains, scope }: Pick<Facts, 'domains' | 'scope'>, term: TermId | null): Answer {
  const scanned = domains.filter(({ scannedAt }) => scannedAt !== null)
  const open = scanned
    .map(domain => ({ ...domain, issues: domain.issues.filter(({ id }) => term === null || isFindingOf(id, term)) }))
    .filter(({ issues }) => issues.length > 0)
    .toSorted((one, other) => (one.score ?? -1) - (other.score ?? -1) || lostIn(one) - lostIn(other))
  return [
    ...paragraph(attentionVerdict(scanned.length, open, term), 'strong'),
    ...list(open.slice(0, domainsMax).map(domainItem)),
    ...(open.length > domainsMax ? paragraph(`${open.length - domainsMax} more are in the list of domains.`) : []),
    ...unscannedWords(domains),
    ...(rank(scope) >= rank('business') ? planBlocks(open) : []),
  ]
}

function lostIn({ issues }: Pick<DomainFacts, 'issues'>): number {
  return issues.reduce((sum, { points }) => sum + points, 0)
}

function attentionVerdict(scanned: number, open: readonly DomainFacts[], term: TermId | null): string {
  const about = term === null ? '' : ` with ${inSentence(terms[term].title)}`
  if (scanned === 0) return 'None of your domains has a scan yet.'
  if (open.length === 0) {
    return scanned === 1
      ? `Your scanned domain has no problem${about}.`
      : `None of your ${scanned} scanned domains has a problem${about}.`
  }
  const [first] = open
  const isOne = open.length === 1
  const subject = scanned === 1 ? 'Your domain' : `${open.length} of your ${scanned} scanned domains`
  const verb = term === null ? `${isOne ? 'needs' : 'need'} attention` : `${isOne ? 'has' : 'have'} a problem${about}`
  return `${subject} ${verb}. The first is ${first?.name}.`
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
  const shown = names.slice(0, domainsMax)
  return paragraph(
    names.length > shown.length
      ? `Not scanned yet: ${shown.join(', ')} and ${names.length - shown.length} more.`
      : `Not scanned yet: ${andWords(shown)}.`,
  )
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

/** "Why did my score change?" without a domain: what changed with the last scans of all domains. */
export function allChangesAnswer(domains: readonly DomainFacts[]): Answer {
  if (domains.every(({ changes }) => changes === null))
    return paragraph('There is no earlier scan of your domains to compare with.')
  const items = domains.flatMap(({ name, changes }) => {
    if (changes === null) return []
    const scores = scoreChangeWords(changes)
    const isSame = changes.score_before === changes.score_after
    const parts = [
      ...(scores === null || isSame ? [] : [scores]),
      ...(changes.fixed.length > 0 ? [`fixed: ${andWords(changes.fixed.slice(0, 3).map(({ title }) => title))}`] : []),
      ...(changes.added.length > 0 ? [`new: ${andWords(changes.added.slice(0, 3).map(({ title }) => title))}`] : []),
    ]
    return parts.length === 0 ? [] : [{ lead: `${name}:`, text: `${parts.join(', ')}.` }]
  })
  return items.length === 0
    ? paragraph('Nothing changed in the last scans of your domains.')
    : [...paragraph('What changed with the last scan of each domain:'), ...list(items.slice(0, domainsMax))]
}

/** What is known of a domain whose scan is not at hand. */
export function rowAnswer({ name, score, scannedAt, issues }: DomainFacts): Answer {
  if (scannedAt === null) return paragraph(`${name} has no scan yet. Scan it first, then ask again.`)
  const first = issues.slice(0, 3).map(({ title, points }) => `${title}${pointWords(points)}`)
  return [
    ...paragraph(`${name}, ${scoreWords(score)}.`, 'strong'),
    ...paragraph(first.length === 0 ? 'No finding costs points.' : 'What to fix first:'),
    ...list(first),
  ]
}
