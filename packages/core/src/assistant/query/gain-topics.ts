import { type Answer, paragraph } from '../answer.ts'
import { explainFinding } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import { openOf, termState } from '../term-state.ts'
import { type TermId, terms } from '../terms.data.ts'
import { termOf, termsOfConcepts } from './term-of-question.ts'
import { aboutScan, type Topic } from './topic.ts'

const anyTerm = Object.keys(termsOfConcepts).join('|')

/** "How many points do I get back with DKIM?", "How many points did it lose for blocklists?". */
export const gainTopics: readonly Topic[] = [
  aboutScan({
    id: 'gain',
    asks: [
      `score ${anyTerm} howmany`,
      `howmany score fix ${anyTerm}`,
      `howmany rose ${anyTerm}`,
      `howmany lose ${anyTerm}`,
      `what fix score ${anyTerm}`,
      `price ${anyTerm} howmany`,
      `what rose fix ${anyTerm}`,
    ],
    also: `score fix rose lose price exist record key domain broken issue send quota signed dropped given is what should service ${Object.keys(termsOfConcepts).join(' ')}`,
    when: context => context.own.length === 1 && termOf(context) !== null,
    answer: (scan, context) => gainAnswer(scan, termOf(context) as TermId),
  }),
]

function gainAnswer(scan: ScanFacts, term: TermId): Answer {
  const { domain, score } = scan
  const { title } = terms[term]
  const { findings, verdict, isKnown } = termState(term, scan)
  if (!isKnown) return paragraph(`What ${title} costs at ${domain} is not known. ${verdict}`)
  const lost = findings.reduce((sum, { points }) => sum + points, 0)
  if (lost === 0 || score === null)
    return paragraph(`${title} costs no points at ${domain}, so there are none to regain.`, 'strong')
  const [first] = openOf(findings).toSorted((one, other) => one.points - other.points)
  return [
    ...paragraph(
      `${title} costs ${domain} ${-lost} points. Without ${findings.length === 1 ? 'this finding' : 'these findings'} its score of ${score} would be up to ${Math.min(100, score - lost)} of 100.`,
      'strong',
    ),
    ...paragraph('The points of one check have a limit: what is found beyond it costs nothing more.', 'quiet'),
    ...(first === undefined ? [] : explainFinding(first, { score, title: first.reason })),
  ]
}
