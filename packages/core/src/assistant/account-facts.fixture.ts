import { alertTypes } from '../alert/index.ts'
import type { AccountFacts, AccountGroups, PlanFacts } from './account-facts.ts'
import { known } from './account-read.ts'
import { privateText } from './private-text.ts'

const ada = privateText('person', 'Ada Lovelace')
const grace = privateText('person', 'Grace Hopper')

export const planFacts: PlanFacts = {
  quotas: {
    domains: { used: 3, limit: 10, resetsAt: null },
    scans: { used: 41, limit: null, resetsAt: '2026-12-01T00:00:00.000Z' },
    threat_lookups: { used: 20, limit: 250, resetsAt: '2026-11-29T00:00:00.000Z' },
    chat_messages: { used: 2, limit: null, resetsAt: '2026-11-29T00:00:00.000Z' },
    alerts: { used: 12, limit: 1000, resetsAt: '2026-12-01T00:00:00.000Z' },
    members: { used: 3, limit: 5, resetsAt: null },
    flattening: { used: 3, limit: 3, resetsAt: null },
    watched_addresses: { used: 0, limit: 0, resetsAt: null },
  },
  subscription: known({
    plan: 'pro',
    period: 'monthly',
    status: 'active',
    periodEnd: '2026-12-03T10:00:00.000Z',
    pastDueSince: null,
    credit: 0,
    scheduled: null,
  }),
}

const weakened = {
  type: 'dmarc_fail',
  severity: 'critical',
  description: 'DMARC policy weakened from reject to none',
  at: '2026-11-27T09:00:00.000Z',
} as const

/** Every group, with two or more of everything, on a Pro workspace as its owner sees it. */
export const accountGroupsFixture: AccountGroups = {
  plan: planFacts,
  alerts: {
    recent: {
      items: [
        { ...weakened, state: 'raised', name: 'shop.example', isDomain: true },
        {
          type: 'blacklist_detection',
          severity: 'warning',
          state: 'resolved',
          name: 'news.example',
          isDomain: true,
          description: '203.0.113.5 listed on SpamCop',
          at: '2026-11-20T09:00:00.000Z',
        },
      ],
      total: 2,
    },
    open: { items: [{ ...weakened, domain: 'shop.example' }], total: 1 },
  },
  channels: {
    allowed: true,
    hasMail: true,
    types: [...alertTypes],
    channels: [
      { kind: 'email', state: 'on', address: privateText('address', 'ada@mail.example'), reason: null, pausedAt: null },
      {
        kind: 'slack',
        state: 'paused',
        address: null,
        reason: privateText('reply', '410 channel_is_archived'),
        pausedAt: '2026-11-26T09:00:00.000Z',
      },
    ],
  },
  domains: {
    monitoring: { enabled: true, everyHours: 6 },
    domains: {
      items: [
        {
          name: 'news.example',
          addedAt: '2026-11-01T09:00:00.000Z',
          tags: ['Client A'],
          isReadOnly: false,
          schedule: 'none',
          lastScanAt: null,
          nextScanAt: null,
          isScanning: false,
          checkedAt: null,
          nextCheckAt: '2026-11-28T10:00:00.000Z',
          failedChecks: 2,
        },
        {
          name: 'shop.example',
          addedAt: '2026-11-01T09:00:00.000Z',
          tags: [],
          isReadOnly: false,
          schedule: 'daily',
          lastScanAt: '2026-11-28T08:00:00.000Z',
          nextScanAt: '2026-11-29T08:00:00.000Z',
          isScanning: false,
          checkedAt: '2026-11-28T03:30:00.000Z',
          nextCheckAt: '2026-11-28T09:30:00.000Z',
          failedChecks: 0,
        },
      ],
      total: 2,
    },
  },
  members: {
    workspace: privateText('workspace', 'Lovelace & Co'),
    members: {
      items: [
        {
          name: ada,
          email: privateText('address', 'ada@mail.example'),
          role: 'owner',
          joinedAt: '2026-01-05T09:00:00.000Z',
          isCaller: true,
        },
        {
          name: grace,
          email: privateText('address', 'grace@mail.example'),
          role: 'editor',
          joinedAt: '2026-03-05T09:00:00.000Z',
          isCaller: false,
        },
      ],
      total: 2,
    },
    invitations: known({
      items: [{ role: 'viewer', createdAt: '2026-11-27T09:00:00.000Z', expiresAt: '2026-12-04T09:00:00.000Z' }],
      total: 1,
    }),
  },
  keys: {
    allowed: false,
    keys: {
      items: [
        {
          name: privateText('key', 'deploy'),
          scopes: ['read', 'scan'],
          createdAt: '2026-05-01T09:00:00.000Z',
          createdBy: ada,
          expiresAt: null,
          isExpired: false,
          lastUsedAt: '2026-11-28T07:00:00.000Z',
        },
        {
          name: privateText('key', 'trial'),
          scopes: ['read'],
          createdAt: '2026-04-01T09:00:00.000Z',
          createdBy: grace,
          expiresAt: '2026-05-01T09:00:00.000Z',
          isExpired: true,
          lastUsedAt: null,
        },
      ],
      total: 2,
    },
  },
  decisions: {
    items: [
      {
        domain: 'shop.example',
        finding: 'spf_missing',
        subject: null,
        reason: 'SPF record missing',
        kind: 'accepted',
        note: privateText('note', 'Ask Grace before May.'),
        decidedAt: '2026-11-10T09:00:00.000Z',
        decidedBy: grace,
        expiresAt: '2027-05-01T09:00:00.000Z',
        isExpired: false,
      },
    ],
    total: 1,
  },
  hosted: {
    zone: 'waxseal.email',
    isProved: true,
    records: {
      items: [
        {
          domain: 'shop.example',
          name: 'shop-example-x1.waxseal.email',
          status: 'active',
          publication: 'live',
          isIncluded: true,
          problem: null,
          lookupsBefore: 14,
          lookupsAfter: 1,
          createdAt: '2026-10-01T09:00:00.000Z',
          changedAt: '2026-11-20T09:00:00.000Z',
          checkedAt: '2026-11-28T08:30:00.000Z',
          nextCheckAt: '2026-11-28T09:30:00.000Z',
          appliesAt: null,
        },
      ],
      total: 1,
    },
  },
  headers: {
    items: [
      {
        id: 'a1',
        from: privateText('address', 'Eve <eve@evil.example>'),
        fromDomain: 'evil.example',
        subject: privateText('message', 'Your invoice'),
        threatScore: 72,
        createdAt: '2026-11-21T09:00:00.000Z',
        expiresAt: '2027-02-19T09:00:00.000Z',
      },
    ],
    total: 1,
  },
  changes: {
    since: '2026-11-14T09:00:00.000Z',
    until: '2026-11-28T09:00:00.000Z',
    dnsShownSince: '2025-11-28T09:00:00.000Z',
    moves: {
      items: [
        {
          domain: 'shop.example',
          before: { at: '2026-11-13T08:00:00.000Z', score: 95 },
          after: { at: '2026-11-28T08:00:00.000Z', score: 70 },
          isComparable: true,
          fixed: [],
          added: [
            { id: 'dmarc_missing', subject: null, title: 'DMARC record missing', reason: 'DMARC record missing' },
          ],
          changed: [],
        },
        {
          domain: 'news.example',
          before: { at: '2026-11-13T08:00:00.000Z', score: 80 },
          after: { at: '2026-11-27T08:00:00.000Z', score: 80 },
          isComparable: true,
          fixed: [],
          added: [],
          changed: [],
        },
      ],
      total: 2,
    },
    dns: {
      items: [
        {
          domain: 'shop.example',
          at: '2026-11-27T09:00:00.000Z',
          type: 'dmarc_removed',
          severity: 'critical',
          part: 'dmarc',
          description: 'DMARC record removed',
          before: 'v=DMARC1; p=reject',
          after: null,
        },
      ],
      total: 1,
    },
    scans: null,
  },
  activity: {
    isOwnOnly: false,
    events: {
      items: [
        {
          at: '2026-11-27T08:55:00.000Z',
          what: privateText('event', 'Generated a DMARC record for shop.example'),
          action: 'record.dmarc_generated',
          group: 'records',
          domain: 'shop.example',
          by: 'person',
          name: grace,
          isCaller: false,
        },
      ],
      total: 1,
    },
  },
}

/** The facts of this account, all groups read. */
export function accountFactsFixture(
  changed: Partial<AccountGroups> = {},
  rest: Partial<Omit<AccountFacts, 'groups'>> = {},
): AccountFacts {
  const groups = Object.entries({ ...accountGroupsFixture, ...changed }).map(([group, value]) => [group, known(value)])
  return {
    at: '2026-11-28T09:00:00.000Z',
    tier: 'pro',
    caller: { role: 'owner', kind: 'person' },
    billing: 'stripe',
    asked: {},
    groups: Object.fromEntries(groups) as AccountFacts['groups'],
    ...rest,
  }
}
