import { explainFinding } from '../explain-finding.ts'
import type { FindingFacts } from '../facts.ts'
import type { Context } from './context.ts'
import { scansOf, type Topic } from './topic.ts'

/** A question that names a finding by its id, or by its title or reason word for word. */
export const findingTopics: readonly Topic[] = [
  {
    id: 'finding',
    of: 'domain',
    asks: [
      'explain',
      'what',
      'how',
      'why',
      'is',
      'fix',
      'list',
      'risk',
      'attention',
      'issue',
      'should',
      'write',
      'domain',
      'end',
      'without',
    ],
    also: '*',
    takes: ['words', 'numbers', 'policies', 'ending', 'services', 'addresses', 'tags', 'labels', 'terms', 'emails'],
    when: context => findingIn(context) !== null,
    answer: context => {
      const found = findingIn(context)
      const [scan] = scansOf(context)
      return found === null || scan === undefined
        ? []
        : explainFinding(found, { score: scan.score, title: found.reason })
    },
  },
]

/** The longest name wins. */
function findingIn(context: Context): FindingFacts | null {
  const [scan] = scansOf(context)
  if (scan === undefined) return null
  const words = plainWords(
    context.reading.tokens
      .map(token =>
        'text' in token
          ? token.text
          : token.kind === 'ending'
            ? `${token.qualifier}all`
            : token.kind === 'tag'
              ? `${token.key}=${token.value}`
              : 'value' in token
                ? String(token.value)
                : '',
      )
      .join(' '),
  )
  let found: FindingFacts | null = null
  let length = 0
  for (const finding of scan.findings) {
    for (const name of [finding.id, finding.reason, finding.title]) {
      const wanted = plainWords(name)
      // A title of one word, as a term is, names no finding.
      if (wanted.length > length && wanted.trim().includes(' ') && words.includes(wanted)) {
        found = finding
        length = wanted.length
      }
    }
  }
  return found
}

/** A name as a question has it: ` spf ends in all `. */
function plainWords(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return ` ${words.filter(word => word !== '').join(' ')} `
}
