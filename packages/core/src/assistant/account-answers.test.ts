import { describe, expect, it } from 'vitest'
import { accountAnswer } from './account-answers.ts'
import { accountFactsFixture, accountGroupsFixture, planFacts } from './account-facts.fixture.ts'
import type { AccountFacts, SubscriptionFacts } from './account-facts.ts'
import { type AccountQuestion, accountTopics } from './account-question.ts'
import { absent, bounded, known } from './account-read.ts'
import type { Answer } from './answer.ts'
import { hidePrivate } from './hide-private.ts'
import { markdownOf } from './markdown.ts'

/** An answer as lines of plain text. */
function linesOf(answer: Answer): readonly string[] {
  return answer.flatMap(block => {
    if (block.kind === 'list') return block.items.map(({ lead, text }) => [lead, text].filter(Boolean).join(' '))
    if (block.kind !== 'published') return 'text' in block ? [block.text] : []
    const { record, when } = block
    return [`${record.name} ${record.type} ${record.value}, ${when}`]
  })
}

const ask = (question: AccountQuestion, facts: AccountFacts = accountFactsFixture()) =>
  linesOf(accountAnswer(facts, question))

const list = (topic: AccountQuestion['topic'], rest: Partial<AccountQuestion> = {}): AccountQuestion => ({
  topic,
  form: 'list',
  ...rest,
})

const renewal = (changed: Partial<SubscriptionFacts> | null) => {
  const [present] = [planFacts.subscription].flatMap(read => (read.known && read.value ? [read.value] : []))
  if (present === undefined) throw new Error('the fixture has no subscription')
  const subscription = known(changed && { ...present, ...changed })
  return ask(list('renewal'), accountFactsFixture({ plan: { ...planFacts, subscription } })).join(' ')
}

describe('the plan', () => {
  it('is said with what is used, what is left and when it renews', () => {
    expect(ask(list('plan'))).toEqual([
      'Pro. 3 of 10 domains used, 7 left. Renews on Dec 3, 2026.',
      'Scans: 41 used this month, no limit.',
      'Threat lookups: 20 of 250 used today.',
      'Chat messages: 2 used today, no limit.',
      'Alerts: 12 of 1,000 used this month.',
      'Members: 3 of 5 used.',
      'Hosted SPF records: 3 of 3 used.',
      'Watched addresses: not part of your plan.',
    ])
  })

  it.each<[Partial<AccountQuestion>, string]>([
    [{ quota: 'domains' }, '3 of 10 domains used, 7 left. Business has unlimited domains.'],
    [{ quota: 'domains', form: 'yes-no' }, 'Yes. 3 of 10 domains used, 7 left. Business has unlimited domains.'],
    [
      { quota: 'flattening', form: 'yes-no' },
      'No. 3 of 3 hosted SPF records used, none left. Business has unlimited hosted SPF records.',
    ],
    [{ quota: 'scans' }, '41 scans used this month. There is no limit.'],
    [
      { quota: 'threat_lookups' },
      '20 of 250 threat lookups used today, 230 left. It starts at zero on Nov 29, 2026 (UTC). Business has 1,000 threat lookups.',
    ],
    [{ quota: 'watched_addresses' }, 'Your plan has no watched addresses. Business has 256 watched addresses.'],
  ])('of a quota %j', (rest, words) => {
    expect(ask(list('quota', rest))).toEqual([words])
  })

  it('may have more domains than it allows, after a downgrade', () => {
    const quotas = { ...planFacts.quotas, domains: { used: 18, limit: 10, resetsAt: null } }
    expect(ask(list('quota'), accountFactsFixture({ plan: { ...planFacts, quotas } }))[0]).toMatch(
      /^18 of 10 domains used, 8 more than the plan allows\./,
    )
  })

  const at = '2026-12-03T10:00:00.000Z'

  it.each<[Partial<SubscriptionFacts> | null, string]>([
    [{}, 'Pro, billed monthly. Renews on Dec 3, 2026.'],
    [{ credit: 12.5 }, 'Pro, billed monthly. Renews on Dec 3, 2026. A credit of $12.50 pays the next invoices first.'],
    [{ status: 'cancelled' }, 'Pro, billed monthly. The subscription is cancelled; the plan ends on Dec 3, 2026.'],
    [
      { scheduled: { plan: 'free', period: 'monthly', at } },
      'Pro, billed monthly. It ends on Dec 3, 2026, and the workspace then has Starter.',
    ],
    [
      { plan: 'business', period: 'yearly', scheduled: { plan: 'pro', period: 'monthly', at } },
      'Business, billed yearly. It changes to Pro on Dec 3, 2026.',
    ],
    [
      { period: 'yearly', scheduled: { plan: 'pro', period: 'monthly', at } },
      'Pro, billed yearly. It is billed monthly from Dec 3, 2026.',
    ],
    [
      { status: 'past_due', pastDueSince: '2026-11-25T10:00:00.000Z' },
      'Pro, billed monthly. The payment of Nov 25, 2026 failed: without a payment the plan ends on Dec 2, 2026. The period ends on Dec 3, 2026.',
    ],
    [null, 'Pro does not renew. The operator gave it without a payment, so there is no subscription.'],
  ])('renews, ends or changes: %j', (changed, words) => {
    expect(renewal(changed)).toBe(words)
  })
})

it.each<[AccountQuestion, readonly string[]]>([
  [
    list('alerts', { form: 'yes-no', since: '2026-11-01T00:00:00Z' }),
    [
      'Yes. There are 2 alerts since Nov 1, 2026.',
      'shop.example: DMARC policy weakened from reject to none (critical, Nov 27, 2026, 09:00 UTC).',
      'news.example: Resolved: 203.0.113.5 listed on SpamCop (warning, Nov 20, 2026, 09:00 UTC).',
    ],
  ],
  [
    list('alerts', { form: 'count', alertType: 'dmarc_fail', domain: 'shop.example' }),
    ['There is 1 “DMARC failure” alert of shop.example.'],
  ],
  [list('alerts', { isOpen: true, severity: 'warning' }), ['There are no open warning alerts.']],
  [
    list('channels', { channel: 'slack', form: 'yes-no' }),
    [
      'No. Alerts do not go out by Slack now.',
      'Slack: paused since Nov 26, 2026: 410 channel_is_archived. Its alerts wait until it is resumed under Alerts.',
    ],
  ],
  [list('channels', { form: 'count' }), ['1 of 2 channels send alerts.']],
  [
    list('schedules'),
    ['1 of 2 domains is scanned by a schedule.', 'shop.example: daily, next on Nov 29, 2026, 08:00 UTC.'],
  ],
  [list('schedules', { schedule: 'weekly', form: 'yes-no' }), ['No. 0 of 2 domains are scanned weekly.']],
  [
    list('checks'),
    [
      'DNS monitoring checks the records of your domains every 6 hours.',
      'It can be every hour, every 6 hours or every 24 hours: the Alerts page sets it.',
      'shop.example: last checked on Nov 28, 2026, 03:30 UTC, next on Nov 28, 2026, 09:30 UTC.',
      'news.example: not checked yet, next on Nov 28, 2026, 10:00 UTC. The last 2 checks could not be made.',
    ],
  ],
  [list('tags', { tag: 'client a' }), ['1 of 2 domains has the tag “client a”.', 'news.example: Client A']],
  [
    list('members'),
    [
      'The workspace has 2 members. The plan has 5 members, open invitations counted: 2 places are left.',
      'Ada Lovelace (you): ada@mail.example, owner, since Jan 5, 2026.',
      'Grace Hopper: grace@mail.example, editor, since Mar 5, 2026.',
    ],
  ],
  [list('members', { role: 'admin', form: 'yes-no' }), ['No. The workspace has no admins.']],
  [
    list('invitations'),
    ['1 invitation is open.', 'Viewer: created on Nov 27, 2026, expires on Dec 4, 2026, 09:00 UTC.'],
  ],
  [
    list('keys', { keyState: 'unused' }),
    [
      'The workspace has 1 unused API key.',
      'API keys need Business: on Pro none of them works.',
      'trial: read; created by Grace Hopper on Apr 1, 2026; never used; expired on May 1, 2026.',
    ],
  ],
  [
    list('decisions', { domain: 'shop.example', decision: 'accepted' }),
    [
      'There is 1 accepted finding of shop.example.',
      'shop.example: “SPF record missing” was accepted on Nov 10, 2026 by Grace Hopper, until May 1, 2027. Note: Ask Grace before May.',
    ],
  ],
  [
    list('hosted'),
    [
      'There is 1 hosted SPF record.',
      'shop.example: shop-example-x1.waxseal.email. Active and live in DNS. 14 DNS lookups before, 1 now; last checked on Nov 28, 2026, 08:30 UTC.',
    ],
  ],
  [
    list('headers'),
    [
      'There is 1 stored header analysis.',
      'Eve <eve@evil.example>: “Your invoice”, threat score 72 of 100, analyzed on Nov 21, 2026, 09:00 UTC, kept until Feb 19, 2027.',
    ],
  ],
  [
    list('changes'),
    [
      '1 domain changed and monitoring found 1 DNS change since Nov 14, 2026.',
      'Scores and findings',
      'shop.example: 95 on Nov 13, 2026, 70 on Nov 28, 2026. New: DMARC record missing.',
      'DNS records',
      'shop.example: DMARC record removed (critical, Nov 27, 2026, 09:00 UTC).',
      '_dmarc.shop.example TXT v=DMARC1; p=reject, before Nov 27, 2026, 09:00 UTC',
    ],
  ],
  [list('changes', { direction: 'gained', form: 'yes-no' }), ['No. No domains gained points since Nov 14, 2026.']],
  [
    list('activity', { domain: 'shop.example' }),
    [
      'There is 1 recorded action about shop.example.',
      'Nov 27, 2026, 08:55 UTC: Grace Hopper: Generated a DMARC record for shop.example.',
    ],
  ],
  [list('activity', { actor: 'grace', form: 'count' }), ['There is 1 recorded action by grace.']],
  [list('activity', { isMine: true, form: 'yes-no' }), ['No. There are no recorded actions of yours.']],
  [list('activity', { actions: ['domain.removed'] }), ['There are no recorded actions of this kind.']],
])('the answer to %j', (question, words) => {
  expect(ask(question)).toEqual(words)
})

describe('what is absent or cut', () => {
  it.each<[Partial<AccountFacts['groups']>, AccountQuestion, string]>([
    [{ keys: absent({ kind: 'person' }) }, list('keys'), 'An API key does not see this. Sign in to read it.'],
    [
      { members: known({ ...accountGroupsFixture.members, invitations: absent({ kind: 'role', least: 'admin' }) }) },
      list('invitations'),
      'Only owners and administrators of the workspace see this.',
    ],
    [
      { plan: known({ ...planFacts, subscription: absent({ kind: 'billing' }) }) },
      list('renewal'),
      'This installation takes no payments, so there is no subscription.',
    ],
  ])('is said with the reason', (groups, question, words) => {
    const facts = accountFactsFixture()
    expect(ask(question, { ...facts, groups: { ...facts.groups, ...groups } })).toEqual([words])
  })

  it('is said of a list: how many there are, and how many were read', () => {
    const { alerts } = accountGroupsFixture
    const [alert] = alerts.recent.items
    if (alert === undefined) throw new Error('the fixture has no alert')
    const facts = accountFactsFixture({
      alerts: {
        ...alerts,
        recent: bounded(
          Array.from({ length: 50 }, () => alert),
          1_001,
        ),
      },
    })
    expect(ask(list('alerts'), facts)).toEqual([
      'Alerts',
      'There are over 1,000 alerts.',
      ...Array.from({ length: 20 }, () => expect.stringContaining('shop.example:')),
      'These are 20 of over 1,000 alerts.',
    ])
    expect(ask(list('alerts', { severity: 'critical', form: 'count' }), facts)).toEqual([
      'There are 50 critical alerts.',
      'I read only 50 alerts, the newest; others are not counted here.',
    ])
  })

  it('is said of the audit log to those who see only what they did', () => {
    const activity = { ...accountGroupsFixture.activity, isOwnOnly: true, events: { items: [], total: 0 } }
    expect(ask(list('activity'), accountFactsFixture({ activity }))).toEqual([
      'There are no recorded actions of yours.',
      'What others did, you do not see here. Only owners and administrators of the workspace see this.',
    ])
  })

  it('is said of scores that are not comparable, and of changes that the plan does not show', () => {
    const { changes } = accountGroupsFixture
    const [move] = changes.moves.items
    if (move === undefined) throw new Error('the fixture has no move')
    const moves = { items: [{ ...move, isComparable: false }], total: 1 }
    const older = { ...changes, moves, dns: { items: [], total: 0 }, dnsShownSince: '2026-11-20T00:00:00.000Z' }
    expect(ask(list('changes'), accountFactsFixture({ changes: older })).slice(1)).toEqual([
      'shop.example: 95 on Nov 13, 2026, 70 on Nov 28, 2026. New: DMARC record missing. The two scores are not comparable: the plan, the scoring or what could be checked changed.',
      'Your plan shows DNS changes since Nov 20, 2026.',
    ])
  })
})

it('a group that was not read is an error of the program and no fact', () => {
  expect(() => accountAnswer({ ...accountFactsFixture(), groups: {} }, list('keys'))).toThrow('group keys')
})

it('no name, address, key, note or recorded action is in an answer that a language model gets', () => {
  const { value, placeholders } = hidePrivate(accountFactsFixture())
  const all = accountTopics.map(topic => markdownOf(accountAnswer(value, list(topic))))
  for (const text of placeholders.texts.values()) expect(all.join('\n')).not.toContain(text)
  for (const name of ['HIDDENPERSON1', 'HIDDENKEY2', 'HIDDENNOTE1', 'HIDDENEVENT1'])
    expect(all.join('\n')).toContain(name)
})
