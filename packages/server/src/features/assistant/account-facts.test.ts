import type { AccountGroup } from '@waxseal/core/assistant'
import { expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type AccountReaders, accountReader } from './account-facts.ts'

const actor: Actor = {
  workspace: { id: 'w', name: 'Kite', tier: 'pro' },
  by: { kind: 'person', id: 'p' },
  role: 'owner',
}

/** Readers that note who is called with which question. */
function noting(calls: string[]): AccountReaders {
  const reader = (name: string) => async (_actor: Actor, asked: object) => {
    calls.push(`${name} ${JSON.stringify(asked)}`)
    return { known: true, value: {} } as never
  }
  const groups = ['alerts', 'channels', 'domains', 'members', 'keys', 'decisions', 'hosted', 'headers', 'activity']
  return {
    quotas: [reader('quota 1'), reader('quota 2')],
    subscription: reader('subscription'),
    groups: Object.fromEntries(groups.map(group => [group, reader(group)])) as unknown as AccountReaders['groups'],
    scanChanges: reader('scans'),
    dnsChanges: reader('dns'),
  }
}

it.each<[readonly AccountGroup[], readonly string[]]>([
  [[], []],
  [['keys'], ['keys {"domain":"shop.example"}']],
  [['keys', 'keys'], ['keys {"domain":"shop.example"}']],
  [
    ['plan'],
    [
      'subscription {"domain":"shop.example"}',
      'quota 1 {"domain":"shop.example"}',
      'quota 2 {"domain":"shop.example"}',
    ],
  ],
  [
    ['changes'],
    [
      'scans {"domain":"shop.example","since":"2026-10-21T09:00:00.000Z","until":"2026-11-20T09:00:00.000Z"}',
      'dns {"domain":"shop.example","since":"2026-10-21T09:00:00.000Z","until":"2026-11-20T09:00:00.000Z"}',
    ],
  ],
])('the groups %j ask only those who know them', async (groups, called) => {
  const calls: string[] = []
  const read = accountReader({ now: () => new Date('2026-11-20T09:00:00Z'), env: readEnv({}) }, noting(calls))
  const facts = await read(actor, groups, { domain: 'shop.example' })
  expect(calls).toEqual(called)
  expect(Object.keys(facts.groups)).toEqual([...new Set(groups)])
})
