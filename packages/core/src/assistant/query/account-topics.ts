import { activityTopics } from './activity-topics.ts'
import { addedAnswer } from './added-answer.ts'
import { domainsNarrowed, narrowedIn } from './narrow.ts'
import { ofAccount } from './of-account.ts'
import { isAboutTags, tagIn } from './tag-question.ts'
import type { Topic } from './topic.ts'

const quotas = {
  threatquota: 'threat_lookups',
  chatquota: 'chat_messages',
  watchedaddress: 'watched_addresses',
  flatten: 'flattening',
  member: 'members',
  alert: 'alerts',
  scan: 'scans',
} as const

export const accountTopics: readonly Topic[] = [
  ofAccount(
    'quota',
    {
      asks: [
        'quota',
        'quota all',
        'quota scan',
        'threatquota',
        'threatquota quota',
        'chatquota',
        'chatquota quota',
        'flatten quota',
        'member quota',
        'alert quota',
        'watchedaddress quota',
        'quota plan',
        'adddomain quota',
        'howmany flatten',
        'howmany watchedaddress',
        'all plan quota',
        'howmany scan',
        'alert quota send',
        'flatten howmany quota',
        'address quota monitor',
      ],
      also: 'plan all domain workspace include scan adddomain lookup record send alert price flatten service member spf day threat hosts address blacklist watchedaddress schedule monitor exist',
      takes: ['numbers', 'addresses'],
      when: ({ reading, own }) =>
        own.length === 0 &&
        !/ (?:does|would|will) (?:it|that|this) cost /.test(reading.text) &&
        namesQuota(reading.concepts) &&
        (reading.concepts.has('quota') ||
          reading.concepts.has('threatquota') ||
          reading.concepts.has('chatquota') ||
          reading.concepts.has('flatten') ||
          reading.concepts.has('watchedaddress') ||
          reading.concepts.has('scan')) &&
        !reading.concepts.has('issue'),
    },
    ({ reading }) => {
      const found = Object.entries(quotas).find(([id]) => reading.concepts.has(id as 'scan'))
      return { topic: 'quota', quota: found === undefined ? 'domains' : found[1] }
    },
  ),
  ofAccount(
    'plan',
    {
      asks: ['plan', 'which plan', 'what plan', 'plan workspace'],
      also: 'workspace exist quota',
      when: ({ reading }) => !/ (?:business|starter) /.test(reading.text),
    },
    () => ({ topic: 'plan' }),
  ),
  ofAccount(
    'renewal',
    {
      asks: ['renew', 'renew plan', 'when renew', 'expire plan'],
      when: ({ reading }) => !/ (?:pay by|by invoice|by card|by bank) /.test(reading.text),
      also: 'plan when workspace expire price next',
    },
    () => ({ topic: 'renewal' }),
  ),
  ofAccount(
    'alerts',
    {
      asks: ['alert', 'alert list', 'last alert', 'alert issue', 'alert changed'],
      also: 'domain last issue critical changed exist send monitor workspace all recent',
      when: ({ reading }) =>
        !reading.forms.has('how') &&
        !reading.forms.has('where') &&
        !reading.concepts.has('triggers') &&
        !reading.concepts.has('goto') &&
        !changing.test(reading.text) &&
        !/ (?:are|is) (?:switched |turned )?(?:on|off|enabled|disabled) $/.test(reading.text),
    },
    () => ({ topic: 'alerts' }),
  ),
  ofAccount(
    'channels',
    {
      asks: [
        'goto alert',
        'where alert goto',
        'alert address',
        'who alert',
        'channel exist',
        'channel alert move|goto|send',
      ],
      also: 'send receive alert exist all channel address goto where move',
    },
    () => ({ topic: 'channels' }),
  ),
  ofAccount(
    'schedules',
    {
      asks: ['schedule', 'next scan', 'next', 'next when', 'schedule scan', 'when next', 'which schedule'],
      also: 'scan domain when next all exist monitor which',
      when: ({ reading, own }) =>
        !reading.forms.has('how') &&
        !reading.forms.has('should') &&
        !(
          reading.concepts.size === 1 &&
          reading.concepts.has('next') &&
          own.length > 0 &&
          !reading.forms.has('when')
        ) &&
        !/ (?:i want|want to|please|set up|turn on|can you|could you) /.test(reading.text),
    },
    ({ reading, own }) => ({
      topic: 'schedules',
      ...(own[0] !== undefined && { domain: own[0].name }),
      ...(/ daily | every day /.test(reading.text)
        ? { schedule: 'daily' as const }
        : / weekly /.test(reading.text)
          ? { schedule: 'weekly' as const }
          : / monthly /.test(reading.text)
            ? { schedule: 'monthly' as const }
            : {}),
    }),
  ),
  ofAccount(
    'checks',
    {
      asks: [
        'freq dns',
        'freq monitor',
        'howoften dns',
        'howoften monitor',
        'monitor',
        'freq scan dns',
        'howoften scan dns',
        'monitor dns',
        'when scan dns',
      ],
      also: 'dns domain all scan record monitor is schedule changed freq last when',
      when: ({ reading, own }) =>
        reading.forms.has('howoften') ||
        reading.concepts.has('freq') ||
        own.length > 0 ||
        / (?:on|off|enabled|running) $/.test(reading.text),
    },
    () => ({ topic: 'checks' }),
  ),
  {
    id: 'added',
    of: 'none',
    asks: ['added', 'when added', 'added domain', 'added last'],
    also: 'domain all when last list next which',
    when: ({ reading }) => !reading.concepts.has('activity') && !reading.forms.has('who'),
    account: ({ own }) => ({
      topic: 'schedules',
      form: 'list',
      ...(own.length === 1 && own[0] !== undefined && { domain: own[0].name }),
    }),
    answer: context => addedAnswer(context),
  },
  {
    ...ofAccount(
      'tags',
      { asks: ['tag', 'which tag', 'tag list'], also: '*', takes: ['words', 'services'], when: isAboutTags },
      context => {
        const tag = tagIn(context)
        return { topic: 'tags', form: 'list', ...(tag !== null && { tag }) }
      },
    ),
    // For "which of them are listed?"
    lists: ({ facts, reading }) => {
      const chosen = narrowedIn(
        reading.tokens.map(token => ('text' in token ? token.text : '')).join(' '),
        facts.domains,
      )
      return chosen === null ? [] : domainsNarrowed(facts.domains, chosen).map(({ name }) => name)
    },
  },
  ofAccount(
    'members',
    {
      asks: [
        'member',
        'access',
        'who access',
        'who workspace',
        'member workspace',
        'who member',
        'which|who|list|howmany member access',
      ],
      also: 'workspace access member exist',
      when: ({ reading }) =>
        reading.forms.has('who') ||
        reading.forms.has('list') ||
        reading.forms.has('howmany') ||
        reading.forms.has('which') ||
        (!reading.forms.has('is') && !reading.forms.has('how')),
    },
    () => ({ topic: 'members' }),
  ),
  ofAccount(
    'invitations',
    {
      asks: ['invite', 'invite list', 'invite exist'],
      also: 'workspace exist',
      when: ({ reading }) =>
        !reading.forms.has('how') && !reading.forms.has('where') && / (?:invitations|pending|open) /.test(reading.text),
    },
    () => ({ topic: 'invitations' }),
  ),
  ofAccount(
    'keys',
    {
      asks: ['apikey', 'apikey list', 'apikey exist', 'which apikey'],
      also: 'exist workspace expire key api quota plan when last hosts list scan',
      when: ({ reading }) =>
        !/ (?:create|generate|make) /.test(reading.text) &&
        ((!reading.forms.has('how') && !reading.forms.has('where')) ||
          reading.concepts.has('plan') ||
          reading.concepts.has('quota')),
    },
    () => ({ topic: 'keys' }),
  ),
  ofAccount(
    'decisions',
    {
      asks: [
        'decision',
        'decision list',
        'where decision',
        'decision issue',
        'note',
        'which decision',
        'who decision',
        'activity decision',
        'decision note',
      ],
      also: 'issue exist domain list all activity who note without spf dkim dmarc mx blacklist relay record why what when',
      when: ({ reading }) =>
        !reading.forms.has('how') &&
        !/^ (?:please )?(?:mute|accept|hide|ignore|dismiss|suppress|silence) /.test(reading.text) &&
        (reading.forms.has('where') || !/ (?:can i|could i|may i|i want|hide) /.test(reading.text)),
    },
    () => ({ topic: 'decisions', form: 'list' }),
  ),
  ofAccount(
    'hosted',
    {
      asks: ['flatten', 'flatten list', 'flatten exist', 'which flatten'],
      also: 'spf record exist domain service all',
      when: ({ reading }) =>
        / hosted | flattened | flattenings? /.test(reading.text) &&
        !reading.forms.has('how') &&
        !reading.forms.has('should') &&
        !reading.forms.has('explain') &&
        (/ (?:my|our|have|which|list|show) /.test(reading.text) || / hosted /.test(reading.text)) &&
        !/ (?:good idea|bad idea|worth) /.test(reading.text),
    },
    () => ({ topic: 'hosted' }),
  ),
  ofAccount('headers', { asks: ['headers'], also: 'exist list last' }, () => ({ topic: 'headers' })),
  ...activityTopics,
]

/** Words of people who want something done, and not shown. */
const changing = / (?:turn|switch|disable|enable|deactivate|activate|stop|silence|pause|alert me|notify me|warn me) /

/** A limit of something that no plan counts, such as includes, is another question. */
function namesQuota(concepts: ReadonlySet<string>): boolean {
  return (
    Object.keys(quotas).some(id => concepts.has(id)) ||
    !['include', 'lookup', 'record', 'spf', 'service', 'send', 'hosts', 'blacklist', 'address'].some(id =>
      concepts.has(id),
    )
  )
}
