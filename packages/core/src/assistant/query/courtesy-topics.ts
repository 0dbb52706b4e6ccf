import { type Answer, list, paragraph } from '../answer.ts'
import { suggestions } from '../suggestions.data.ts'
import type { Context } from './context.ts'
import type { Topic } from './topic.ts'

/** The longest question that is only a greeting or thanks, in words. */
const politeWords = 5

const isShort = ({ reading }: Context) =>
  reading.names.length === 0 && reading.text.trim().split(' ').length <= politeWords

export const courtesyTopics: readonly Topic[] = [
  {
    id: 'thanks',
    of: 'none',
    asks: ['thanks'],
    also: 'hello',
    when: isShort,
    answer: () => paragraph('You are welcome.'),
  },
  {
    id: 'hello',
    of: 'none',
    asks: ['hello'],
    also: 'thanks',
    when: isShort,
    answer: () => [...paragraph('Hello. Ask me about your domains, for example:'), ...list(suggestions)],
  },
  {
    id: 'model',
    of: 'none',
    asks: ['model', 'which model', 'who model'],
    also: 'hello help service secure tests score',
    // `reply` says what answers.
    answer: () => [],
  },
  { id: 'help', of: 'none', asks: ['help'], also: 'hello', answer: abilities },
]

/** What can be asked. */
export function abilities(): Answer {
  return [
    ...paragraph(
      'I answer questions about your scans: how secure a domain is, what to fix first and how, a finding, a record, blocklists, what changed, your account, or a term such as DMARC. The built-in analyst understands English only. For example:',
    ),
    ...list(suggestions),
  ]
}
