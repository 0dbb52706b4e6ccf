import { compareAnswer } from './compare.ts'
import type { Context } from './context.ts'
import type { Topic } from './topic.ts'

const subjects =
  'spf dkim dmarc mx policy score issue secure better worse stricter record exist mtasts dnssec without tls certificate blacklist lookup key length end rua dropped attention list monitor price who'

/** Questions that name several domains. */
export const compareTopics: readonly Topic[] = [
  {
    id: 'compare',
    of: 'domains',
    asks: [
      'compare',
      'better',
      'worse',
      'which',
      'is',
      'why',
      'stricter',
      'secure',
      'list',
      'what',
      'status',
      'score',
      'exist',
    ],
    also: subjects,
    takes: ['policies'],
    needsScans: true,
    when: ({ own, reading }) =>
      own.length > 1 &&
      (['compare', 'which', 'why'].some(form => reading.forms.has(form as 'which')) || hasComparison(reading)),
    answer: context => compareAnswer(null, context),
    lists: ({ own }) => own.map(({ name }) => name),
  },
]

function hasComparison({ concepts, text }: Context['reading']): boolean {
  return (
    concepts.has('better') || concepts.has('worse') || concepts.has('stricter') || / than | as | same | vs /.test(text)
  )
}
