import type { AlertSeverity, AlertType, ChannelKind } from '../alert/index.ts'
import type { AuditAction } from '../audit/index.ts'
import type { KeyScope, Role, ScanSchedule } from '../plan/index.ts'
import type { AccountGroup, AccountQuery, QuotaId } from './account-facts.ts'

/** What can be asked of the account. */
export const accountTopics = [
  'plan',
  'quota',
  'renewal',
  'alerts',
  'alert-types',
  'channels',
  'schedules',
  'checks',
  'tags',
  'members',
  'invitations',
  'keys',
  'decisions',
  'hosted',
  'headers',
  'changes',
  'activity',
] as const

export type AccountTopic = (typeof accountTopics)[number]

/** A question about the account, with its conditions. A condition counts only with the topics that it is about. */
export interface AccountQuestion extends AccountQuery {
  topic: AccountTopic
  /** `count`: the number alone. `yes-no`: whether there is one, with the reason. */
  form: 'list' | 'count' | 'yes-no'
  /** `quota`: which one. */
  quota?: QuotaId | undefined
  /** `quota`: whether there is room for so many more, or for so many in all. */
  more?: number | undefined
  total?: number | undefined
  /** `alerts`: problems that are not resolved, instead of what was raised. */
  isOpen?: boolean | undefined
  alertType?: AlertType | 'limit' | undefined
  severity?: AlertSeverity | undefined
  /** `channels`: one of them. */
  channel?: ChannelKind | undefined
  /** `schedules`: domains with this one; left out, all that have one. */
  schedule?: ScanSchedule | undefined
  /** `tags`: domains with this one, in any letter case. */
  tag?: string | undefined
  /** `tags`: domains without. */
  isWithout?: boolean | undefined
  /** `members`: those with this role. */
  role?: Role | undefined
  /** `keys`: those with this scope; those that have expired, or were never used. */
  scope?: KeyScope | undefined
  keyState?: 'expired' | 'unused' | undefined
  /** `decisions`: of this kind. */
  decision?: 'accepted' | 'muted' | undefined
  /** `decisions`: those with a note, or those without one. */
  isNoted?: boolean | undefined
  /** `activity`: only these actions; what the caller did; what a person or key of this name did, or of one with this part. */
  actions?: readonly AuditAction[] | undefined
  isMine?: boolean | undefined
  actor?: string | undefined
  /** `changes`: domains that lost points, or gained them; left out, all. */
  direction?: 'lost' | 'gained' | undefined
}

const groups: { readonly [T in AccountTopic]: readonly AccountGroup[] } = {
  plan: ['plan'],
  quota: ['plan'],
  renewal: ['plan'],
  alerts: ['alerts'],
  'alert-types': ['channels'],
  channels: ['channels'],
  schedules: ['domains'],
  checks: ['domains'],
  tags: ['domains'],
  members: ['members', 'plan'],
  invitations: ['members'],
  keys: ['keys'],
  decisions: ['decisions'],
  hosted: ['hosted'],
  headers: ['headers'],
  changes: ['changes'],
  activity: ['activity'],
}

/** The groups of facts that the answer to a question needs. */
export function groupsFor({ topic }: Pick<AccountQuestion, 'topic'>): readonly AccountGroup[] {
  return groups[topic]
}
