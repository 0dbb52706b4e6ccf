import { list, paragraph, record as recordBlock } from '../answer.ts'
import { termAnswer } from '../reply-term.ts'
import { termOf, termsIn } from './term-of-question.ts'
import type { Topic } from './topic.ts'

/** The terms themselves; a tag, a selector or a list of one is another question. */
const anyTerm =
  'spf|dkim|dmarc|mx|mailserver|reverse|tls|starttls|mtasts|tlsrpt|dane|dnssec|bimi|caa|certificate|relay|blacklist|threat|align'
const also = `record exist scan ${anyTerm.replaceAll('|', ' ')}`

/** Questions about the field that name no domain, beside the short texts. */
export const generalTopics: readonly Topic[] = [
  {
    id: 'term',
    of: 'none',
    asks: [`explain ${anyTerm}`, `what ${anyTerm}`, `explain policy ${anyTerm}`],
    also,
    when: context =>
      context.own.length === 0 &&
      context.foreign.length === 0 &&
      !/ (?:our|my|which|domains|we) /.test(context.reading.text) &&
      // "What is DANE, and do I need it beside MTA-STS?" is about both.
      termsIn(context).size === 1,
    answer: context => {
      const term = termOf(context)
      return term === null ? [] : termAnswer(term, 'explain', null, context.facts.scope)
    },
  },
  {
    id: 'term-alone',
    of: 'none',
    asks: [anyTerm],
    also,
    when: ({ reading, own, foreign }) =>
      own.length === 0 &&
      foreign.length === 0 &&
      reading.text.trim().split(' ').length <= 2 &&
      reading.forms.size === 0,
    answer: context => {
      const term = termOf(context)
      return term === null ? [] : termAnswer(term, 'explain', null, context.facts.scope)
    },
  },
  {
    id: 'write-non-mail',
    of: 'none',
    asks: ['write nonmail', 'list nonmail spf', 'write spf nonmail', 'list spf nonmail', 'write without send'],
    also: 'record spf dmarc mx send domain without txt',
    when: ({ own }) => own.length === 0,
    answer: () => [
      ...paragraph('At a domain that sends no mail, this SPF record lets no server pass:'),
      ...recordBlock({ name: '@', type: 'TXT', value: 'v=spf1 -all' }),
      ...paragraph('With it belongs a DMARC record that asks receivers to refuse all other mail:'),
      ...recordBlock({ name: '_dmarc', type: 'TXT', value: 'v=DMARC1; p=reject' }),
      ...list([
        'If it receives no mail either, a null MX says so. Add the domain and scan it: its report has all three records.',
      ]),
    ],
  },
]
