import { type CheckId, checkIds, checkNames } from '../../check/index.ts'
import { checks } from '../../health/index.ts'
import { type Answer, list, paragraph } from '../answer.ts'
import type { ScanFacts } from '../facts.ts'
import type { TermId } from '../terms.data.ts'
import type { Context } from './context.ts'
import { termOf, termsOfConcepts } from './term-of-question.ts'
import { scansOf, type Topic } from './topic.ts'

const anyTerm = Object.keys(termsOfConcepts).join('|')
const points = 'score|price|lose|dropped'

/** Words of people who wonder that something costs no more. */
const limited =
  / (?:capped|caps?|maximum|max|limits?|limited|more|only|enough|just|at most|not cost|highest|biggest|worst case) /

const amounts: ReadonlySet<string> = new Set(['several', 'multiple', 'dozens', 'few'])

/** "Why do five blocklists cost no more than two?": the points of one check have a limit. */
export const pointsTopics: readonly Topic[] = [
  {
    id: 'point-limits',
    of: 'none',
    asks: [
      'pointcap',
      `pointcap howmany ${points} ${anyTerm}`,
      `pointcap ${anyTerm}`,
      `pointcap ${points}`,
      `pointcap ${points} ${anyTerm}`,
      `why ${points} only ${anyTerm}`,
      `why ${points} only`,
      `why ${points} without ${anyTerm}`,
      `is ${points} quota ${anyTerm}`,
      `why ${points} quota ${anyTerm}`,
      `${points} quota ${anyTerm}`,
    ],
    also: [
      'score price lose dropped quota issue without only listname blacklist all scan exist critical worst',
      ...Object.keys(termsOfConcepts),
    ].join(' '),
    takes: ['numbers', 'words'],
    when: ({ reading }) =>
      reading.unknown.every(word => amounts.has(word)) &&
      limited.test(reading.text) &&
      (reading.concepts.has('pointcap') ||
        / (?:points?|score|deductions?|deducted|penalt(?:y|ies)) /.test(reading.text)) &&
      !reading.concepts.has('plan'),
    answer: context => limitsAnswer(context),
  },
]

const checkOfTerm: Readonly<Partial<Record<TermId, CheckId>>> = {
  spf: 'spf',
  dkim: 'dkim',
  dmarc: 'dmarc',
  mx: 'mx',
  ptr: 'mx',
  starttls: 'transport',
  'mta-sts': 'transport',
  'tls-rpt': 'transport',
  dane: 'transport',
  certificate: 'transport',
  relay: 'relay',
  blocklists: 'blacklist',
  threat: 'threat',
}

function limitsAnswer(context: Context): Answer {
  const term = termOf(context)
  const check = term === null ? undefined : checkOfTerm[term]
  const cap = check === undefined ? null : checks[check].cap
  const limits = checkIds.flatMap(id => {
    const most = checks[id].cap
    return most === null ? [] : [{ lead: `${checkNames[id].title}:`, text: `at most ${most} points.` }]
  })
  return [
    ...paragraph(
      check !== undefined && cap !== null
        ? `The points of one check have a limit: all findings of ${checkNames[check].title} together cost at most ${cap}.`
        : 'The points of one check have a limit.',
      'strong',
    ),
    ...paragraph(
      'So one cause that shows in many places, such as an address that several lists have, counts as one problem and does not hide all others. Points beyond the limit are taken from the smallest findings of the check first, and the score never falls below 0.',
    ),
    ...(check === undefined
      ? []
      : scansOf(context)
          .slice(0, 1)
          .flatMap(scan => costHere(scan, check))),
    ...list(limits),
    ...paragraph('A finding without points still counts: each listing is one that receivers can act on.', 'quiet'),
  ]
}

/** What the findings of a check cost at a domain. */
function costHere({ domain, findings }: ScanFacts, check: CheckId): Answer {
  const own = findings.filter(each => each.check === check)
  const lost = own.reduce((sum, each) => sum - each.points, 0)
  return paragraph(
    own.length === 0
      ? `The last scan of ${domain} has no finding of ${checkNames[check].title}.`
      : `At ${domain}, ${own.length === 1 ? 'one finding' : `${own.length} findings`} of ${checkNames[check].title} cost ${lost} points together.`,
  )
}
