import type { AlertSeverity, AlertType, ChannelKind } from '../alert/index.ts'
import type { BillingPeriod, KeyScope, PaidTier, Role, ScanSchedule, SubscriptionStatus, Tier } from '../plan/index.ts'
import type {
  ActivityFacts,
  DecisionFacts,
  HostedFacts,
  PastChangesFacts,
  StoredHeaderFacts,
} from './account-history-facts.ts'
import type { Bounded, Read } from './account-read.ts'
import type { Private } from './private-text.ts'

/**
 * What the product knows of the account beside its scans, as plain data. All times are ISO 8601 in UTC; all names of
 * domains are A-labels. Every list has a bound (`accountBounds`) and says how many there are in all. A text that no
 * language model may see is `Private`.
 */
export interface AccountFacts {
  /** When it was read. Every "open", "expired" and "next" is as of then. */
  at: string
  tier: Tier
  /** Who asks. A key has no name of its own here. */
  caller: { role: Role; kind: 'person' | 'key' }
  /** How the installation is paid for; `off`: not at all. */
  billing: 'test' | 'stripe' | 'off'
  /** What was asked about. Lists that follow a domain or a period have only what is inside. */
  asked: AccountQuery
  /** The groups that the question needs. A group that is not here was not read. */
  groups: { readonly [G in AccountGroup]?: Read<AccountGroups[G]> }
}

/** What each group has. */
export interface AccountGroups {
  plan: PlanFacts
  alerts: AlertsFacts
  channels: ChannelsFacts
  domains: WatchedDomainsFacts
  members: MembersFacts
  keys: KeysFacts
  decisions: Bounded<DecisionFacts>
  hosted: HostedFacts
  headers: Bounded<StoredHeaderFacts>
  changes: PastChangesFacts
  activity: ActivityFacts
}

/** The groups, in the order in which a whole account is told. */
export const accountGroups = [
  'plan',
  'alerts',
  'channels',
  'domains',
  'members',
  'keys',
  'decisions',
  'hosted',
  'headers',
  'changes',
  'activity',
] as const satisfies readonly (keyof AccountGroups)[]

export type AccountGroup = (typeof accountGroups)[number]

/** The most of each list that is read. What is cut shows in `total`. */
export const accountBounds = {
  domains: 200,
  alerts: 50,
  openAlerts: 50,
  members: 30,
  invitations: 30,
  keys: 50,
  decisions: 100,
  hosted: 50,
  headers: 30,
  dnsChanges: 100,
  scanMoves: 200,
  scans: 60,
  activity: 50,
} as const

/** What a question is about, so that the bound cuts nothing it asks for. */
export interface AccountQuery {
  /** Only what is about this domain of the workspace, as A-labels. */
  domain?: string | undefined
  /** Only what happened from then on, and before `until`. ISO 8601. */
  since?: string | undefined
  until?: string | undefined
}

/** What a plan counts. */
export const quotaIds = [
  'domains',
  'scans',
  'threat_lookups',
  'chat_messages',
  'alerts',
  'members',
  'flattening',
  'watched_addresses',
] as const

export type QuotaId = (typeof quotaIds)[number]

/** How much of a quota is used. */
export interface QuotaFacts {
  used: number
  /** null: unlimited. 0: the plan has none of it. */
  limit: number | null
  /** When it starts at zero again; null: it does not. */
  resetsAt: string | null
}

/** The plan, what of it is used, and what comes next. */
export interface PlanFacts {
  quotas: { readonly [Q in QuotaId]: QuotaFacts }
  /** null: nothing is paid for: Starter, or a plan that the operator gave. */
  subscription: Read<SubscriptionFacts | null>
}

export interface SubscriptionFacts {
  plan: PaidTier
  period: BillingPeriod
  status: SubscriptionStatus
  /** When it renews; of a cancelled one, when it ends or ended. */
  periodEnd: string
  pastDueSince: string | null
  /** Of earlier changes, in US dollars. It pays the next invoices first. */
  credit: number
  /** What changes at the end of the period; to `free` the subscription ends then. */
  scheduled: { plan: Tier; period: BillingPeriod; at: string } | null
}

/** Alerts that were raised, and what is open. */
export interface AlertsFacts {
  /** Of the domain and period in question, the newest first. */
  recent: Bounded<AlertFacts>
  /** Problems that people were alerted to and that are not resolved, the newest first. */
  open: Bounded<OpenAlertFacts>
}

export interface AlertFacts {
  type: AlertType | 'limit'
  severity: AlertSeverity
  state: 'raised' | 'resolved'
  /** The domain, or what else it is about: a watched address. */
  name: string
  isDomain: boolean
  /** One sentence without a period. */
  description: string
  at: string
}

export interface OpenAlertFacts {
  type: AlertType
  severity: AlertSeverity
  domain: string
  description: string
  /** When people were alerted to it last. */
  at: string
}

/** Where alerts go. No secret and no webhook URL is here. */
export interface ChannelsFacts {
  /** The plan has alerts. */
  allowed: boolean
  /** Whether mail leaves this server. */
  hasMail: boolean
  /** The types that are switched on. */
  types: readonly AlertType[]
  channels: readonly ChannelFacts[]
}

export interface ChannelFacts {
  kind: ChannelKind
  /** `off`: not set up, or switched off. `waiting`: for the confirmation of the address. `paused`: it failed for three days. */
  state: 'on' | 'off' | 'waiting' | 'unsubscribed' | 'paused'
  /** The address that mail goes to; null for webhooks, and where there is none. */
  address: Private | null
  /** Why it is paused, in the words of the other side. */
  reason: Private | null
  pausedAt: string | null
}

/** How the domains are scanned and watched. */
export interface WatchedDomainsFacts {
  monitoring: { enabled: boolean; everyHours: number }
  /** In alphabetical order. */
  domains: Bounded<WatchedDomainFacts>
}

export interface WatchedDomainFacts {
  name: string
  addedAt: string
  tags: readonly string[]
  /** Beyond the plan's number: neither scanned nor monitored. */
  isReadOnly: boolean
  schedule: ScanSchedule
  lastScanAt: string | null
  /** Of the schedule; null: none. */
  nextScanAt: string | null
  /** A scan is queued or running. */
  isScanning: boolean
  /** The newest check of its records that found something out; null: none yet. */
  checkedAt: string | null
  /** The next check of its records; null: monitoring is off, or the domain is read-only. */
  nextCheckAt: string | null
  /** The checks in a row that could not be made. */
  failedChecks: number
}

/** Who belongs to the workspace. */
export interface MembersFacts {
  workspace: Private
  /** In the order in which they joined. */
  members: Bounded<MemberFacts>
  /** Open invitations, the newest first. */
  invitations: Read<Bounded<InvitationFacts>>
}

export interface MemberFacts {
  name: Private
  email: Private
  role: Role
  joinedAt: string
  /** Who asks. */
  isCaller: boolean
}

export interface InvitationFacts {
  role: Role
  createdAt: string
  expiresAt: string
}

/** The API keys. No key, and no part of one, is here. */
export interface KeysFacts {
  /** The plan has API keys: without it they do not work. */
  allowed: boolean
  /** The newest first. */
  keys: Bounded<KeyFacts>
}

export interface KeyFacts {
  name: Private
  /** With those that they include, the least first. */
  scopes: readonly KeyScope[]
  createdAt: string
  createdBy: Private
  /** null: it does not expire. */
  expiresAt: string | null
  isExpired: boolean
  /** Noted at most once a minute; null: never used. */
  lastUsedAt: string | null
}
