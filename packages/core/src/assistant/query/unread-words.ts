import { periodIn } from '../reading/period.ts'
import type { Context } from './context.ts'
import type { Resolved } from './resolve.ts'

/**
 * Words that are common enough to be plain, and that change the answer where they are a part of the question: "which domains
 * have two MX", "would it still pass if", "because of". Each is read by some answers; every other one would leave it out.
 */
interface Unread {
  /** What it is, for the trace. */
  id: string
  isIn: (context: Context) => boolean
  /** Whether the answer accounts for it. */
  isRead: (resolved: Resolved, context: Context) => boolean
}

const isTopic =
  (...ids: readonly string[]) =>
  (resolved: Resolved): boolean =>
    resolved.kind === 'topic' && ids.includes(resolved.topic.id)

const isAttribute = (resolved: Resolved): boolean => resolved.kind === 'attribute'

/** A list over domains, or several conditions at once. */
const isList = (resolved: Resolved): boolean =>
  resolved.kind === 'joint' || (resolved.kind === 'attribute' && resolved.form === 'list')

/** "With only one mail server": the attribute says the condition as it reads it. */
const saysCondition = (resolved: Resolved, { reading }: Context): boolean =>
  resolved.kind === 'attribute' && (resolved.attribute.saysCondition?.(reading) ?? null) !== null

const matches =
  (words: RegExp) =>
  ({ reading: { text } }: Context): boolean =>
    words.test(text)

/** "Tell me if", "check if": whether, and no condition. */
const whether =
  / (?:tell|see|check|know|ask|asked|asking|wonder|wondering|sure|find out|verify|say|says|clue|idea|me|us) if /
/** "If I do", "if we have both": what the question before, or the record itself, says. */
const given = / if (?:i|we) (?:do(?: it| that| so)? $|(?:already )?have )/
const supposing =
  / (?:if|unless|assuming|assume|suppose|supposing|imagine|hypothetically|what happens when|would|wouldnt) /
const courteous = / (?:i|we|you) would | would (?:like|love|you) /
const numbered =
  / (?:two|three|four|five|six|seven|eight|nine|ten) (?!of )| (?:exactly|just|only|at least|at most) one | single /
const ofGroup = / (?:the|of|these|those|last|past|than|top) (?:two|three|four|five|six|seven|eight|nine|ten) /

const all: readonly Unread[] = [
  {
    // "At least 3 critical findings": a number that only an attribute compares.
    id: 'compared-number',
    isIn: ({ reading: { numbers } }) => numbers.some(({ op }) => op !== 'is'),
    isRead: resolved =>
      isAttribute(resolved) ||
      resolved.kind === 'joint' ||
      isTopic('point-limits', 'lookup-room', 'quota', 'fixes', 'costs')(resolved),
  },
  {
    // "A and between 50 and 90" is divided at each "and".
    id: 'range-among-conditions',
    isIn: matches(/ between \d{1,9} and \d{1,9} /),
    isRead: resolved => resolved.kind !== 'joint',
  },
  {
    id: 'range',
    isIn: matches(/ \d{1,9} (?:to|till|until|through|or|and) \d{1,9} /),
    isRead: (resolved, { reading: { numbers } }) =>
      (isAttribute(resolved) && numbers.every(({ op }) => op !== 'is')) || isTopic('changes', 'costs')(resolved),
  },
  {
    // "Which domains have two MX": as a word it is no number that is compared.
    id: 'number-word',
    isIn: ({ reading: { text } }) => numbered.test(text.replace(/^ only one /, ' ')) && !ofGroup.test(text),
    isRead: (resolved, context) =>
      !isList(resolved) ||
      saysCondition(resolved, context) ||
      // "Two SPF records" is what breaks it.
      (resolved.kind === 'attribute' && resolved.attribute.id === 'spf-broken'),
  },
  {
    id: 'superlative',
    isIn: matches(
      / (?:longest|shortest|oldest|newest|slowest|fastest|largest|biggest|smallest|fewest|earliest|latest|closest|nearest|youngest|soonest|strongest|the most|the least|(?:has|have|had|with|got|get|gets|need|needs|use|uses) (?:most|least)) /,
    ),
    isRead: (resolved, { reading: { concepts } }) =>
      !isList(resolved) &&
      !(isTopic('changes')(resolved) && !(['rose', 'dropped', 'lose'] as const).some(id => concepts.has(id))) &&
      !isTopic('count', 'alerts', 'activity', 'decisions', 'members', 'tags', 'quota')(resolved),
  },
  {
    // "How many different providers": what is counted are domains.
    id: 'distinct',
    isIn: ({ reading: { text, forms } }) =>
      forms.has('howmany') && / (?:different|distinct|unique|kinds?|types?|sorts?|various) /.test(text),
    isRead: () => false,
  },
  {
    // "Which have the same record", "share a key": no answer compares all domains with each other.
    id: 'in-common',
    isIn: matches(/ (?:same|share|shares|sharing|identical|in common|each other|its own|their own) /),
    isRead: resolved =>
      resolved.kind === 'topic'
        ? !isTopic('overview', 'attention', 'count', 'changes', 'host-users')(resolved)
        : !isList(resolved),
  },
  {
    id: 'place-in-order',
    isIn: matches(/ (?:second|third|fourth|fifth) (?:worst|best|lowest|highest|safest|weakest) /),
    isRead: isTopic('worst'),
  },
  {
    // When a scan ended, and whether a name has an address, say neither how long it took nor whether a page answers.
    id: 'not-measured',
    isIn: matches(
      / how long (?:did|does|do) | (?:website|site|homepage|page) .{0,60}(?:up|down|online|offline|slow|reachable) /,
    ),
    isRead: resolved =>
      resolved.kind !== 'attribute' || !['last-scan', 'web-address', 'mx-reachable'].includes(resolved.attribute.id),
  },
  {
    id: 'grouped',
    isIn: matches(/ (?:per|by|for each|for every) (?:tag|domain|provider|service|team|user|member|customer|client) /),
    isRead: resolved => resolved.kind === 'topic' && /^(?:product-(?!business)|quota)/.test(resolved.topic.id),
  },
  {
    // "Would it still pass if": the state as it is does not say.
    id: 'supposed',
    isIn: ({ reading: { text } }) =>
      supposing.test(text.replace(given, ' ').replace(whether, ' whether ').replace(courteous, ' ')) &&
      !/ what if any /.test(text),
    isRead: (resolved, { reading: { text } }) =>
      resolved.kind === 'topic' &&
      (resolved.topic.id.startsWith('product-') ||
        (isTopic('spf-without', 'write-record')(resolved) && !/ (?:if|still|pass) /.test(text)) ||
        isTopic(
          'gain',
          'lookup-room',
          'policy-move',
          'policy-next',
          'policy-breaks',
          'risk',
          'below-own-record',
          'below-policy',
          'point-limits',
          'fixes',
          'attention',
          'finding',
          'compliance',
          'caa-record',
          'rua-added',
          'tls-report-record',
          'channels',
          'write-non-mail',
          'fix-term',
          'help',
          'model',
        )(resolved)),
  },
  {
    id: 'cause',
    isIn: matches(/ (?:because of|because|caused by|due to|owing to|thanks to|to blame|whose fault|blame) /),
    isRead: resolved =>
      resolved.kind === 'topic' &&
      isTopic('why-term', 'costs', 'gain', 'finding', 'deliver', 'point-limits', 'report-says', 'no-score')(resolved),
  },
  {
    // Days are the finest that the history is read by.
    id: 'time-of-day',
    isIn: matches(
      / (?:\d{1,2} (?:am|pm|o clock)|(?:morning|evening|night|today|yesterday) at \d{1,2}|midnight|noon|last night|time of day|o clock|(?:minutes?|hours?) ago|in the (?:morning|evening|afternoon|night)) /,
    ),
    isRead: resolved =>
      resolved.kind === 'topic' && (resolved.topic.id.startsWith('product-') || isTopic('report-says')(resolved)),
  },
  {
    // "More this week than last week": one period is read.
    id: 'second-period',
    isIn: hasSecondPeriod,
    isRead: () => false,
  },
  {
    id: 'half',
    isIn: matches(/ (?:first|second|other) half | before and after /),
    isRead: () => false,
  },
  {
    // A period that the answer does not keep to.
    id: 'period',
    isIn: ({ reading: { period } }) => period !== null,
    isRead: resolved =>
      resolved.kind !== 'topic' ||
      resolved.topic.id.startsWith('product-') ||
      isTopic(
        'changes',
        'alerts',
        'activity',
        'decisions',
        'headers',
        'added',
        'quota',
        'report-says',
        'finding',
      )(resolved),
  },
  {
    id: 'only',
    isIn: ({ reading: { text } }) => / (?:only|solely|just) /.test(text.replace(/^ only one /, ' ')),
    isRead: (resolved, context) =>
      !isList(resolved) ||
      context.reading.numbers.length > 0 ||
      context.narrowed !== null ||
      saysCondition(resolved, context),
  },
  {
    // The last scan does not say what was so before.
    id: 'over-time',
    isIn: matches(/ (?:ever|never|always|no longer|not any more|not anymore|repeatedly|every time) /),
    isRead: resolved => !isAttribute(resolved) && resolved.kind !== 'joint' && !isTopic('secure', 'count')(resolved),
  },
  {
    id: 'again',
    isIn: ({ reading: { text } }) =>
      / again /.test(text) &&
      !/ (?:scan|scanned|rescan|check|checked|tell me|say|explain|show|and) (?:it )?again /.test(text),
    isRead: resolved =>
      resolved.kind === 'topic' &&
      (resolved.topic.of === 'none' || isTopic('changes', 'fixes', 'fix-term', 'deliver')(resolved)),
  },
  {
    // "The other domains with the include of a.example": of a named one the answer would be about that one.
    id: 'others-than-named',
    isIn: ({ reading: { text }, isNamed }) =>
      isNamed && / (?:other|another|else) (?:domains?|ones?|customers?|clients?) /.test(text),
    isRead: () => false,
  },
  {
    id: 'other-people',
    isIn: matches(/ (?:other than|except|besides|apart from|but not) (?:me|myself|us) | (?:someone|anyone|who) else /),
    isRead: () => false,
  },
  {
    // What was paid, the receipts say; the product says what a plan costs.
    id: 'paid',
    isIn: matches(/ (?:did|have) (?:i|we) (?:already )?(?:pay|paid|spend|spent) | (?:in total|altogether) /),
    isRead: resolved => resolved.kind === 'topic' && !isTopic('product-business', 'plan', 'renewal')(resolved),
  },
  {
    id: 'whose',
    isIn: ({ reading: { text } }) => / whose /.test(text) && !/ (?:domains?|ones|those) whose /.test(text),
    isRead: isTopic('address-listed', 'address-sends', 'host-users'),
  },
  {
    // "How many addresses": a list counts domains.
    id: 'counted-things',
    isIn: ({ reading: { text } }) => / (?:how many|number of|count of) /.test(text) && !countsDomains.test(text),
    isRead: resolved => !isList(resolved),
  },
]

const countsDomains =
  / (?:how many|number of|count of) (?:of )?(?:(?:the|our|my|your|these|those|all|other|client|different) ){0,3}(?:domains?|ones|them|these|those|sites|have|has|had|are|is|were|do|dont|does|did|use|uses|lack|lacks|publish|still|not|of|ours|with|without|miss|pass|fail|support|enforce|sign) /

function hasSecondPeriod({ reading: { tokens }, facts: { now } }: Context): boolean {
  const first = periodIn(tokens, now)
  if (first === null) return false
  const rest = tokens.map((token, at) => (first.places.includes(at) ? ({ kind: 'word', text: '' } as const) : token))
  return periodIn(rest, now) !== null
}

/** What of a question an answer would leave out although it changes the answer; null: nothing that is known of. */
export function unreadIn(resolved: Resolved, context: Context): string | null {
  // A short text says what is so in general, and not what would be so, or how many there are, at a domain.
  if (resolved.kind === 'text') {
    if (!context.isNamed || resolved.text.isQuoted === true) return null
    if (/^ (?:would|could) /.test(context.reading.text)) return 'supposed'
    return / how many /.test(context.reading.text) ? 'counted-things' : null
  }
  if (resolved.kind === 'setup') return without.test(context.reading.text) ? 'supposed' : null
  if (resolved.kind !== 'topic' && resolved.kind !== 'attribute' && resolved.kind !== 'joint') return null
  if (resolved.kind === 'topic' && polite.has(resolved.topic.id)) return null
  return all.find(each => each.isIn(context) && !each.isRead(resolved, context))?.id ?? null
}

/** What a service needs is not what is so without it. */
const without = / if (?:i|we) (?:remove|removed|drop|dropped|delete|deleted|take out|stop using) /

const polite: ReadonlySet<string> = new Set(['hello', 'thanks', 'help', 'model'])
