import { rank } from '../../plan/index.ts'
import type { Answer } from '../answer.ts'
import { attentionAnswer } from '../reply-domains.ts'
import { bestAnswer, countAnswer, lastScanAnswer } from '../reply-everyday.ts'
import { fixesAnswer } from '../reply-scan.ts'
import { average, laterAnswer, lowNames, namesMax, overview, placeIn, ranked, worst } from './across-answers.ts'
import { type Context, worstOf } from './context.ts'
import { openToSpoofing, spoofableAnswer } from './spoofable.ts'
import { termOf } from './term-of-question.ts'
import type { Topic } from './topic.ts'

/** Questions about all domains that need no scan of each. */
export const acrossTopics: readonly Topic[] = [
  {
    id: 'overview',
    of: 'domains',
    isWithin: true,
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
      'secure',
    ],
    also: 'secure score report all issue domain explain workspace monitor without',
    when: ({ own, reading }) =>
      own.length === 0 &&
      !reading.forms.has('why') &&
      (reading.concepts.has('status') || reading.concepts.has('excellent') || isPlural(reading.text)),
    issuesOf: ({ within }) => lowNames(within, namesMax),
    answer: ({ within }) => overview(within),
    lists: ({ within }) => within.map(({ name }) => name),
  },
  {
    id: 'attention',
    of: 'domains',
    isWithin: true,
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
      'risk attention',
      'attention risk all',
    ],
    also: 'domain issue score attention fix list which exist all critical quota worst what risk secure should best without status price',
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
    issuesOf: 'all',
    answer: context => attention(context),
    lists: ({ within }) => worst(within, namesMax).map(({ name }) => name),
  },
  {
    id: 'spoofable',
    of: 'domains',
    asks: [
      'which spoof',
      'howmany spoof',
      'spoof all',
      'list spoof',
      'which spoof all',
      'is spoof all',
      'which spoof threat',
    ],
    also: 'spoof send domain exist risk secure service threat all policy',
    needsScans: true,
    when: ({ own, reading }) =>
      own.length === 0 &&
      (reading.forms.has('which') || reading.forms.has('howmany') || reading.concepts.has('all')) &&
      !reading.concepts.has('without'),
    answer: context => spoofableAnswer(context),
    lists: context => openToSpoofing(context).map(({ domain }) => domain),
  },
  {
    id: 'attention-term',
    of: 'domains',
    isWithin: true,
    asks: [
      'which issue spf|dkim|dmarc|mx|dnssec|certificate|mtasts|reverse',
      'issue spf|dkim|dmarc|mx|dnssec|certificate all',
      'attention spf|dkim|dmarc|mx',
      'howmany issue spf|dkim|dmarc|mx|dnssec|certificate|mtasts|reverse',
      'list issue spf|dkim|dmarc|mx|dnssec|certificate|mtasts|reverse',
    ],
    also: 'domain record all exist broken key',
    when: context =>
      context.own.length === 0 &&
      termOf(context) !== null &&
      (['which', 'howmany', 'list'] as const).some(form => context.reading.forms.has(form)),
    issuesOf: 'all',
    answer: context => attentionAnswer({ domains: context.within, scope: context.facts.scope }, termOf(context)),
  },
  {
    id: 'worst',
    of: 'domains',
    isWithin: true,
    asks: [
      'worst score',
      'worst',
      'why worst',
      'which worst',
      'worst secure',
      'which worst score',
      'which worse',
      'without secure',
    ],
    also: 'score domain secure all exist attention',
    when: ({ own, reading }) => own.length === 0 && !reading.concepts.has('issue'),
    issuesOf: ({ within, reading }) => lowNames(within, namesMax + placeIn(reading.text)),
    answer: ({ within, reading }) => ranked(within, 'lowest', placeIn(reading.text)),
    lists: ({ within }) => worst(within, 1).map(({ name }) => name),
  },
  {
    id: 'best',
    of: 'domains',
    isWithin: true,
    asks: ['best', 'best score', 'which best', 'best secure', 'which better', 'which stricter'],
    also: 'score domain secure all exist',
    when: ({ own }) => own.length === 0,
    answer: ({ within }) => bestAnswer({ domains: within }),
  },
  {
    id: 'average',
    of: 'domains',
    isWithin: true,
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
      reading.period === null &&
      !/ (?:other|another|foreign|someone else|everyones) (?:workspaces?|customers?|accounts?|users?|compan(?:y|ies)|clients?) /.test(
        reading.text,
      ),
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
    isWithin: true,
    asks: ['domain', 'all', 'secure', 'list', 'what', 'is', 'which', 'exist'],
    also: 'secure status domain all issue score exist report without',
    when: ({ own, reading }) => own.length === 0 && reading.refers.others,
    issuesOf: ({ within }) => lowNames(within, namesMax),
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
