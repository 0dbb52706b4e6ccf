import { scoreChangeWords } from '../health/index.ts'
import { type Answer, andWords, list, paragraph } from './answer.ts'
import type { DomainFacts } from './facts.ts'

/** The domains whose changes are named. */
const domainsMax = 8
const findingsMax = 3

type Changes = NonNullable<DomainFacts['changes']>
/** A domain of whose last two scans something is known. */
interface Compared {
  name: string
  changes: Changes
  /** Monitoring has seen a change after the last scan. */
  isChangedSince: boolean
}

/** "Why did my score change?" without a domain: what changed with the last scans of all domains, the worst falls first. */
export function allChangesAnswer(domains: readonly DomainFacts[]): Answer {
  const compared = domains.flatMap(({ name, changes, changedAfter = [] }) =>
    changes === null || changes.compared === 'nothing'
      ? []
      : [{ name, changes, isChangedSince: changedAfter.length > 0 }],
  )
  const apart = domains.filter(({ changes }) => changes?.compared === 'nothing').length
  const alone = domains.length - compared.length - apart
  if (compared.length === 0) {
    return paragraph(
      apart === 0
        ? 'There is no earlier scan of your domains to compare with.'
        : 'The last scans of your domains are not comparable: the plan or the scoring changed in between.',
    )
  }
  // The scan of such a domain is old: it did not see what changed.
  const since = compared.filter(({ changes, isChangedSince }) => isChangedSince && partsOf(changes).length === 0).length
  const moved = compared
    .filter(({ changes }) => partsOf(changes).length > 0)
    .toSorted((one, other) => gainOf(one) - gainOf(other) || worseOf(other) - worseOf(one))
  return [
    ...(moved.length === 0
      ? domains.some(({ changedAfter = [] }) => changedAfter.length > 0)
        ? []
        : paragraph(
            compared.length === domains.length
              ? 'Nothing changed in the last scans of your domains.'
              : `Nothing changed in the last scans of ${countWords(compared.length)}.`,
          )
      : movedBlocks(moved, compared.length - moved.length - since)),
    ...paragraph(alone === 0 ? '' : `No earlier scan to compare with is at hand for ${countWords(alone)}.`),
    ...paragraph(
      apart === 0
        ? ''
        : `The scans of ${countWords(apart)} are not comparable: the plan or the scoring changed in between.`,
    ),
  ]
}

function movedBlocks(moved: readonly Compared[], same: number): Answer {
  const shown = moved.slice(0, domainsMax)
  const intro =
    moved.length > shown.length
      ? `These are ${shown.length} of the ${moved.length} domains that changed with their last scan, the largest falls first:`
      : 'What changed with the last scan of each domain:'
  return [
    ...paragraph(intro),
    ...list(shown.map(({ name, changes }) => ({ lead: `${name}:`, text: `${partsOf(changes).join(', ')}.` }))),
    ...paragraph(same === 0 ? '' : `Nothing changed for ${countWords(same)}.`),
  ]
}

/** "one domain", "3 domains". */
function countWords(count: number): string {
  return count === 1 ? 'one domain' : `${count} domains`
}

/** What changed, in a few words each; empty: nothing. */
function partsOf(changes: Changes): readonly string[] {
  const { fixed, added, score_before: before, score_after: after } = changes
  const scores = scoreChangeWords(changes)
  const became = (degree: 'next' | 'better' | 'worse') => changes.changed.filter(each => each.degree === degree)
  return [
    ...(scores === null || before === after ? [] : [scores]),
    ...named('fixed', fixed),
    ...named('next step', became('next')),
    ...named('better', became('better')),
    ...named('worse', became('worse')),
    ...named('new', added),
  ]
}

function named(word: string, findings: readonly { title: string }[]): readonly string[] {
  return findings.length === 0 ? [] : [`${word}: ${titlesOf(findings)}`]
}

function titlesOf(findings: readonly { title: string }[]): string {
  const titles = findings.slice(0, findingsMax).map(({ title }) => title)
  const more = findings.length - titles.length
  return more > 0 ? `${titles.join(', ')} and ${more} more` : andWords(titles)
}

/** The points that a domain gained; negative: it lost them. A lost score is the worst. */
function gainOf({ changes: { compared, score_before: before, score_after: after } }: Compared): number {
  if (compared !== 'all' || before === null) return 0
  return after === null ? -101 : after - before
}

/** How much became worse, where the scores say nothing. */
function worseOf({ changes: { added, changed } }: Compared): number {
  return added.length + changed.filter(({ degree }) => degree === 'worse').length
}
