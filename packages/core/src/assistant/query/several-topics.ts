import { heading } from '../answer.ts'
import { terms } from '../terms.data.ts'
import { termStatus } from './domain-answers.ts'
import { termsOfConcepts } from './term-of-question.ts'
import { aboutScan, type Topic } from './topic.ts'

/** What people ask for together: "SPF? DKIM? DMARC?". */
const together = ['spf', 'dkim', 'dmarc', 'mx', 'mtasts', 'tlsrpt', 'dane', 'dnssec', 'bimi', 'caa'] as const
const pairs = together.flatMap((one, at) => together.slice(at + 1).map(other => `${one} ${other}`))

/** Several records of one domain in one question: each of them. */
export const severalTopics: readonly Topic[] = [
  aboutScan({
    id: 'several-terms',
    asks: pairs,
    also: `record txt exist secure status issue last scan without ${together.join(' ')}`,
    when: ({ own, isNamed, reading: { forms, concepts, policies, numbers, period } }) =>
      own.length === 1 &&
      isNamed &&
      period === null &&
      policies.length + numbers.length === 0 &&
      !concepts.has('without') &&
      !(
        ['which', 'why', 'when', 'who', 'where', 'should', 'write', 'compare', 'explain', 'how', 'howmany'] as const
      ).some(form => forms.has(form)),
    answer: (scan, context) =>
      together
        .filter(id => context.reading.concepts.has(id))
        .slice(0, 5)
        .flatMap(id => {
          const term = termsOfConcepts[id]
          if (term === undefined) return []
          const reading = { ...context.reading, concepts: new Set([id]), policies: [], ending: null }
          return [...heading(2, terms[term].title), ...termStatus(scan, { ...context, reading })]
        }),
  }),
]
