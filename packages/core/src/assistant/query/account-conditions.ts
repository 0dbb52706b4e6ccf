import { type ChannelKind, channelKinds } from '../../alert/index.ts'
import { type KeyScope, keyScopes, type Role } from '../../plan/index.ts'
import type { AccountQuestion, AccountTopic } from '../account-question.ts'
import type { Reading } from '../reading/read.ts'

type Conditions = Partial<Omit<AccountQuestion, 'topic'>>

/**
 * What a question about the account asks of each alert, key or member, beside which they are. A condition that it has is never
 * left out: "which alerts are open" is not answered with all of them.
 *
 * @returns null: it has one that nothing here reads, so it is another question
 */
export function accountConditions(topic: AccountTopic, reading: Reading): Conditions | null {
  const own = conditions[topic]?.(reading)
  if (own === null) return null
  const isNegated = reading.concepts.has('without')
  if (!isNegated || own?.isRead === true) return own?.asked ?? {}
  // Those that have not: nothing here tells them from those that have.
  if ((['which', 'howmany', 'list', 'who'] as const).some(form => reading.forms.has(form))) return null
  return { ...own?.asked, form: 'list' }
}

interface Found {
  asked: Conditions
  /** The negation of the question is a part of it. */
  isRead?: boolean
}

type Reader = (reading: Reading) => Found | null

const conditions: Readonly<Partial<Record<AccountTopic, Reader>>> = {
  quota: ({ text, numbers: [number], forms, period }) => {
    // What is used is counted for this month or this day alone.
    if (period !== null && !/ (?:this|current) (?:month|week|day|period) | today /.test(text)) return null
    const asksRoom = / (?:can|could|may) (?:i|we) /.test(text) && !forms.has('howmany') && !forms.has('what')
    if (number === undefined) return { asked: asksRoom ? { form: 'yes-no' } : {} }
    const isTotal = / (?:have|own|use) /.test(text) && !/ (?:more|another|add|additional) /.test(text)
    return {
      asked: { ...(asksRoom && { form: 'yes-no' }), ...(isTotal ? { total: number.value } : { more: number.value }) },
    }
  },
  alerts: ({ text, concepts }) => {
    const isOpen = / (?:open|unresolved|active|outstanding|ongoing) /.test(text) || / not (?:yet )?resolved /.test(text)
    return {
      asked: {
        ...(isOpen && { isOpen }),
        ...(concepts.has('critical') && { severity: 'critical' }),
        ...(/ warning alerts? /.test(text) && { severity: 'warning' }),
      },
      isRead: isOpen,
    }
  },
  channels: ({ text, forms }) => {
    if (/ (?:discord|sms|telegram|pagerduty) /.test(text)) return null
    const named = channelKinds.filter(kind => channelWords[kind].test(text))
    const [channel] = named
    if (named.length > 1 || channel === undefined) return { asked: named.length > 1 ? { form: 'list' } : {} }
    return { asked: { channel, ...(forms.has('where') && { form: 'list' as const }) } }
  },
  schedules: ({ concepts, text }) => {
    if (!concepts.has('without')) return { asked: {} }
    return / (?:daily|weekly|monthly|every) /.test(text) ? null : { asked: { schedule: 'none' }, isRead: true }
  },
  tags: ({ concepts, text }) =>
    concepts.has('without') || / untagged /.test(text) ? { asked: { isWithout: true }, isRead: true } : { asked: {} },
  members: ({ text }) => {
    if (/ (?:access|rights?|permissions?) /.test(text)) return { asked: {} }
    const named = roleWords.filter(([, words]) => words.test(text))
    const [first] = named
    return { asked: named.length === 1 && first !== undefined ? { role: first[0] } : {} }
  },
  keys: ({ text, concepts }) => {
    const isUnused = / (?:unused|(?:never|not) (?:been |yet |yet been )?used) /.test(text)
    const scope = keyScopes.find(each => verbs.some(verb => text.includes(` ${verb} ${each} `)))
    if (/ expired /.test(text)) return { asked: { keyState: 'expired', ...scopeOf(scope) } }
    if (isUnused) return { asked: { keyState: 'unused', ...scopeOf(scope) }, isRead: true }
    // Which of them ends is in its line.
    return { asked: { ...scopeOf(scope), ...(concepts.has('expire') && { form: 'list' }) } }
  },
  decisions: ({ text, concepts }) => {
    const [isAccepted, isMuted] = [/ accept(?:ed)? /.test(text), / mut(?:e|ed) /.test(text)]
    const isNoted = concepts.has('note')
    return {
      asked: {
        ...(isAccepted !== isMuted && { decision: isAccepted ? 'accepted' : 'muted' }),
        ...(isNoted && { isNoted: !concepts.has('without') }),
      },
      isRead: isNoted,
    }
  },
  hosted: ({ text, forms }) => ({
    asked: forms.has('is') && / (?:active|live|published|working|deployed) /.test(text) ? { form: 'list' } : {},
  }),
}

/** "Can write", "with admin". */
const verbs = ['can', 'may', 'to', 'with'] as const

const scopeOf = (scope: KeyScope | undefined): Conditions => (scope === undefined ? {} : { scope })

const channelWords: Readonly<Record<ChannelKind, RegExp>> = {
  email: / (?:by|via|per) (?:(?:e )?mails?|emails?) /,
  slack: / slack /,
  teams: / teams /,
  webhook: / webhooks? /,
}

const roleWords: readonly (readonly [role: Role, words: RegExp])[] = [
  ['owner', / owners? /],
  ['admin', / (?:admins?|administrators?) /],
  ['editor', / editors? /],
  ['viewer', / viewers? /],
]
