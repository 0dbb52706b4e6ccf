import { listed } from '../../check/index.ts'
import { bandOf, isIssue } from '../../health/index.ts'
import { rank } from '../../plan/index.ts'
import { type Answer, andWords, list, paragraph } from '../answer.ts'
import type { DomainFacts } from '../facts.ts'
import { attentionAnswer } from '../reply-domains.ts'
import { bestAnswer, countAnswer, lastScanAnswer } from '../reply-everyday.ts'
import { fixesAnswer } from '../reply-scan.ts'
import { type Context, worstOf } from './context.ts'
import { termOf } from './term-of-question.ts'
import type { Topic } from './topic.ts'

const namesMax = 8

/** Questions about all domains that need no scan of each. */
export const acrossTopics: readonly Topic[] = [
  {
    id: 'overview',
    of: 'domains',
    asks: [
      'status',
      'secure all',
      'status all',
      'excellent',
      'howmany excellent',
      'howmany secure',
      'secure status',
      'all issue',
      'report all',
      'howmany secure all',
      'risk all',
      'status secure',
    ],
    also: 'secure score report all issue domain explain workspace monitor without',
    when: ({ own, reading }) =>
      own.length === 0 &&
      (reading.concepts.has('status') || reading.concepts.has('excellent') || isPlural(reading.text)),
    answer: ({ within }) => overview(within),
    lists: ({ within }) => within.map(({ name }) => name),
  },
  {
    id: 'attention',
    of: 'domains',
    asks: [
      'attention',
      'worst',
      'attention issue',
      'critical issue',
      'which issue',
      'list issue',
      'attention fix',
      'fix',
      'what issue',
      'worst fix',
      'attention domain',
      'fix score',
      'attention score',
      'fix worst score',
      'issue',
      'which issue worst',
      'critical',
      'risk',
      'which risk',
      'which worst',
      'which risk worst',
      'best fix',
      'attention howmany',
      'fix best',
      'which fix score',
      'best score fix',
    ],
    also: 'domain issue score attention fix list which exist all critical quota worst what risk secure should best without status',
    takes: ['numbers'],
    when: ({ own, reading }) =>
      own.length === 0 &&
      !(
        reading.concepts.has('score') &&
        (reading.concepts.has('worst') || reading.concepts.has('best')) &&
        !reading.concepts.has('fix')
      ) &&
      (reading.concepts.has('attention') ||
        reading.concepts.has('critical') ||
        reading.concepts.has('worst') ||
        isPlural(reading.text) ||
        reading.forms.has('which') ||
        reading.concepts.has('fix')) &&
      !(reading.refers.it && !reading.concepts.has('attention') && !reading.concepts.has('worst')) &&
      !/ (?:what|which) (?:to do|should i do) (?:with|about) /.test(reading.text),
    answer: context => attention(context),
    lists: ({ within }) => worst(within, namesMax).map(({ name }) => name),
  },
  {
    id: 'attention-term',
    of: 'domains',
    asks: [
      'which issue spf|dkim|dmarc|mx|dnssec|certificate|mtasts|reverse',
      'issue spf|dkim|dmarc|mx|dnssec|certificate all',
      'attention spf|dkim|dmarc|mx',
    ],
    also: 'domain record all exist',
    when: context => context.own.length === 0 && termOf(context) !== null && context.reading.forms.has('which'),
    answer: context => attentionAnswer({ domains: context.within, scope: context.facts.scope }, termOf(context)),
  },
  {
    id: 'worst',
    of: 'domains',
    asks: ['worst score', 'worst', 'which worst', 'worst secure', 'which worst score', 'which worse', 'without secure'],
    also: 'score domain secure all exist attention',
    when: ({ own, reading }) => own.length === 0 && !reading.concepts.has('issue'),
    answer: ({ within }) => ranked(within, 'lowest'),
    lists: ({ within }) => worst(within, 1).map(({ name }) => name),
  },
  {
    id: 'best',
    of: 'domains',
    asks: ['best', 'best score', 'which best', 'best secure', 'which better', 'which stricter'],
    also: 'score domain secure all exist',
    when: ({ own }) => own.length === 0,
    answer: ({ within }) => bestAnswer({ domains: within }),
  },
  {
    id: 'average',
    of: 'domains',
    asks: ['average', 'average score'],
    also: 'score domain all',
    when: ({ own }) => own.length === 0,
    answer: ({ within }) => average(within),
  },
  {
    id: 'count',
    of: 'domains',
    asks: ['howmany all', 'howmany domain', 'list all', 'which all', 'what all'],
    also: 'domain all workspace monitor scan added exist',
    when: ({ own, reading }) =>
      own.length === 0 &&
      [...reading.concepts].every(id => ['all', 'domain', 'workspace', 'monitor', 'exist', 'added'].includes(id)) &&
      reading.period === null,
    answer: ({ facts }) => countAnswer(facts),
    lists: ({ within }) => within.map(({ name }) => name),
  },
  {
    id: 'last-scans',
    of: 'domains',
    asks: ['last', 'when scan', 'when last'],
    also: 'scan all domain',
    when: ({ own }) => own.length === 0,
    answer: ({ facts }) => lastScanAnswer({ scan: null, domains: facts.domains }),
  },
  {
    id: 'wait',
    of: 'domains',
    asks: ['wait', 'wait list', 'wait issue', 'wait attention'],
    also: 'issue attention fix domain all',
    needsScans: true,
    when: ({ own }) => own.length === 0,
    answer: context => laterAnswer(context),
  },
  {
    id: 'rest',
    of: 'domains',
    asks: ['domain', 'all', 'secure', 'list', 'what', 'is', 'which', 'exist'],
    also: 'secure status domain all issue score exist report without',
    when: ({ own, reading }) => own.length === 0 && reading.refers.others,
    answer: ({ within }) => overview(within),
    lists: ({ within }) => within.map(({ name }) => name),
  },
]

/** "our domains", "we", "they": several. */
function isPlural(text: string): boolean {
  return / (?:domains|we|our|us|all|everything|anywhere|they|company) /.test(text)
}

function attention(context: Context): Answer {
  const { facts, within } = context
  const { scope } = facts
  const [first] = worstOf({ domains: within }, 1)
  if (rank(scope) === 0) {
    const scan = facts.scans.find(({ domain }) => domain === first?.name)
    return [
      ...(scan === undefined
        ? attentionAnswer({ domains: within.slice(0, 1), scope }, null)
        : fixesAnswer(scan, facts)),
    ]
  }
  const answer = attentionAnswer({ domains: within, scope }, null)
  const scan = facts.scans.find(({ domain }) => domain === first?.name)
  return scan === undefined ? answer : [...answer, ...fixesAnswer(scan, { scope: 'free' })]
}

function scored(domains: readonly DomainFacts[]): readonly (DomainFacts & { score: number })[] {
  return domains.flatMap(domain => (domain.score === null ? [] : [{ ...domain, score: domain.score }]))
}

function worst(domains: readonly DomainFacts[], most: number) {
  return scored(domains)
    .toSorted((one, other) => one.score - other.score)
    .slice(0, most)
}

function ranked(domains: readonly DomainFacts[], word: string): Answer {
  const found = worst(domains, namesMax)
  const [first] = found
  if (first === undefined) return paragraph('None of your domains has a score yet.')
  return [
    ...paragraph(`${first.name} has the ${word} score: ${first.score} of 100 (${bandOf(first.score)}).`, 'strong'),
    ...list(
      found.map(({ name, score, issues }) => ({
        lead: `${name}, ${score} of 100:`,
        text:
          issues.length === 0
            ? 'no issue.'
            : `${issues
                .slice(0, 2)
                .map(({ title }) => title)
                .join(', ')}.`,
      })),
    ),
  ]
}

function average(domains: readonly DomainFacts[]): Answer {
  const all = scored(domains)
  if (all.length === 0) return paragraph('None of your domains has a score yet.')
  const mean = all.reduce((sum, { score }) => sum + score, 0) / all.length
  return paragraph(
    `The average score of your ${all.length} scored domains is ${Math.round(mean)} of 100, from ${worst(all, 1)[0]?.score} to ${Math.max(...all.map(({ score }) => score))}.`,
    'strong',
  )
}

/** The state of all domains in a few lines. */
function overview(domains: readonly DomainFacts[]): Answer {
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
        text: `${
          issues
            .slice(0, 2)
            .map(({ title }) => title)
            .join(', ') || 'its findings are not at hand'
        }.`,
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
function laterAnswer({ facts }: Context): Answer {
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
