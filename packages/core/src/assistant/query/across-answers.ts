import { listed } from '../../check/index.ts'
import { bandOf, isIssue } from '../../health/index.ts'
import { type Answer, andWords, list, paragraph } from '../answer.ts'
import type { DomainFacts } from '../facts.ts'
import type { Context } from './context.ts'

/** The most domains that are named in one answer. */
export const namesMax = 8

function scored(domains: readonly DomainFacts[]): readonly (DomainFacts & { score: number })[] {
  return domains.flatMap(domain => (domain.score === null ? [] : [{ ...domain, score: domain.score }]))
}

/** The scored domains with the lowest scores, the lowest first. */
export function worst(domains: readonly DomainFacts[], most: number) {
  return scored(domains)
    .toSorted((one, other) => one.score - other.score)
    .slice(0, most)
}

/** The names of those with the lowest scores that lost points: whose issues an answer can name. */
export function lowNames(domains: readonly DomainFacts[], most: number): readonly string[] {
  return worst(domains, most).flatMap(({ name, score }) => (score < 100 ? [name] : []))
}

/** "The second worst": which one of the list is meant. */
export function placeIn(text: string): number {
  return / second /.test(text) ? 1 : / third /.test(text) ? 2 : 0
}

const ordinals = ['', 'second ', 'third '] as const

/** The domains in the order of their scores, from the lowest, or from the one at a place after it. */
export function ranked(domains: readonly DomainFacts[], word: string, place = 0): Answer {
  const all = worst(domains, namesMax + place)
  const found = all.slice(place)
  const [first] = found
  if (first === undefined) return paragraph('None of your domains has a score yet.')
  return [
    ...paragraph(
      `${first.name} has the ${ordinals[place] ?? ''}${word} score: ${first.score} of 100 (${bandOf(first.score)}).`,
      'strong',
    ),
    ...list(
      found.map(({ name, score, issues }) => ({
        lead: `${name}, ${score} of 100:`,
        text: issues.length === 0 ? 'no issue.' : firstIssues(issues),
      })),
    ),
  ]
}

/** The first two that the owner has not decided about. One that was accepted or muted costs points and is not named. */
function firstIssues(issues: DomainFacts['issues']): string {
  const open = issues.filter(({ decision }) => decision === undefined)
  if (open.length === 0) return 'accepted or muted findings only.'
  return `${open
    .slice(0, 2)
    .map(({ title }) => title)
    .join(', ')}.`
}

/** The average score of all scored domains. */
export function average(domains: readonly DomainFacts[]): Answer {
  const all = scored(domains)
  if (all.length === 0) return paragraph('None of your domains has a score yet.')
  const mean = all.reduce((sum, { score }) => sum + score, 0) / all.length
  return paragraph(
    `The average score of your ${all.length} scored domains is ${Math.round(mean)} of 100, from ${worst(all, 1)[0]?.score} to ${Math.max(...all.map(({ score }) => score))}.`,
    'strong',
  )
}

/** The state of all domains in a few lines. */
export function overview(domains: readonly DomainFacts[]): Answer {
  const all = scored(domains)
  if (domains.length === 0) return paragraph('You have no domain yet.')
  const perfect = all.filter(({ score }) => score === 100)
  const low = worst(all, all.length).filter(({ score }) => score < 100)
  const bands = (['Excellent', 'Good', 'Fair', 'Poor'] as const).flatMap(band => {
    const count = all.filter(({ score }) => bandOf(score) === band).length
    return count === 0 ? [] : [`${count} ${band}`]
  })
  return [
    ...paragraph(
      `You have ${domains.length === 1 ? 'one domain' : `${domains.length} domains`}: ${bands.join(', ')}${all.length < domains.length ? `, ${domains.length - all.length} without a score` : ''}.`,
      'strong',
    ),
    ...list([
      {
        lead: 'All 100 points:',
        text: perfect.length === 0 ? 'none.' : `${perfect.length} of ${domains.length}: ${names(perfect)}.`,
      },
      ...low.slice(0, namesMax).map(({ name, score, issues }) => ({
        lead: `${name}, ${score} of 100:`,
        text: issues.length === 0 ? 'its findings are not at hand.' : firstIssues(issues),
      })),
    ]),
    ...paragraph(
      low.length > namesMax ? `${low.length - namesMax} more lost points; the list of domains has them.` : '',
    ),
    ...paragraph(
      low.length === 0 ? 'No finding costs points.' : 'To see the first fixes, ask: “What domains need attention?”',
      'quiet',
    ),
  ]
}

/** The recommendations over all domains: they cost no points. */
export function laterAnswer({ facts }: Context): Answer {
  const byTitle = new Map<string, string[]>()
  for (const { domain, findings } of facts.scans) {
    for (const finding of findings) {
      if (isIssue(finding) || finding.decision !== undefined) continue
      byTitle.set(finding.title, [...(byTitle.get(finding.title) ?? []), domain])
    }
  }
  if (byTitle.size === 0)
    return paragraph('No scan of your domains has a recommendation: whatever it found costs points.')
  return [
    ...paragraph('These recommendations cost no points and can wait:', 'strong'),
    ...list(
      [...byTitle]
        .toSorted(([, one], [, other]) => other.length - one.length)
        .slice(0, 12)
        .map(([title, domains]) => ({ lead: `${title}:`, text: `${listed([...new Set(domains)], 6)}.` })),
    ),
  ]
}

function names(domains: readonly { name: string }[]): string {
  const shown = domains.slice(0, namesMax).map(({ name }) => name)
  return domains.length > namesMax ? `${shown.join(', ')} and ${domains.length - namesMax} more` : andWords(shown)
}
